// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask how to sign in
         * @description Tells whether people can sign in at an OpenID provider. A link of `accord console` is always good.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in at the provider
         * @description Answers the address at the OpenID provider to which the browser goes. The provider sends it back to `/console/sign-in` of this server, with parameters that completeProviderSignIn takes together with the `attempt`. PKCE, state and nonce are in it, encrypted.
         */
        post: operations["beginProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/provider/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with what the provider has answered
         * @description Turns what the provider has sent the browser back with into a session, which is set as a cookie as createSession does. The person is who has a role under the e-mail address that the provider has verified. Whoever has none gets no session.
         */
        post: operations["completeProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/provider/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out here and at the provider
         * @description Ends the session as endSession does, and answers the address at which the provider ends its own (OpenID Connect RP-Initiated Logout). The provider sends the browser back to `/console`. There is no such address for a session that did not begin at the provider, where the provider has none or cannot be reached, and where the server is not set to sign people out there.
         */
        post: operations["signOutAtProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
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
         * @description Turns the code of a sign-in link into a session. The session is set as a cookie: named `__Host-accord` where the request came over HTTPS, and `accord` otherwise. A code is good once.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Tells who is signed in, what they have a role in, and the token that writes carry.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session everywhere within five seconds, its access tokens with it, and takes the cookie back.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for another API
         * @description Answers a token for one project, for a business as a whole, or for the installation, in one environment. Other APIs take it as `x-api-key`; what it may do there follows from the person's role at the time of each request.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/businesses/{businessId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists the keys of the business and its projects, the newest first, those that are revoked included.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Makes a key and shows it, once. Only an owner of the business may.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/businesses/{businessId}/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description Ends a key for good, everywhere within five seconds. Repeating it changes nothing. Only an owner of the business may.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/businesses/{businessId}/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Lists what was done to the keys, projects and secrets of the business, the newest first.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/businesses/{businessId}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotas
         * @description Tells how much of each quota of a project, or of the business as a whole, is used in an environment. What counts by the minute is what was used in this one.
         */
        get: operations["listQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tenants
         * @description Lists the businesses of the installation, by slug, with how much belongs to each. For operators of the installation alone.
         */
        get: operations["listTenants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Counts the jobs of the queue by kind and state, and says since when. At most 200,000 jobs are looked at. For operators of the installation alone.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List nodes
         * @description Tells which processes are connected to the database, and which nodes the database has. For operators of the installation alone.
         */
        get: operations["listNodes"];
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
        /** @description An OpenID provider; null where the server is connected with none. */
        Provider: {
            /** @description What people call it. */
            name: string;
        } | null;
        /** @description How people sign in here. */
        SignInMethods: {
            provider: components["schemas"]["Provider"];
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
        /** @description A sign-in that has begun. */
        ProviderSignIn: {
            /** @description Where the browser goes. */
            url: string;
            /** @description Kept by the page that began it, and sent with the provider's answer. */
            attempt: string;
            /**
             * Format: date-time
             * @description Until when the answer is taken.
             */
            expiresAt: DateTime;
        };
        /** @description What the browser has come back with. */
        ProviderAnswer: {
            /** @description The `attempt` of beginProviderSignIn. */
            attempt: string;
            /** @description The query of the address that the provider has sent the browser to, without its question mark. */
            answer: string;
        };
        /** @description Somebody who signs in. */
        Person: {
            /**
             * Format: uuid
             * @description The person.
             */
            id: string;
            /** @description An e-mail address, or the name of the user of the machine. */
            name: string;
            /** @description Whether the person operates the whole installation, and so is an owner of every business. */
            everywhere: boolean;
        };
        /**
         * @description A viewer reads; an operator also does daily work; an owner also makes and revokes keys.
         * @enum {string}
         */
        Role: "viewer" | "operator" | "owner";
        /** @description A project of the business. */
        ProjectSummary: {
            /**
             * Format: uuid
             * @description The project.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its short name. */
            slug: string;
            /** @description Whether it takes and answers anything. */
            active: boolean;
        };
        /** @description A business, and what the person may do in it. */
        Membership: {
            /**
             * Format: uuid
             * @description The business.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its short name. */
            slug: string;
            role: components["schemas"]["Role"];
            /** @description Its projects, by slug. */
            projects: components["schemas"]["ProjectSummary"][];
        };
        /** @description Who is signed in, until when, and what they have a role in. */
        Session: {
            person: components["schemas"]["Person"];
            /** @description What every write carries as `X-CSRF-Token`. */
            csrfToken: string;
            /**
             * Format: date-time
             * @description When the session ends by itself.
             */
            expiresAt: DateTime;
            /** @description The businesses in which the person has a role, by slug. */
            businesses: components["schemas"]["Membership"][];
        };
        /** @description Where signing out goes on. */
        ProviderSignOut: {
            /** @description Where the browser goes; null where there is nothing left to do. */
            url: string | null;
        };
        /** @description What a sign-in link says after its `#`. */
        SignIn: {
            /** @description The code of the link, good once. */
            code: string;
        };
        /**
         * @description Test and live data never meet.
         * @enum {string}
         */
        Environment: "test" | "live";
        /** @description Whose data the token is for. */
        AccessTokenInput: {
            /**
             * Format: uuid
             * @description A business in which the person has a role. Null for the installation, which only its operators may ask for.
             */
            businessId: string | null;
            /**
             * Format: uuid
             * @description One of its projects; the business as a whole when left out, as the insurance API asks for.
             */
            projectId?: string | null;
            environment: components["schemas"]["Environment"];
        };
        /** @description A token that other APIs take in place of an API key. */
        AccessToken: {
            /** @description To be sent as `x-api-key`. */
            token: string;
            /**
             * Format: date-time
             * @description Until when it is good. Ask for another one before.
             */
            expiresAt: DateTime;
            role: components["schemas"]["Role"];
            /** @description What it may do where operations name scopes. */
            scopes: string[];
        };
        /** @description A key without its secret. */
        ApiKey: {
            /** @description The public half of the key. */
            id: string;
            /**
             * Format: uuid
             * @description The project that it is for; null for the business as a whole.
             */
            projectId: string | null;
            environment: components["schemas"]["Environment"];
            /** @description What it may do. */
            scopes: string[];
            /**
             * @description An inactive key is switched off and can come back; a revoked one cannot.
             * @enum {string}
             */
            state: "active" | "inactive" | "revoked";
            /** @description What it is for. */
            label: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When it was last used, to the hour; null where it never was.
             */
            lastUsedAt: DateTime | null;
        };
        /** @description One page of keys. */
        ApiKeyPage: {
            /** @description The keys, the newest first. */
            items: components["schemas"]["ApiKey"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description Something that a key of a project may do.
         * @enum {string}
         */
        Scope: "ingest:write" | "symbols:upload" | "symbols:read" | "symbols:reprocess" | "events:read" | "issues:write" | "metrics:read" | "traces:read";
        /** @description A key to make. */
        ApiKeyInput: {
            /**
             * Format: uuid
             * @description The project that it is for; the business as a whole when left out, as the insurance API asks for.
             */
            projectId?: string | null;
            environment: components["schemas"]["Environment"];
            /** @description What it may do; `ingest:write` for a project and nothing for a business when left out. */
            scopes?: components["schemas"]["Scope"][];
            /** @description What it is for, in your own words. */
            label?: string;
        };
        /** @description A new key, with its secret. */
        IssuedApiKey: {
            /** @description The public half of the key. */
            id: string;
            /** @description The whole key, as it is sent. This is the only time that it is shown. */
            key: string;
        };
        /** @description Something that was done, written together with the deed. It never holds a secret. */
        AuditEvent: {
            /**
             * Format: uuid
             * @description The event; later events have greater ids.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: DateTime;
            /** @description What was done, for example `api_key.revoked`. */
            action: string;
            /**
             * @description Whether an operator at the command line, a key, an integrator or a person did it.
             * @enum {string}
             */
            actorKind: "operator" | "api-key" | "integrator" | "user";
            /** @description Who did it. */
            actor: string;
            /** @description The id of what was changed. */
            subject: string;
            /** @description What else there is to know, by name. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description One page of the audit log. */
        AuditEventPage: {
            /** @description The events, the newest first. */
            items: components["schemas"]["AuditEvent"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A quota, and how much of it is used. */
        QuotaUse: {
            /** @description The API that keeps it. */
            api: string;
            /** @description The name that refusals carry. */
            name: string;
            /**
             * @description The unit of what is counted.
             * @enum {string}
             */
            unit: "records" | "requests" | "bytes" | "series" | "files";
            /**
             * @description The time that it is for; null for what is kept.
             * @enum {string|null}
             */
            per: "minute" | "day" | null;
            /**
             * Format: int64
             * @description How much is used.
             */
            used: number;
            /**
             * Format: int64
             * @description How much may be used.
             */
            limit: number;
        };
        /** @description How much of each quota is used. */
        Quotas: {
            /** @description By API. */
            items: components["schemas"]["QuotaUse"][];
        };
        /** @description A business, and how much belongs to it. */
        Tenant: {
            /**
             * Format: uuid
             * @description The business.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its short name. */
            slug: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description When it was let into production; null before.
             */
            productionActivatedAt: DateTime | null;
            /**
             * Format: int32
             * @description How many projects it has.
             */
            projects: number;
            /**
             * Format: int32
             * @description How many people have a role in it.
             */
            people: number;
            /**
             * Format: int32
             * @description How many API keys it has that are not revoked.
             */
            keys: number;
        };
        /** @description One page of businesses. */
        TenantPage: {
            /** @description By slug. */
            items: components["schemas"]["Tenant"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Jobs of one kind in one state. */
        JobCount: {
            /** @description The name of the kind. */
            kind: string;
            /**
             * @description A queued job is due, a scheduled one is not yet; a retrying one has failed and runs again; a failed one was given up.
             * @enum {string}
             */
            state: "queued" | "scheduled" | "running" | "retrying" | "failed";
            /**
             * Format: int32
             * @description How many.
             */
            jobs: number;
            /**
             * Format: date-time
             * @description Since when the first of them is so; of scheduled ones, when the first is due; of retrying ones, when it was queued.
             */
            oldest: DateTime;
        };
        /** @description One page of kinds of jobs. */
        JobPage: {
            /** @description By kind and state. */
            items: components["schemas"]["JobCount"][];
            /** @description Where the next page begins; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A process of Accord. */
        Process: {
            /** @description What it does. `start` does everything. */
            role: string;
            /** @description The machine or container, up to 24 characters of its name. */
            host: string;
            /**
             * Format: int64
             * @description Its number there.
             */
            pid: number;
            /**
             * Format: int32
             * @description How many connections it has.
             */
            connections: number;
        };
        /** @description A node of the database. */
        DatabaseNode: {
            /** @description Its host and port. */
            address: string;
            /**
             * @description A coordinator takes statements, a worker has rows.
             * @enum {string}
             */
            role: "coordinator" | "worker";
            /** @description Whether rows of tenants lie there. */
            takesTenants: boolean;
            /** @description Whether it answers. */
            answers: boolean;
        };
        /** @description What the installation runs on. */
        Nodes: {
            /** @description Processes that are connected to the database. */
            processes: components["schemas"]["Process"][];
            /**
             * Format: int64
             * @description What a single PostgreSQL holds; null on a cluster.
             */
            databaseBytes: number | null;
            /** @description The nodes of a cluster; none of a single PostgreSQL. */
            databaseNodes: components["schemas"]["DatabaseNode"][];
        };
    };
    responses: {
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
        /** @description Too many sign-ins from one address within a minute. Wait as long as `Retry-After` says. */
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
        /** @description The provider cannot be reached, answers what it must not, or does not know this server; or this server is connected with none. `detail` says which. */
        ProviderUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or the body does not match this document. Correct everything that `fieldErrors` lists before you send it again. */
        InvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The provider has refused, or its answer belongs to no attempt that is still open: begun more than ten minutes ago, in another browser, or used before. Begin again. */
        ProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The provider knows the person, and nobody has given them a role here; or it does not say that their e-mail address is verified. */
        NobodyHere: {
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
        /** @description There is no session, or it has ended. Sign in again. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The person's role does not allow this, or the write has no valid `X-CSRF-Token`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The code is unknown, used or too old. Ask for another link. */
        SignInRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing under this id in a business that the person has a role in. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is unknown or does not match the contract, or the cursor does not belong to this list. Start again without a cursor. */
        InvalidListParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Only an operator of the installation may see this. */
        NotTheOperator: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The `csrfToken` of getSession, which only a page of this server can read.
         * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
         */
        CsrfToken: string;
        /**
         * @description The business, from getSession.
         * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
         */
        BusinessId: string;
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
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    beginProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to go. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignIn"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnavailable"];
            503: components["responses"]["Overloaded"];
        };
    };
    completeProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAnswer"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The session's cookie, which scripts cannot read.
                     * @example __Host-accord=0198c1f2; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["ProviderRefused"];
            403: components["responses"]["NobodyHere"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnavailable"];
            503: components["responses"]["Overloaded"];
        };
    };
    signOutAtProvider: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `csrfToken` of getSession, which only a page of this server can read.
                 * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
                 */
                "X-CSRF-Token": components["parameters"]["CsrfToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Takes the cookie back.
                     * @example __Host-accord=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignOut"];
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
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The session's cookie, which scripts cannot read.
                     * @example accord=0198c1f2; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["SignInRefused"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `csrfToken` of getSession, which only a page of this server can read.
                 * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
                 */
                "X-CSRF-Token": components["parameters"]["CsrfToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Takes the cookie back.
                     * @example accord=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `csrfToken` of getSession, which only a page of this server can read.
                 * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
                 */
                "X-CSRF-Token": components["parameters"]["CsrfToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenInput"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["InvalidBody"];
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
    listApiKeys: {
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
            path: {
                /**
                 * @description The business, from getSession.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                businessId: components["parameters"]["BusinessId"];
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
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `csrfToken` of getSession, which only a page of this server can read.
                 * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
                 */
                "X-CSRF-Token": components["parameters"]["CsrfToken"];
            };
            path: {
                /**
                 * @description The business, from getSession.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                businessId: components["parameters"]["BusinessId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyInput"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            400: components["responses"]["InvalidBody"];
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
    revokeApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `csrfToken` of getSession, which only a page of this server can read.
                 * @example q0Yk3Jm7f2m1Xv0oQx8Rr4Zt6Bn5Wc9Hs1Lp3Kd7Ge0
                 */
                "X-CSRF-Token": components["parameters"]["CsrfToken"];
            };
            path: {
                /**
                 * @description The business, from getSession.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                businessId: components["parameters"]["BusinessId"];
                /**
                 * @description The part of the key before the colon.
                 * @example sk_test_0123456789abcdef01234567
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAuditEvents: {
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
            path: {
                /**
                 * @description The business, from getSession.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                businessId: components["parameters"]["BusinessId"];
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
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listQuotas: {
        parameters: {
            query: {
                /**
                 * @description Test and live data have quotas of their own.
                 * @example test
                 */
                environment: components["schemas"]["Environment"];
                /**
                 * @description A project of the business. Those of the business as a whole when left out.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a02
                 */
                projectId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The business, from getSession.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                businessId: components["parameters"]["BusinessId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotas"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTenants: {
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
                    "application/json": components["schemas"]["TenantPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotTheOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listJobs: {
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
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            400: components["responses"]["InvalidListParameter"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotTheOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The processes and nodes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nodes"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotTheOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
}
