// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/api/v1/customers/customers/vendors/nearby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vendors nearby
         * @description Lists the approved vendors within 10 km that are open now by their own clock, the nearest first, and those at one distance by `vendorId`.
         */
        get: operations["listNearbyVendors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/vendors/{vendorId}/meals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the meals of a vendor
         * @description Lists what a vendor cooks, by name and then `mealId`, with the prices of this moment. Only a quote binds them. Meals that are sold out are listed too; they cannot be quoted.
         */
        get: operations["listVendorMeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pricing/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price an order
         * @description Prices meals of one vendor, delivered to one place, from the prices and fees in force now. The service charge is 5 % of the meals, at least ₦100 and at most ₦2,000; the delivery fee grows with the distance. The quote binds for 15 minutes.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pricing/quote/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quote
         * @description Returns a quote as it was priced. Its amounts never change. A quote that became no order is deleted 30 days after it has expired, and is 404 from then on.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/create-customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a customer
         * @description Makes a customer. Several customers may share a phone number or an email address.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/get-customer-by-id/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Returns a customer by id.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/addresses/create-customer-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address
         * @description Adds an address to a customer. The first one is active at once, later ones when you make them so. A customer has at most 50.
         */
        post: operations["createCustomerAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/addresses/make-customer-address-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an address active
         * @description Makes one address the active one, and the one that was so before inactive. Doing it again changes nothing.
         */
        post: operations["makeCustomerAddressActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/addresses/delete-customer-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an address
         * @description Deletes an address. When it was the active one, the address added last becomes active in its place. Orders keep the address that they were made with.
         */
        post: operations["deleteCustomerAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/addresses/fetch-customer-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses of a customer
         * @description Returns all addresses of a customer by `createdAt`, the oldest first, and those of one moment by `addressId`.
         */
        get: operations["fetchCustomerAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order from a quote
         * @description Makes the one order that a quote is good for, and a payment attempt for it. Send the customer to `checkoutUrl`, then ask for the attempt until it is no longer PENDING; it can be paid for 30 minutes. After a decline the order waits for another attempt. Delivery goes to `addressId`, which may cost no more to reach than was quoted.
         */
        post: operations["checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try to pay again
         * @description Makes another payment attempt for an order whose last one was declined. The amount stays, the payment method may be another. An order has one open attempt at a time: of two requests that arrive together one succeeds. It can be paid for 30 minutes after each attempt and each decline, two hours after checkout at the latest, with ten attempts in all.
         */
        post: operations["createPaymentAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/attempts/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment attempt
         * @description Returns where a payment stands, and nothing about who pays: whoever has the payment link has the reference.
         */
        get: operations["getPaymentAttempt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{customerId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the orders of a customer
         * @description Lists the orders of a customer, the newest first. Orders that are made meanwhile make no page skip or repeat another order.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{customerId}/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description Returns an order of a customer with its meals, prices and address as they were at checkout, and where its payment and delivery stand.
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
    "/api/v1/customers/{customerId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns where a delivery of the customer is, and when it reached each status.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{customerId}/deliveries/{deliveryId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a delivery
         * @description Tells of each step of a delivery as server-sent events, those it has made first, and ends with the delivery. Browsers connect again by themselves and say in `Last-Event-ID` which step they heard of last; after the last step of all they are answered 410, and stay away. A stream ends after an hour at the latest, and when the server stops; connect again then. A customer has five streams at a time, a server a thousand.
         */
        get: operations["followDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/customers/{customerId}/reviews/rider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a rider
         * @description Stores what the customer thinks of the rider of one delivery. Only a delivery that was delivered to this customer can be reviewed, and only once.
         */
        post: operations["reviewRider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all vendors
         * @description Lists every vendor with where it is, those that are not approved included. For operators of the installation alone.
         */
        get: operations["listAllVendors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all orders
         * @description Lists the orders of all customers, the newest first, with where they go and how far they have come. It names no customer, and places are rounded to about 100 m. For operators of the installation alone.
         */
        get: operations["listAllOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the payment page
         * @description Shows what is to be paid and asks what the bank is to answer, or how the payment ended. For browsers; its errors are pages too.
         */
        get: operations["showPaymentPage"];
        put?: never;
        /**
         * Send the form of the payment page
         * @description Settles the attempt as the visitor decided, and shows the outcome. Only the first decision counts; sending the form again, or another one, shows how the payment ended. An approval after the attempt has expired is reversed.
         */
        post: operations["settlePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    payment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The event's name.
                 * @example payment.succeeded
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.*
         * @description A payment attempt is settled. After `payment.succeeded` the order is paid, and `delivery.created` follows; `payment.failed` leaves it to another attempt.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    delivery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The event's name.
                 * @example payment.succeeded
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * delivery.*
         * @description A delivery has begun, or reached another status.
         */
        post: operations["receiveDeliveryEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: double
         * @description Degrees north of the equator; south is negative.
         * @example 6.4281
         */
        Latitude: number;
        /**
         * Format: double
         * @description Degrees east of Greenwich; west is negative.
         * @example 3.4219
         */
        Longitude: number;
        /**
         * @description An opaque id; its prefix says what it names.
         * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
         */
        Id: string;
        /** @description A vendor that takes orders now and delivers to the place that was asked about. */
        NearbyVendor: {
            vendorId: components["schemas"]["Id"];
            /**
             * @description What the vendor is called.
             * @example Mama Put Kitchen
             */
            name: string;
            /**
             * Format: int32
             * @description As the crow flies, rounded to whole metres.
             * @example 740
             */
            distanceMeters: number;
            /** @description Always true. Closed vendors are not listed. */
            open: boolean;
            /**
             * Format: double
             * @description Stars, to one decimal; null until there are enough ratings.
             * @example 4.6
             */
            rating: number | null;
        };
        /** @description One page of the vendors nearby. */
        NearbyVendors: {
            /** @description The nearest first; vendors at one distance by `vendorId`. */
            items: components["schemas"]["NearbyVendor"][];
            /**
             * Format: int32
             * @description Which page this is, from 1.
             */
            page: number;
            /**
             * Format: int32
             * @description How many vendors a page holds at most.
             */
            pageSize: number;
            /**
             * Format: int32
             * @description How many vendors there are on all pages.
             */
            total: number;
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
        /** @description Why a request failed, in the form of RFC 9457. Decide on `code` (stable, one per kind of failure), show `detail` to people, and quote `correlationId` when you ask about a failure. Members that are not listed here may appear later. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem as a URI reference: the place in the list of error codes that explains `code`, what causes it and what to do. A code of an insurer's own leads to `INSURER_REFUSED`.
             * @example /docs/error-codes#validation_failed
             */
            type: string;
            /**
             * @description The kind of problem in a few words; the same for every occurrence.
             * @example Validation failed
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of the answer, repeated for logs that keep only bodies.
             * @example 400
             */
            status: number;
            /**
             * @description What went wrong this time, for a person. Its wording may change.
             * @example The request does not match the contract; fieldErrors lists every finding.
             */
            detail: string;
            /**
             * @description The kind of problem for programs. Treat a code that you do not know by its status.
             * @example VALIDATION_FAILED
             */
            code: string;
            /**
             * @description The request id, as in the `X-Request-Id` header of the answer.
             * @example req_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
             */
            correlationId: string;
            /** @description Machine-readable facts about this occurrence; which ones depends on `code`, often none. */
            details: {
                [key: string]: unknown;
            };
            /** @description Every finding about the request and not only the first, up to a hundred. Empty for other failures. */
            fieldErrors: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The currency of every amount, as ISO 4217 names it.
         * @constant
         */
        Currency: "NGN";
        /**
         * Format: int64
         * @description An amount in kobo.
         * @example 250000
         */
        Kobo: number;
        /** @description A meal at today's price. */
        Meal: {
            mealId: components["schemas"]["Id"];
            /**
             * @description What the meal is called.
             * @example Jollof rice with chicken
             */
            name: string;
            price: components["schemas"]["Kobo"];
            /** @description Whether it can be ordered; false when it is sold out. */
            available: boolean;
        };
        /** @description What a vendor cooks. */
        Menu: {
            vendorId: components["schemas"]["Id"];
            currency: components["schemas"]["Currency"];
            /** @description By name, up to five hundred. */
            items: components["schemas"]["Meal"][];
        };
        /** @description A meal and how many of it. */
        WantedMeal: {
            mealId: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description How many.
             * @example 2
             */
            quantity: number;
        };
        /** @description A point on the earth (WGS 84). */
        Place: {
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
        };
        /** @description What is wanted and where to. Say where with the customer's `addressId` or with a `location`, not with both; an address needs the `customerId` whose it is. */
        QuoteRequest: {
            vendorId: components["schemas"]["Id"];
            /** @description The meals of this vendor. */
            items: components["schemas"]["WantedMeal"][];
            addressId?: components["schemas"]["Id"];
            location?: components["schemas"]["Place"];
            customerId?: components["schemas"]["Id"];
        };
        /** @description A meal at the price that was quoted. */
        QuotedMeal: {
            mealId: components["schemas"]["Id"];
            /**
             * @description What the meal is called.
             * @example Jollof rice with chicken
             */
            name: string;
            /**
             * Format: int32
             * @description How many.
             */
            quantity: number;
            unitPrice: components["schemas"]["Kobo"];
            lineTotal: components["schemas"]["Kobo"];
        };
        /** @description A binding price. Nothing in it but `status` ever changes. */
        Quote: {
            quoteId: components["schemas"]["Id"];
            vendorId: components["schemas"]["Id"];
            /** @description The only customer who may order from it; null when anyone may. */
            customerId: string | null;
            /** @description The meals, in the order of the request. */
            items: components["schemas"]["QuotedMeal"][];
            mealSubtotal: components["schemas"]["Kobo"];
            serviceCharge: components["schemas"]["Kobo"];
            deliveryFee: components["schemas"]["Kobo"];
            total: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description From the vendor to the place of delivery, as the crow flies.
             */
            distanceMeters: number;
            /**
             * @description Whether an order can still be made from it. USED also after it would have expired.
             * @enum {string}
             */
            status: "OPEN" | "USED" | "EXPIRED";
            /**
             * Format: date-time
             * @description When it was priced.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description From this moment on it is no longer valid.
             */
            expiresAt: DateTime;
        };
        /**
         * @description A name, with at least one character that shows.
         * @example Ada
         */
        PersonName: string;
        /**
         * @description Where the rider can call, in digits, with or without a leading plus.
         * @example +2348012345678
         */
        Phone: string;
        /**
         * Format: email
         * @description Where receipts go.
         * @example ada@example.org
         */
        Email: string;
        /** @description Who the customer is. */
        CustomerRequest: {
            firstName: components["schemas"]["PersonName"];
            lastName: components["schemas"]["PersonName"];
            phone: components["schemas"]["Phone"];
            email: components["schemas"]["Email"];
        };
        /** @description A customer. */
        Customer: {
            customerId: components["schemas"]["Id"];
            firstName: components["schemas"]["PersonName"];
            lastName: components["schemas"]["PersonName"];
            phone: components["schemas"]["Phone"];
            email: components["schemas"]["Email"];
            /**
             * Format: date-time
             * @description When the customer was created.
             */
            createdAt: DateTime;
        };
        /**
         * @description What the customer calls the place.
         * @example Home
         */
        Label: string;
        /**
         * @description Street and number.
         * @example 12 Adeola Odeku Street
         */
        Line: string;
        /**
         * @description The town or city.
         * @example Lagos
         */
        City: string;
        /** @description Where a customer wants meals brought. */
        AddressRequest: {
            customerId: components["schemas"]["Id"];
            label: components["schemas"]["Label"];
            line1: components["schemas"]["Line"];
            city: components["schemas"]["City"];
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
        };
        /** @description An address of a customer. Of all of them exactly one is active. */
        Address: {
            addressId: components["schemas"]["Id"];
            customerId: components["schemas"]["Id"];
            label: components["schemas"]["Label"];
            line1: components["schemas"]["Line"];
            city: components["schemas"]["City"];
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
            /** @description Whether it is the one that the app offers first. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: DateTime;
        };
        /** @description One address of a customer. */
        AddressChoice: {
            customerId: components["schemas"]["Id"];
            addressId: components["schemas"]["Id"];
        };
        /** @description All addresses of a customer. */
        AddressList: {
            /** @description In the order in which they were added. */
            items: components["schemas"]["Address"][];
        };
        /**
         * @description How the customer pays.
         * @enum {string}
         */
        PaymentMethod: "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";
        /** @description The quote to order from, for whom, where to, and how it is paid. */
        CheckoutRequest: {
            quoteId: components["schemas"]["Id"];
            customerId: components["schemas"]["Id"];
            addressId: components["schemas"]["Id"];
            paymentMethod: components["schemas"]["PaymentMethod"];
        };
        /**
         * @description PENDING until the customer decides on the payment page; then SUCCEEDED or FAILED. ABANDONED when nothing happened for 30 minutes. REVERSED when the customer paid after that: the money goes back, and there is no order.
         * @enum {string}
         */
        AttemptStatus: "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";
        /** @description An order that waits for its payment. */
        Checkout: {
            orderId: components["schemas"]["Id"];
            reference: components["schemas"]["Id"];
            amount: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            status: components["schemas"]["AttemptStatus"];
            /**
             * Format: uri-reference
             * @description The page on which the customer pays. Open it in a browser.
             * @example http://127.0.0.1:8080/ordering/pay/pay_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8c02
             */
            checkoutUrl: string;
        };
        /** @description Which order to pay for, whose it is, and how it is paid. */
        RetryRequest: {
            customerId: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            paymentMethod: components["schemas"]["PaymentMethod"];
        };
        /** @description Where a payment stands. */
        PaymentAttempt: {
            reference: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            amount: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            paymentMethod: components["schemas"]["PaymentMethod"];
            status: components["schemas"]["AttemptStatus"];
            /** @description The delivery of the order, once it is paid. */
            deliveryId: string | null;
            /**
             * Format: date-time
             * @description When the customer checked out.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description From this moment on a pending attempt counts as abandoned.
             */
            expiresAt: DateTime;
            /**
             * Format: date-time
             * @description When it last changed its status; null while it is pending.
             */
            settledAt: DateTime | null;
        };
        /**
         * @description AWAITING_PAYMENT until an attempt succeeds, then PAID. CANCELLED when `payBefore` has passed.
         * @enum {string}
         */
        OrderStatus: "AWAITING_PAYMENT" | "PAID" | "CANCELLED";
        /** @description Of the last payment attempt; null for some orders of old. */
        LastReference: string | null;
        /**
         * Format: date-time
         * @description From this moment on the order is cancelled unless it was paid. Null once it is paid or cancelled.
         */
        PayBefore: DateTime | null;
        /**
         * @description PENDING until a rider is ASSIGNED, who has PICKED_UP the meals, is IN_TRANSIT and has DELIVERED them. CANCELLED before they were picked up; FAILED afterwards, and RETURNED when they are back at the vendor.
         * @enum {string}
         */
        DeliveryStatus: "PENDING" | "ASSIGNED" | "PICKED_UP" | "IN_TRANSIT" | "DELIVERED" | "CANCELLED" | "FAILED" | "RETURNED";
        /** @description Where the delivery stands; null until the order is paid. */
        OrderDelivery: {
            deliveryId: components["schemas"]["Id"];
            status: components["schemas"]["DeliveryStatus"];
        } | null;
        /**
         * Format: date-time
         * @description When the customer checked out.
         */
        OrderedAt: DateTime;
        /** @description An order, without what is in it. */
        OrderSummary: {
            orderId: components["schemas"]["Id"];
            quoteId: components["schemas"]["Id"];
            vendorId: components["schemas"]["Id"];
            status: components["schemas"]["OrderStatus"];
            total: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            reference: components["schemas"]["LastReference"];
            payBefore: components["schemas"]["PayBefore"];
            delivery: components["schemas"]["OrderDelivery"];
            createdAt: components["schemas"]["OrderedAt"];
        };
        /** @description One page of orders. */
        OrderPage: {
            /** @description The newest first. */
            items: components["schemas"]["OrderSummary"][];
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Where the meals go, as the address was at checkout. */
        OrderAddress: {
            addressId: components["schemas"]["Id"];
            label: components["schemas"]["Label"];
            line1: components["schemas"]["Line"];
            city: components["schemas"]["City"];
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
        };
        /** @description An order and what is in it. */
        Order: {
            orderId: components["schemas"]["Id"];
            customerId: components["schemas"]["Id"];
            quoteId: components["schemas"]["Id"];
            vendorId: components["schemas"]["Id"];
            status: components["schemas"]["OrderStatus"];
            /** @description The meals, as they were quoted. */
            items: components["schemas"]["QuotedMeal"][];
            mealSubtotal: components["schemas"]["Kobo"];
            serviceCharge: components["schemas"]["Kobo"];
            deliveryFee: components["schemas"]["Kobo"];
            total: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            address: components["schemas"]["OrderAddress"];
            reference: components["schemas"]["LastReference"];
            payBefore: components["schemas"]["PayBefore"];
            delivery: components["schemas"]["OrderDelivery"];
            createdAt: components["schemas"]["OrderedAt"];
        };
        /** @description A status that the delivery has reached. */
        DeliveryStep: {
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it did.
             */
            at: DateTime;
        };
        /** @description A delivery and the way that it has come. */
        Delivery: {
            deliveryId: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description From PENDING to `status`, in the order in which they were reached. */
            steps: components["schemas"]["DeliveryStep"][];
            /**
             * Format: date-time
             * @description When the order was paid.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When it last changed its status.
             */
            updatedAt: DateTime;
        };
        /** @description Server-sent events. Each `step` has the number of the step as its `id`, and `{deliveryId, orderId, status, at}` as its data. Comments come every 15 seconds, so that nobody takes the connection for a dead one. */
        DeliveryEvents: string;
        /**
         * Format: int32
         * @description 1 is bad, 5 is excellent.
         * @example 5
         */
        Stars: number;
        /**
         * @description The customer's words.
         * @example Friendly
         * @example and the soup was still hot.
         */
        ReviewText: string;
        /** @description What was good; an indicator that is left out is taken as false. */
        RiderIndicators: {
            /**
             * @description The rider was polite and dressed for the work.
             * @default false
             */
            professional: boolean;
            /**
             * @description The meal came when it was expected.
             * @default false
             */
            onTime: boolean;
            /**
             * @description Nothing was spilled or crushed.
             * @default false
             */
            handledWithCare: boolean;
        };
        /** @description What a customer thinks of the rider of one delivery. */
        RiderReviewRequest: {
            deliveryId: components["schemas"]["Id"];
            rating: components["schemas"]["Stars"];
            text?: components["schemas"]["ReviewText"];
            indicators?: components["schemas"]["RiderIndicators"];
        };
        /** @description A stored review. */
        RiderReview: {
            customerId: components["schemas"]["Id"];
            deliveryId: components["schemas"]["Id"];
            rating: components["schemas"]["Stars"];
            /** @description The customer's words; null when there are none. */
            text: string | null;
            indicators: components["schemas"]["RiderIndicators"];
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: DateTime;
        };
        /** @description A vendor, and where it is. */
        SeenVendor: {
            vendorId: components["schemas"]["Id"];
            /** @description Its name. */
            name: string;
            /** @description Whether customers see it. */
            approved: boolean;
            /**
             * Format: double
             * @description Stars; null before anybody has given any.
             */
            rating: number | null;
            /**
             * Format: double
             * @description Degrees.
             */
            latitude: number;
            /**
             * Format: double
             * @description Degrees.
             */
            longitude: number;
        };
        /** @description One page. */
        VendorPage: {
            /** @description By id. */
            items: components["schemas"]["SeenVendor"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The delivery of a paid order. */
        SeenDelivery: {
            deliveryId: components["schemas"]["Id"];
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it came so far.
             */
            updatedAt: DateTime;
        } | null;
        /** @description An order, without whose it is. */
        SeenOrder: {
            orderId: components["schemas"]["Id"];
            vendorId: components["schemas"]["Id"];
            status: components["schemas"]["OrderStatus"];
            total: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: double
             * @description Degrees.
             */
            latitude: number;
            /**
             * Format: double
             * @description Degrees.
             */
            longitude: number;
            delivery: components["schemas"]["SeenDelivery"];
            createdAt: components["schemas"]["OrderedAt"];
        };
        /** @description One page. */
        SeenOrderPage: {
            /** @description The newest first. */
            items: components["schemas"]["SeenOrder"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /** @description An HTML page that works without scripts. */
        Page: string;
        /** @description The form of the payment page. */
        Settlement: {
            /**
             * @description What the customer's bank is to say.
             * @enum {string}
             */
            decision: "approve" | "decline";
            /** @description From the page. It ties the form to this payment and to the hour in which the page was shown. */
            token: string;
        };
        /** @description The event's id, the same with every attempt. Keep those that you have seen. */
        EventId: string;
        /** @description The version of this interface. */
        EventApiVersion: string;
        /**
         * @description There is one shop.
         * @constant
         */
        EventEnvironment: "live";
        /** @description What the event is about. */
        EventResource: {
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "payment" | "delivery";
            /** @description Null, since there is one shop. Receivers of several APIs read the same form. */
            providerId: string | null;
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Rises with each event of the resource. Leave out what is older than what you know.
             */
            version: number;
        };
        /** @description A payment attempt that is settled. */
        PaymentOutcome: {
            reference: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            customerId: components["schemas"]["Id"];
            amount: components["schemas"]["Kobo"];
            currency: components["schemas"]["Currency"];
            paymentMethod: components["schemas"]["PaymentMethod"];
            status: components["schemas"]["AttemptStatus"];
            /** @description The delivery that a success has begun. */
            deliveryId: string | null;
            /**
             * Format: date-time
             * @description When the attempt was made.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description Until when it could be paid.
             */
            expiresAt: DateTime;
            /**
             * Format: date-time
             * @description When it was settled.
             */
            settledAt: DateTime | null;
        };
        /** @description What has become of a payment. */
        PaymentEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @enum {string}
             */
            type: "payment.succeeded" | "payment.failed" | "payment.abandoned" | "payment.reversed";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["EventEnvironment"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: DateTime;
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["PaymentOutcome"];
        };
        /** @description A delivery, and whose it is. */
        MovedDelivery: {
            deliveryId: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            customerId: components["schemas"]["Id"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description From PENDING to `status`. */
            steps: components["schemas"]["DeliveryStep"][];
            /**
             * Format: date-time
             * @description When the order was paid.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When it last changed its status.
             */
            updatedAt: DateTime;
        };
        /** @description A delivery has begun, or made a step. */
        DeliveryEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @enum {string}
             */
            type: "delivery.created" | "delivery.moved";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["EventEnvironment"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: DateTime;
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["MovedDelivery"];
        };
    };
    responses: {
        /** @description A parameter is missing, unknown or does not match the contract. Sending the same request again fails again. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Accept` header allows none of the media types of this operation. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unexpected: something went wrong on our side, and the outcome of the request is unknown. Retry only what may safely be done twice. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
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
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that the request names does not exist, or belongs to another customer, which is answered the same way. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or something in the request does not match the contract. Correct it before you send it again. */
        InvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The vendor takes no orders at this hour. */
        VendorClosed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this operation accepts, before or after decompression. Send it in smaller parts. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation does not accept this `Content-Type` or `Content-Encoding`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The vendor does not deliver that far, or does not sell one of the meals now. */
        CannotBeQuoted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The customer has 50 addresses already. */
        TooManyAddresses: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quote has expired, is used up or is for another place, or the Idempotency-Key belongs to another request or to one that is still being worked on. After QUOTE codes and ADDRESS_NOT_QUOTED ask for a new quote. */
        CannotBeOrdered: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order has an open attempt already (`details.reference`), is paid, or was cancelled; or the Idempotency-Key belongs to another request or to one that is still being worked on. */
        CannotBePaid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter does not match the contract, or the cursor was not issued by this list. */
        InvalidList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The delivery has ended, and its last step was received: nothing comes any more. */
        DeliveryOver: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The customer has five streams open. End one, or wait for `Retry-After` seconds. */
        TooManyStreams: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The delivery has not reached the customer, or was reviewed before. */
        CannotBeReviewed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no access token of an operator of the installation, or it has expired. */
        NoOperator: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The address or the form is not what the page made of it. */
        InvalidPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description There is no payment with this reference. */
        NoSuchPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description The `Accept` header does not allow HTML. */
        UnacceptablePage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description Something went wrong on our side. Load the page again to see where the payment stands. */
        FailedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description The server cannot take the request right now. */
        OverloadedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description The form was not made by this page, or too long ago, or was sent from another site. */
        ForgedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description The form is larger than the page ever makes it. */
        TooLargePage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
        /** @description The form is not encoded as HTML forms are. */
        UnsupportedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Page"];
            };
        };
    };
    parameters: {
        /**
         * @description A UUID of version 4 that you make for this request and send again with every repetition of it. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
         * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
         */
        IdempotencyKey: string;
        /**
         * @description The id of the customer.
         * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
         */
        customerId: components["schemas"]["Id"];
        /**
         * @description How many items one page holds at most.
         * @example 50
         */
        PageLimit: number;
        /**
         * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        Cursor: string;
        /**
         * @description The id of the delivery, which the paid order names.
         * @example del_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
         */
        deliveryId: components["schemas"]["Id"];
        /**
         * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
         * @example 2026-11-21T10:05:01Z
         */
        HookTimestamp: string;
        /**
         * @description The id of the current signing secret.
         * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
         */
        HookKeyId: string;
        /**
         * @description Which attempt this is.
         * @example 1
         */
        HookDeliveryAttempt: number;
        /**
         * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
         * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
         */
        HookSignature: string;
        /**
         * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
         * @example 1795255501
         */
        WebhookTimestamp: string;
        /**
         * @description The signatures of Standard Webhooks, for receivers that use its libraries.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in logs and problems. A request may bring its own `X-Request-Id` of 1 to 64 letters, digits, dots, underscores and hyphens, and gets it back; anything else is replaced by a generated id.
         * @example req_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        RequestId: string;
        /**
         * @description Wait at least this many seconds before you send the request again.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description Present, and `true`, when the answer is the stored one of an earlier request with the same Idempotency-Key.
         * @example true
         */
        IdempotencyReplayed: "true";
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
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listNearbyVendors: {
        parameters: {
            query: {
                /**
                 * @description Where the customer is, degrees north.
                 * @example 6.435
                 */
                latitude: components["schemas"]["Latitude"];
                /**
                 * @description Where the customer is, degrees east.
                 * @example 3.428
                 */
                longitude: components["schemas"]["Longitude"];
                /**
                 * @description Which page, from 1. Pages after the last are empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many vendors one page holds at most.
                 * @example 20
                 */
                pageSize?: number;
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
                    "application/json": components["schemas"]["NearbyVendors"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listVendorMeals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the vendor.
                 * @example ven_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d01
                 */
                vendorId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The menu. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description The quote. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["VendorClosed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CannotBeQuoted"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the quote.
                 * @example quo_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                quoteId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerRequest"];
            };
        };
        responses: {
            /** @description The customer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidBody"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createCustomerAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressRequest"];
            };
        };
        responses: {
            /** @description The address. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["TooManyAddresses"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    makeCustomerAddressActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressChoice"];
            };
        };
        responses: {
            /** @description The address, now active. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteCustomerAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressChoice"];
            };
        };
        responses: {
            /** @description The addresses that are left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    fetchCustomerAddresses: {
        parameters: {
            query: {
                /**
                 * @description Whose addresses.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    checkout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description The order and its payment attempt. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeOrdered"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createPaymentAttempt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description The new attempt. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBePaid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getPaymentAttempt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reference from checkout.
                 * @example pay_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8c02
                 */
                reference: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAttempt"];
                };
            };
            400: components["responses"]["InvalidParameter"];
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
                 * @description Only orders that have this status now.
                 * @example PAID
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters and the environment it was issued for.
                 * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["parameters"]["customerId"];
            };
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
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
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
                 * @description The id of the customer.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["parameters"]["customerId"];
                /**
                 * @description The id of the order.
                 * @example ord_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8c11
                 */
                orderId: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["parameters"]["customerId"];
                /**
                 * @description The id of the delivery, which the paid order names.
                 * @example del_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                deliveryId: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    followDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `id` of the last event that was received; the stream goes on after it.
                 * @example 1
                 */
                "Last-Event-ID"?: number;
            };
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["parameters"]["customerId"];
                /**
                 * @description The id of the delivery, which the paid order names.
                 * @example del_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                deliveryId: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, as they are made. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description No cache is to keep events.
                     * @example no-store
                     */
                    "Cache-Control": "no-store";
                    /**
                     * @description Proxies that know it pass each event on at once.
                     * @example no
                     */
                    "X-Accel-Buffering": "no";
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["DeliveryEvents"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["DeliveryOver"];
            429: components["responses"]["TooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    reviewRider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Who reviews.
                 * @example cus_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                customerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RiderReviewRequest"];
            };
        };
        responses: {
            /** @description The review. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiderReview"];
                };
            };
            400: components["responses"]["InvalidBody"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeReviewed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAllVendors: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
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
                    "application/json": components["schemas"]["VendorPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAllOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
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
                    "application/json": components["schemas"]["SeenOrderPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    showPaymentPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reference from checkout.
                 * @example pay_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8c02
                 */
                reference: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["Page"];
                };
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NoSuchPage"];
            406: components["responses"]["UnacceptablePage"];
            500: components["responses"]["FailedPage"];
            503: components["responses"]["OverloadedPage"];
        };
    };
    settlePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reference from checkout.
                 * @example pay_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8c02
                 */
                reference: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["Settlement"];
            };
        };
        responses: {
            /** @description How the payment ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["Page"];
                };
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForgedPage"];
            404: components["responses"]["NoSuchPage"];
            406: components["responses"]["UnacceptablePage"];
            413: components["responses"]["TooLargePage"];
            415: components["responses"]["UnsupportedPage"];
            500: components["responses"]["FailedPage"];
            503: components["responses"]["OverloadedPage"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The event's name.
                 * @example payment.succeeded
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. What else the answer says is not looked at. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other answer, a redirect included, and none within 15 seconds, is a failure: the event is sent again, eight times in all. `Retry-After` makes a wait longer; 410 disables the endpoint. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDeliveryEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The event's name.
                 * @example payment.succeeded
                 */
                "Hook-Event-Type": string;
                /**
                 * @description When this attempt was signed, in UTC. Refuse what is more than five minutes from your clock.
                 * @example 2026-11-21T10:05:01Z
                 */
                "Hook-Timestamp": components["parameters"]["HookTimestamp"];
                /**
                 * @description The id of the current signing secret.
                 * @example whk_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                "Hook-Key-Id": components["parameters"]["HookKeyId"];
                /**
                 * @description Which attempt this is.
                 * @example 1
                 */
                "Hook-Delivery-Attempt": components["parameters"]["HookDeliveryAttempt"];
                /**
                 * @description `v1=` and the HMAC-SHA256 of `<Hook-Timestamp>.<Hook-Event-Id>.<raw body>` in lower-case hex, keyed with the whole secret, `whsec_` included. One for each active secret, separated by commas; one that matches is enough.
                 * @example v1=6f5902ac237024bdd0c176cb93063dc4d1b5a3b3e6b2b1e4f8a1c0d2e3f40516
                 */
                "Hook-Signature": components["parameters"]["HookSignature"];
                /**
                 * @description The event's id, where Standard Webhooks looks for it.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description The moment of Hook-Timestamp in seconds since 1970, for Standard Webhooks.
                 * @example 1795255501
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signatures of Standard Webhooks, for receivers that use its libraries.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. What else the answer says is not looked at. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other answer, a redirect included, and none within 15 seconds, is a failure: the event is sent again, eight times in all. `Retry-After` makes a wait longer; 410 disables the endpoint. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
