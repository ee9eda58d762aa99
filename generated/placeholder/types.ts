// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * @description Makes an account of the role `user` that can sign in at once. An e-mail address can be registered only once; among registrations of one address that arrive together, one succeeds and the others are answered 409. A welcome notification awaits the new account. From one network address 60 registrations are taken in an hour, unless agreed otherwise, whatever becomes of them; the X-RateLimit headers tell about it.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Begins a session and answers its first pair of tokens. An unknown address and a wrong password are answered alike, and equally slowly. After ten failed attempts within 15 minutes from one network address, unless agreed otherwise, an account takes no more from there until they are over, right or wrong; a network address and an account on the whole have ten times as many, which do not bind an address from which the account was signed in to in the last 90 days. Right passwords never count. An IPv6 address counts with its network, the first 64 bits. The X-RateLimit headers tell about the account and the caller's address.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a session
         * @description Exchanges a refresh token for a new pair of tokens. Each refresh token is good once. For 30 seconds it may be sent again, in case the answer was lost, and is answered with the same successor; after that its use means that someone else has it too, and ends the whole session, access tokens included. A session ends 30 days after its last refresh, and 90 days after its beginning in any case.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session that the access token belongs to, at once and for good. The account's other sessions go on. The request has no body.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere
         * @description Ends all sessions of the account, the caller's included, at once and for good: for a lost phone, or a stolen token. The request has no body.
         */
        post: operations["logoutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a password reset
         * @description Sends a mail with a token to the address, where it is an account's. The answer is the same, and takes as long, where it is not. From one network address 30 resets may be asked for in an hour, unless agreed otherwise, and for one e-mail address five, whether an account has it or not.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description Sets a new password with a token from a mail. A token is good once, for 30 minutes, until another one of the account was used, and only while the account keeps its address. All sessions of the account end; sign in with the new password. From one network address 30 resets may be tried in an hour, unless agreed otherwise.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change my password
         * @description Sets a new password, for who knows the current one. All sessions of the account end, refresh tokens included, and the answer is the first pair of tokens of a new one. A wrong current password counts as a failed attempt to sign in. Of two changes that arrive together one succeeds.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my account
         * @description Returns the account that the access token belongs to.
         */
        get: operations["getMe"];
        /**
         * Rename my account
         * @description Changes the name of the account that the access token belongs to.
         */
        put: operations["updateMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Lists all accounts by `createdAt`, the newest first, and those of one moment by `id`, the greatest first. For administrators.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create an account
         * @description Makes an account of the role `user` for somebody else. Without a password nobody can sign in to it. Since everyone may register, everyone who is signed in may do this; it counts as a registration from the caller's network address, of which 60 are taken in an hour unless agreed otherwise. Administrators have no such limit.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account
         * @description Returns an account: the caller's own, or any for administrators.
         */
        get: operations["getUser"];
        /**
         * Change an account
         * @description Changes an account: the caller's own, or any for administrators, who alone may change its role. Whoever changes the e-mail address of their own account gives its current password too, because a password can be reset with the address alone. A wrong one counts as a failed sign-in.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete an account
         * @description Deletes an account - the caller's own, or any for administrators - with its sessions, orders, notifications, settings and files. It cannot be undone.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account with a password
         * @description Makes an account of the role `user` for somebody else, who can sign in at once with the password. It counts as a registration from the caller's network address, of which 60 are taken in an hour unless agreed otherwise; administrators have no such limit. Some descriptions of this address call it a GET; since it creates something, it is a POST here, and a GET is answered 405.
         */
        post: operations["createUserWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Lists all products by name, and those of one name by `id`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Add a product
         * @description Not available: products cannot be added over this API at present. Whatever administrators send is answered 501.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Returns one product as the shop has it now.
         */
        get: operations["getProduct"];
        /**
         * Change a product
         * @description Replaces what a product says about itself. Orders placed before keep their names and prices. For administrators.
         */
        put: operations["updateProduct"];
        post?: never;
        /**
         * Delete a product
         * @description Takes a product out of the shop. Orders that contain it stay as they are. For administrators.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my orders
         * @description Lists the caller's orders by `createdAt`, the newest first, and those of one moment by `id`, the greatest first.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Places an order at the prices of this moment. Each product may stand in it once. It begins as PENDING.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description Returns an order of the caller.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cancel an order
         * @description Cancels a PENDING order of the caller. An order that is paid or cancelled stays as it is, and is answered 409. The request has no body.
         */
        patch: operations["cancelOrder"];
        trace?: never;
    };
    "/v1/orders/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pay an order
         * @description Marks a PENDING order of the caller as paid; no money moves. An order that is paid or cancelled stays as it is, and is answered 409. The request has no body.
         */
        patch: operations["payOrder"];
        trace?: never;
    };
    "/v1/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Stores one file of at most 10 MiB: PNG, JPEG, GIF, WebP, PDF or UTF-8 text. What it is, is read from its bytes; the name and type that the form gives it are not asked. Files that are two things at once, such as an image with an archive in it or behind it, are refused, and so are texts with markup. An account has at most 10,000 files, with 1 GiB together unless agreed otherwise; a file that does not fit is answered 413. When the upload breaks off or is refused, nothing is kept.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my files
         * @description Lists the caller's files, the one that was stored last first. A page names the next one by its cursor, so that files that are stored or deleted meanwhile make no page skip or repeat another file.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file of the caller. It is gone from lists and downloads with the answer, and its room is free; its bytes leave the object store a moment later.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description The bytes of a file of the caller, always as an attachment: a browser saves them and shows nothing. `Content-Type` is the media type that the upload found.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the dashboard
         * @description Counts how the shop stands now and what today, in UTC, has brought. For administrators.
         */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get analytics
         * @description Counts a period day by day, in UTC, and names the products that sold best. A period has at most 366 days. For administrators.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my notifications
         * @description Lists the caller's notifications by `createdAt`, the newest first, and those of one moment by `id`, the greatest first. There is one for the welcome, and one for each step of an order unless the settings say otherwise.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark a notification as read
         * @description Marks a notification of the caller as read. Repeating it changes nothing. The request has no body.
         */
        patch: operations["markNotificationRead"];
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my settings
         * @description Returns the caller's settings; those of a new account are English, UTC, the system's theme, and notifications about orders.
         */
        get: operations["getSettings"];
        /**
         * Change my settings
         * @description Replaces the caller's settings.
         */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the API works
         * @description Answers 200 when the API can do its work. The request needs no token and changes nothing.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for the version
         * @description Says which version of the server, of this document and of the database runs here. The request needs no token.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What the person is called. It may not be blank.
         * @example Ada Lovelace
         */
        UserName: string;
        /**
         * Format: email
         * @description The e-mail address. Upper and lower case make no difference.
         * @example ada@example.org
         */
        Email: string;
        /** @description 8 to 128 characters of any kind. The passwords that everybody tries first are refused. */
        NewPassword: string;
        /** @description A new account. */
        Registration: {
            name: components["schemas"]["UserName"];
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
        };
        /** @description Always true. */
        Success: boolean;
        /** @description What was done, for a person. */
        Message: string;
        /**
         * @description What the account may do.
         * @enum {string}
         */
        Role: "user" | "admin";
        /** @description An account. */
        User: {
            /**
             * Format: uuid
             * @description The account's id.
             */
            id: string;
            name: components["schemas"]["UserName"];
            email: components["schemas"]["Email"];
            role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the account was made.
             */
            createdAt: DateTime;
        };
        /** @description One account. */
        UserResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["User"];
        };
        /** @description One thing that is wrong with the request. */
        FieldError: {
            /**
             * Format: json-pointer
             * @description Where, as a JSON pointer (RFC 6901) into the request: it starts with `/path`, `/query`, `/header` or `/body`. In a list of records the zero-based position of the record comes right after `/body`.
             * @example /body/3/level
             */
            path: string;
            /**
             * @description The rule that was broken, for programs. Mostly the name of the JSON Schema keyword.
             * @example enum
             */
            code: string;
            /**
             * @description The rule that was broken, for a person.
             * @example must be one of 10, 20, 30, 40, 50, 60
             */
            message: string;
        };
        /** @description Why a request failed. Decide on `code`, show `message` to people. */
        Failure: {
            /** @description Always false. */
            success: boolean;
            /**
             * @description What went wrong this time, for a person. Its wording may change.
             * @example There is no such resource.
             */
            message: string;
            /**
             * @description The kind of failure for programs. Treat a code that you do not know by its HTTP status.
             * @example NOT_FOUND
             */
            code: string;
            /** @description Every finding about the request, up to a hundred. Empty for other failures. */
            errors: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Who signs in. */
        Credentials: {
            email: components["schemas"]["Email"];
            /** @description The account's password. */
            password: string;
        };
        /** @description What a session runs on. */
        Tokens: {
            /** @description A JSON Web Token (RFC 9068). Treat it as opaque. */
            accessToken: string;
            /** @description Good once, for 30 days. Keep it secret and replace it with each refresh. */
            refreshToken: string;
            /**
             * @description How to send the access token.
             * @constant
             */
            tokenType: "Bearer";
            /**
             * Format: int32
             * @description Seconds for which the access token is good.
             */
            expiresIn: number;
        };
        /** @description A session begins or goes on. */
        TokensResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Tokens"];
        };
        /** @description The end of one pair of tokens and the beginning of the next. */
        RefreshRequest: {
            /** @description The refresh token of the pair received last. */
            refreshToken: string;
        };
        /** @description Whose password is forgotten. */
        ResetRequest: {
            email: components["schemas"]["Email"];
        };
        /** @description What to expect of the mail. */
        ResetRequested: {
            /**
             * Format: int32
             * @description Seconds for which the token in the mail is good.
             */
            expiresIn: number;
        };
        /** @description A mail follows if an account has this address. */
        ResetRequestedResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["ResetRequested"];
        };
        /** @description The token of the mail and the new password. */
        PasswordReset: {
            /** @description From the mail. */
            token: string;
            newPassword: components["schemas"]["NewPassword"];
        };
        /** @description The current password and the next one. */
        PasswordChange: {
            /** @description The account's password. */
            currentPassword: string;
            newPassword: components["schemas"]["NewPassword"];
        };
        /** @description What people may change about themselves. */
        MyUpdate: {
            name: components["schemas"]["UserName"];
        };
        /**
         * Format: int64
         * @description The page that was asked for; 9007199254740991 where it was greater, which no list reaches.
         */
        PageNumber: number;
        /**
         * Format: int32
         * @description The limit that was asked for.
         */
        PageSize: number;
        /**
         * Format: int64
         * @description How many items all pages hold together.
         */
        Total: number;
        /** @description One page of accounts. */
        UserPage: {
            /** @description The accounts, the newest first. */
            items: components["schemas"]["User"][];
            page: components["schemas"]["PageNumber"];
            limit: components["schemas"]["PageSize"];
            total: components["schemas"]["Total"];
        };
        /** @description One page of accounts. */
        UserListResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["UserPage"];
        };
        /** @description A new account of the role `user`. Without a password nobody can sign in to it. */
        UserRequest: {
            name: components["schemas"]["UserName"];
            email: components["schemas"]["Email"];
            password?: components["schemas"]["NewPassword"];
        };
        /** @description What may be changed about an account. What is left out stays. */
        UserUpdate: {
            name: components["schemas"]["UserName"];
            email?: components["schemas"]["Email"];
            role?: components["schemas"]["Role"];
            /** @description The password of the caller, who changes the e-mail address of their own account. */
            currentPassword?: string;
        };
        /** @description Which record it was. */
        Deleted: {
            /**
             * Format: uuid
             * @description The id of the deleted record.
             */
            id: string;
        };
        /** @description A record is gone. */
        DeletedResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Deleted"];
        };
        /**
         * @description What the product is called. It may not be blank.
         * @example Desk lamp
         */
        ProductName: string;
        /**
         * @description What one should know about the product.
         * @example Warm light
         * @example two joints
         * @example a switch that is easy to find.
         */
        ProductDescription: string;
        /**
         * Format: int64
         * @description The price of one piece in minor units.
         * @example 1250000
         */
        PriceMinor: number;
        /**
         * @description The currency of all prices (ISO 4217).
         * @enum {string}
         */
        Currency: "NGN";
        /** @description Something that can be ordered. */
        Product: {
            /**
             * Format: uuid
             * @description The product's id.
             */
            id: string;
            name: components["schemas"]["ProductName"];
            description: components["schemas"]["ProductDescription"];
            priceMinor: components["schemas"]["PriceMinor"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When the product was added.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When the product was last changed.
             */
            updatedAt: DateTime;
        };
        /** @description One page of products. */
        ProductPage: {
            /** @description The products by name. */
            items: components["schemas"]["Product"][];
            page: components["schemas"]["PageNumber"];
            limit: components["schemas"]["PageSize"];
            total: components["schemas"]["Total"];
        };
        /** @description One page of products. */
        ProductListResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["ProductPage"];
        };
        /** @description One product. */
        ProductResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Product"];
        };
        /** @description The product as it shall be. Orders placed before keep their prices. */
        ProductUpdate: {
            name: components["schemas"]["ProductName"];
            description: components["schemas"]["ProductDescription"];
            priceMinor: components["schemas"]["PriceMinor"];
        };
        /**
         * @description A PENDING order becomes PAID or CANCELLED, and then stays so.
         * @enum {string}
         */
        OrderStatus: "PENDING" | "PAID" | "CANCELLED";
        /**
         * Format: int32
         * @description How many pieces.
         */
        Quantity: number;
        /** @description A line of an order, at the price of the moment it was placed. */
        OrderItem: {
            /**
             * Format: uuid
             * @description The product, which may have been changed or deleted since.
             */
            productId: string;
            name: components["schemas"]["ProductName"];
            unitPriceMinor: components["schemas"]["PriceMinor"];
            quantity: components["schemas"]["Quantity"];
            /**
             * Format: int64
             * @description Unit price times quantity, in minor units.
             */
            lineTotalMinor: number;
        };
        /** @description An order of the caller. */
        Order: {
            /**
             * Format: uuid
             * @description The order's id.
             */
            id: string;
            status: components["schemas"]["OrderStatus"];
            /** @description The lines, as they were ordered. */
            items: components["schemas"]["OrderItem"][];
            /**
             * Format: int64
             * @description The sum of all lines, in minor units.
             */
            totalMinor: number;
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When the order was placed.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When its status last changed.
             */
            updatedAt: DateTime;
        };
        /** @description One page of orders. */
        OrderPage: {
            /** @description The caller's orders, the newest first. */
            items: components["schemas"]["Order"][];
            page: components["schemas"]["PageNumber"];
            limit: components["schemas"]["PageSize"];
            total: components["schemas"]["Total"];
        };
        /** @description One page of orders. */
        OrderListResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["OrderPage"];
        };
        /** @description One product and how many of it. */
        OrderItemRequest: {
            /**
             * Format: uuid
             * @description The id of a product.
             */
            productId: string;
            quantity: components["schemas"]["Quantity"];
        };
        /** @description What to order. */
        OrderRequest: {
            /** @description Each product once. */
            items: components["schemas"]["OrderItemRequest"][];
        };
        /** @description One order. */
        OrderResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Order"];
        };
        /** @description A form with one file. */
        UploadForm: {
            /**
             * Format: binary
             * @description The file, 1 byte to 10 MiB.
             */
            file: string;
        };
        /** @description A stored file. */
        UploadedFile: {
            /**
             * Format: uuid
             * @description The file's id.
             */
            id: string;
            /** @description The last part of the name that the form gave. */
            filename: string;
            /**
             * @description What the bytes are; what the form says about that is not asked.
             * @enum {string}
             */
            mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "application/pdf" | "text/plain";
            /**
             * Format: int32
             * @description Bytes.
             */
            size: number;
            /** @description The SHA-256 of the bytes in hexadecimal. */
            sha256: string;
        };
        /** @description A file is stored. */
        UploadResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["UploadedFile"];
        };
        /** @description A file of the caller. */
        StoredFile: {
            /**
             * Format: uuid
             * @description The file's id.
             */
            id: string;
            /** @description The name that it was uploaded under. */
            filename: string;
            /**
             * @description What the bytes are.
             * @enum {string}
             */
            mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "application/pdf" | "text/plain";
            /**
             * Format: int32
             * @description Bytes.
             */
            size: number;
            /** @description The SHA-256 of the bytes in hexadecimal. */
            sha256: string;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            createdAt: DateTime;
        };
        /** @description One page of files. */
        FilePage: {
            /** @description The caller's files, the newest first. */
            items: components["schemas"]["StoredFile"][];
            limit: components["schemas"]["PageSize"];
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description One page of files. */
        FileListResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["FilePage"];
        };
        /** @description The bytes of the file. */
        FileBytes: string;
        /**
         * Format: int64
         * @description A number of records.
         */
        Count: number;
        /** @description All orders by status. */
        OrderCounts: {
            pending: components["schemas"]["Count"];
            paid: components["schemas"]["Count"];
            cancelled: components["schemas"]["Count"];
        };
        /**
         * Format: int64
         * @description The total of paid orders, in minor units.
         */
        RevenueMinor: number;
        /** @description What happened on one day, from midnight to midnight UTC. */
        DayFigures: {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
            newUsers: components["schemas"]["Count"];
            /**
             * Format: int64
             * @description Orders placed on this day, whatever became of them.
             */
            orders: number;
            /**
             * Format: int64
             * @description How many of them are paid by now.
             */
            paidOrders: number;
            /**
             * Format: int64
             * @description How many of them are cancelled by now.
             */
            cancelledOrders: number;
            revenueMinor: components["schemas"]["RevenueMinor"];
        };
        /** @description How the shop stands. */
        Dashboard: {
            /**
             * Format: date-time
             * @description When this was counted.
             */
            generatedAt: DateTime;
            users: components["schemas"]["Count"];
            products: components["schemas"]["Count"];
            orders: components["schemas"]["OrderCounts"];
            revenueMinor: components["schemas"]["RevenueMinor"];
            currency: components["schemas"]["Currency"];
            today: components["schemas"]["DayFigures"];
        };
        /** @description The dashboard. */
        DashboardResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Dashboard"];
        };
        /** @description How a product sold in the period, in paid orders. */
        ProductFigures: {
            /**
             * Format: uuid
             * @description The product, which may be deleted by now.
             */
            productId: string;
            name: components["schemas"]["ProductName"];
            /**
             * Format: int64
             * @description Pieces sold.
             */
            quantity: number;
            revenueMinor: components["schemas"]["RevenueMinor"];
        };
        /** @description A period, day by day. */
        Analytics: {
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            currency: components["schemas"]["Currency"];
            /** @description Every day of the period, those without orders included. */
            days: components["schemas"]["DayFigures"][];
            /** @description The ten products with the most revenue. */
            topProducts: components["schemas"]["ProductFigures"][];
        };
        /** @description The analytics of a period. */
        AnalyticsResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Analytics"];
        };
        /** @description Something that happened. */
        Notification: {
            /**
             * Format: uuid
             * @description The notification's id.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "welcome" | "password_changed" | "order_created" | "order_paid" | "order_cancelled";
            /** @description It in a few words. */
            title: string;
            /** @description It in a sentence. */
            body: string;
            /**
             * Format: uuid
             * @description The order that it is about.
             */
            orderId: string | null;
            /** @description Whether it was marked as read. */
            read: boolean;
            /**
             * Format: date-time
             * @description When it was first marked as read.
             */
            readAt: DateTime | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: DateTime;
        };
        /** @description One page of notifications. */
        NotificationPage: {
            /** @description The caller's notifications, the newest first. */
            items: components["schemas"]["Notification"][];
            page: components["schemas"]["PageNumber"];
            limit: components["schemas"]["PageSize"];
            total: components["schemas"]["Total"];
        };
        /** @description One page of notifications. */
        NotificationListResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["NotificationPage"];
        };
        /** @description One notification. */
        NotificationResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Notification"];
        };
        /** @description The caller's preferences. */
        Settings: {
            /**
             * @description A language, with or without a country (BCP 47).
             * @example en-GB
             */
            language: string;
            /**
             * @description A time zone by its IANA name.
             * @example Africa/Lagos
             */
            timeZone: string;
            /**
             * @description How a client should look.
             * @enum {string}
             */
            theme: "light" | "dark" | "system";
            /** @description Whether orders make notifications. */
            orderNotifications: boolean;
        };
        /** @description The caller's preferences. */
        SettingsResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Settings"];
        };
        /** @description Its state. */
        Health: {
            /**
             * @description The database answers and has what this API needs.
             * @constant
             */
            status: "ok";
            /**
             * Format: date-time
             * @description The database's clock.
             */
            time: DateTime;
        };
        /** @description The API works. */
        HealthResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Health"];
        };
        /** @description The versions. */
        Version: {
            /**
             * @description The server.
             * @constant
             */
            name: "accord";
            /** @description The server's version. */
            version: string;
            /** @description The version of this document. */
            apiVersion: string;
            /** @description The newest change that the database has had. */
            schemaVersion: string;
        };
        /** @description What runs here. */
        VersionResult: {
            success: components["schemas"]["Success"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["Version"];
        };
    };
    responses: {
        /** @description The request does not match this document. Correct everything that `errors` lists before you send it again. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The `Accept` header leaves out `application/json`. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Another account has this e-mail address; upper and lower case make no difference. */
        EmailTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than this operation accepts. Nothing of it is kept. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The operation does not accept this `Content-Type` or `Content-Encoding`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many registrations from this network address. Wait for `Retry-After` seconds. */
        TooManyRegistrations: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Unexpected: something went wrong on our side, and the outcome of the request is unknown. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server cannot take the request right now. Send it again after `Retry-After` seconds. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no such account, or it has another password. The answer does not tell which. */
        WrongCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many failed attempts. Wait for `Retry-After` seconds; attempts until then count for nothing. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The refresh token is unknown, expired or used up, or its session has ended. Sign in again. */
        SessionEnded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The access token is missing, invalid or expired, or its session has ended. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many resets for this e-mail address, or from this network address. Wait for `Retry-After` seconds. */
        TooManyResets: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request does not match this document, or the token is unknown, used or expired. */
        InvalidReset: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The current password is not the account's. */
        WrongPassword: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A parameter is unknown or does not match this document. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The caller's role does not allow this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The id in the path is none. */
        InvalidId: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no such record, or it is not the caller's. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Nobody can do this at present. Repeating it does not help. */
        NotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The order has left PENDING, so it can be neither cancelled nor paid any more. */
        OrderNotPending: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is not exactly one file in the field `file`, or it is empty, or the body is no `multipart/form-data`. */
        InvalidUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The file is larger than this operation accepts, or than what the account's files leave of its storage. Nothing of it is kept. */
        FileTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is no `multipart/form-data`, or the file is of none of the accepted types, whatever its name says. */
        UnsupportedFile: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A parameter is unknown or does not match this document, or the cursor was not issued by this list. */
        InvalidPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /**
         * @description Which page, from 1, in decimal digits, as many as an address can hold. A page beyond the last is empty.
         * @example 1
         */
        Page: string;
        /**
         * @description How many items one page holds at most, from 1 to 100, in decimal digits.
         * @example 20
         */
        Limit: string;
        /**
         * @description The record's id, as the answer that created or listed it has it.
         * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        Id: string;
        /**
         * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        Cursor: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in logs and problems. A request may bring its own `X-Request-Id` of 1 to 64 letters, digits, dots, underscores and hyphens, and gets it back; anything else is replaced by a generated id.
         * @example req_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        RequestId: string;
        /**
         * @description How much the quota that applies to this operation allows in one window.
         * @example 60000
         */
        RateLimitLimit: number;
        /**
         * @description How much of the quota is left in this window, after this request.
         * @example 59988
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the window ends and the whole quota is there again.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Wait at least this many seconds before you send the request again.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description Always `attachment`, with a file name that is safe to save under: in ASCII, and in UTF-8 where that differs (RFC 6266, RFC 8187).
         * @example attachment; filename="schedule.pdf"
         */
        ContentDisposition: string;
        /**
         * @description No browser is to take the bytes for anything but what `Content-Type` says.
         * @example nosniff
         */
        NoSniffing: "nosniff";
        /**
         * @description Where a browser shows the file all the same, it runs and loads nothing.
         * @example default-src 'none'; sandbox
         */
        Sandboxed: "default-src 'none'; sandbox";
        /**
         * @description Files may be about people, and no cache is to keep them.
         * @example private, no-store
         */
        NotKept: "private, no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description The account is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["EmailTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRegistrations"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The session has begun. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["WrongCredentials"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The session goes on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["SessionEnded"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    logoutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No session of the account is left. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            /** @description A mail follows if an account has this address. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetRequestedResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyResets"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidReset"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyResets"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is changed, and a new session has begun. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["WrongPassword"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyUpdate"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Which page, from 1, in decimal digits, as many as an address can hold. A page beyond the last is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items one page holds at most, from 1 to 100, in decimal digits.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserListResult"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserRequest"];
            };
        };
        responses: {
            /** @description The account is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["EmailTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRegistrations"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["EmailTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createUserWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description The account is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["EmailTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRegistrations"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description Which page, from 1, in decimal digits, as many as an address can hold. A page beyond the last is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items one page holds at most, from 1 to 100, in decimal digits.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductListResult"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotAvailable"];
            503: components["responses"]["Overloaded"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductUpdate"];
            };
        };
        responses: {
            /** @description The product as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Which page, from 1, in decimal digits, as many as an address can hold. A page beyond the last is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items one page holds at most, from 1 to 100, in decimal digits.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderListResult"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order is placed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order is cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["OrderNotPending"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    payOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order is paid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["OrderNotPending"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description The file is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResult"];
                };
            };
            400: components["responses"]["InvalidUpload"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["FileTooLarge"];
            415: components["responses"]["UnsupportedFile"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most, from 1 to 100, in decimal digits.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileListResult"];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Content-Type-Options": components["headers"]["NoSniffing"];
                    "Content-Security-Policy": components["headers"]["Sandboxed"];
                    "Cache-Control": components["headers"]["NotKept"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": components["schemas"]["FileBytes"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /**
                 * @description The first day; 29 days before the last when left out.
                 * @example 2026-11-20
                 */
                from?: string;
                /**
                 * @description The last day; today when left out.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analytics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsResult"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /**
                 * @description Which page, from 1, in decimal digits, as many as an address can hold. A page beyond the last is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description How many items one page holds at most, from 1 to 100, in decimal digits.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationListResult"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The record's id, as the answer that created or listed it has it.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationResult"];
                };
            };
            400: components["responses"]["InvalidId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResult"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionResult"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
}
