// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the service is up
         * @description Answers as long as the service and its database run. No key is needed.
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
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description The OpenAPI 3.1 document, with the address that you called as its first server. No key is needed.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document as a page
         * @description This document, rendered for people. No key is needed.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/taxonomy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the taxonomy
         * @description The classes, categories and product types in use.
         */
        get: operations["getTaxonomy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description The products that you may sell in the environment of your key, by `providerId` and then `productId`, in pages. With `q` there is a single page of at most `limit` matches, and `nextCursor` is null.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{providerId}/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description A product with its config, which is read from the insurer. When the insurer gives no usable answer within five seconds, `config` is null and `configStatus` says so; the rest is there all the same.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commercial-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List commercial rates
         * @description What you earn with each product that you may sell in the environment of your key, by `providerId` and then `productId`, in pages.
         */
        get: operations["listCommercialRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{providerId}/{productId}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a form
         * @description The form of a product for one occasion, as the insurer has it now. Keep `formId` and `formVersion`: a quote names the form that its answers belong to. Forms other than for new business can be shown; there is nothing to send their answers to yet.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{providerId}/{formId}/{formVersion}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load the options of a field
         * @description One page of the options of a `remote_choice` field, from a form that you have fetched. A searchable field wants a `query` of at least `minQueryLength` characters.
         */
        post: operations["listFieldOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve an upload
         * @description Reserves a place for one file and tells where to send its bytes. Quote the `fileId` wherever a file is asked for. Where no insurer is named, Accord keeps the file: its address takes the bytes once (412 afterwards), a place that nothing is sent to within its time is free again two hours later, and a file is deleted when no quote and no purchase has named it for 30 days. Kept files have 10 GiB together, unless agreed otherwise.
         */
        post: operations["reserveUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare products
         * @description One row for each product of a type that you may sell, all with the same coverage and attributes. Premiums are those that insurers have published. With `quotes`, insurers are asked for an indicative quote where none is published: those of the first rows in the order asked for, at most ten. Such a quote cannot be bought. What an insurer does not answer in a few seconds is missing in its rows, and the others are answered all the same.
         *
         *     An Idempotency-Key makes repeating safe for each product. The comparison itself is made anew every time: a key that was used with other inputs only takes the quotes of the products concerned (`QUOTE_FAILED`). Country, currency and channel go to the insurers that are asked and leave out no rows.
         */
        post: operations["compareProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotes
         * @description Your quotes in the order in which they were made, newest first, in pages. Quotes of one moment have that order too.
         */
        get: operations["listQuotes"];
        put?: never;
        /**
         * Ask for a quote
         * @description Asks the insurer for a price that binds it until `expiresAt`. The answers go into `configuration`: those to the form's fields by `fieldId`, and choices of the product's config by `choiceId`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quotes/{providerId}/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote
         * @description The quote as it was given, and what has become of it.
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
    "/api/v1/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchases
         * @description Your purchases in the order in which they were made, newest first, in pages. Purchases of one moment have that order too.
         */
        get: operations["listPurchases"];
        put?: never;
        /**
         * Buy a quote
         * @description Turns a usable quote into a policy. Collect the premium first: `payment` must be the quote's total, and no other currency may be named than the quote's. A quote is bought once, as it stands, also when you may not sell its product any more. After 5XX it may be unknown whether the policy was issued: send the same request with the same Idempotency-Key until you know. If you do not, it is settled without you, and the events `purchase.created` and `policy.issued` tell. A refusal with 409 or 422 is final, unless its code ends in `_IN_PROGRESS`: the request has bought nothing and will not.
         */
        post: operations["createPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/purchases/{providerId}/{purchaseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a purchase
         * @description The purchase as it was made.
         */
        get: operations["getPurchase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies
         * @description Your policies in the order in which they were made, newest first, in pages. Policies of one moment have that order too. Each row carries the policy as its insurer last described it, and its status as it has become known since; no insurer is asked for the list.
         */
        get: operations["listPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a policy
         * @description The policy as it stands now; the insurer is asked. When it has been cancelled or come to its end behind your back, you also get the event.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description The documents of a policy; the insurer is asked. Each is announced once with `document.available`, without being asked for on the first day after the policy is bought, renewed or endorsed.
         */
        get: operations["listPolicyDocuments"];
        put?: never;
        /**
         * Attach a document
         * @description Gives the insurer a file for a policy, which was reserved with it and uploaded. It stands among the documents from then on, and is announced with `document.available` as the others are.
         */
        post: operations["attachPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description The bytes of a document, always as an attachment: it is to be saved and not shown, whatever an insurer calls it. `Content-Type` is the insurer's where that is well formed, otherwise `application/octet-stream`. Documents of up to 10 MiB are passed on, at most eight at the same time; more are answered 503 with `Retry-After`.
         */
        get: operations["downloadPolicyDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a policy
         * @description Asks the insurer to end a policy. `outcome` tells whether it did so outright or first looks at the request; then `policy.cancelled` follows when it has decided.
         */
        post: operations["cancelPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}/renewals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a renewal
         * @description Asks the insurer what another term of a policy would cost, by the answers to the form that getForm serves for `renewal`. The quote is bought as any other is; then the policy, under the id that it has, lasts until the end of that term, and `policy.renewed` tells so.
         */
        post: operations["requestRenewal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{providerId}/{policyId}/endorsements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an endorsement
         * @description Asks the insurer what a change of a policy would cost for what is left of its term, by the answers to the form that getForm serves for `endorsement`. The quote is bought as any other is, also one of nothing; then the policy has its new terms, and `policy.endorsed` tells so.
         */
        post: operations["requestEndorsement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List claims
         * @description Your claims in the order in which they were opened, newest first, in pages, each as it was last heard of; no insurer is asked for the list.
         */
        get: operations["listClaims"];
        put?: never;
        /**
         * Open a claim
         * @description Reports a loss to the insurer of a policy, with the answers to the form that getForm serves for `claim` and with files that were uploaded. A policy has one claim for a day of loss, until that is rejected: of two reports at once, one opens it and the other is answered `CLAIM_ALREADY_OPENED`, whose `details.claimId` names it. Follow the claim by its events, or read it.
         */
        post: operations["createClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/claims/{providerId}/{claimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a claim
         * @description The claim as it stands now; the insurer is asked. What has changed is also told by an event. Without being asked for, open claims are looked at every minute at first, and ever less often.
         */
        get: operations["getClaim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/claims/{providerId}/{claimId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a file to a claim
         * @description Gives the insurer another file, for example the one that its `note` asks for while the claim is INFORMATION_REQUESTED. A file is attached once, and a claim that is decided takes none.
         */
        post: operations["attachToClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What was sent to your endpoints in the environment of your key, newest first, in pages. An event stands above what caused it, also where both are of one moment.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description A delivery with the body that is signed, and the endpoint that it goes to.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Queues a delivery from its first attempt: it is sent within seconds, so 200 does not mean that it has arrived. One that has succeeded is not sent again.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/events/{eventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Queues the deliveries of one event from their first attempt, to every enabled endpoint that wants it, also where the endpoint was disabled or did not name the event when it happened. What has arrived is sent again only when you say so; what is being sent at this moment is left alone.
         */
        post: operations["replayWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a period again
         * @description Does for the events of a period, the oldest first, what replayWebhookEvent does for one: after an outage of yours, or for an endpoint that is new. Events are kept for 30 days. One call takes 500 events; `nextCursor` goes on with the same period.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Your endpoints in the environment of your key, by `createdAt`, oldest first, and those of one moment by `endpointId`. There are at most ten.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register an endpoint
         * @description From now on the named events are sent there, signed with `secret`. The secret is shown in this answer only; a repeated request gets the endpoint without it.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint
         * @description One endpoint. Its secret cannot be read.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove an endpoint
         * @description Nothing more is sent there; deliveries that were still to be sent fail.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Changes what is given and leaves the rest. Disabling an endpoint fails every delivery that was still to be sent to it.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the secret
         * @description Makes a new secret and shows it in this answer only. The previous one signs beside it for 24 hours, so that receivers can change over in peace. A repeated request gets the endpoint without the secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a signed `webhook.test` now, whatever the endpoint subscribes to, and answers what the receiver replied. It is not repeated and not in the list of deliveries. Nothing leaves for an endpoint that is disabled. With a test key, a 2xx ticks off the step WEBHOOK_TEST on the way to production.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event names
         * @description Every event that an endpoint can subscribe to.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "quote.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * quote.created
         * @description An insurer has given a quote. Show it to whoever is to decide; it can be bought until it expires.
         */
        post: operations["receiveQuoteCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.expired": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * quote.expired
         * @description A quote can no longer be bought; its time is up, or its insurer says so. Ask for a new one before you collect a premium.
         */
        post: operations["receiveQuoteExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "purchase.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * purchase.created
         * @description A quote was bought. Keep the purchase with your payment; the policy follows.
         */
        post: operations["receivePurchaseCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.issued": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.issued
         * @description A purchase has become a policy. Tell the customer, and hand out the documents as they become available.
         */
        post: operations["receivePolicyIssued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.cancellation_requested": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.cancellation_requested
         * @description The insurer looks at a request to cancel the policy, which stays in force until it has decided. Tell the customer that nothing is decided yet.
         */
        post: operations["receivePolicyCancellationRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.cancelled": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.cancelled
         * @description The insurer has cancelled the policy. The customer is no longer covered. Ask the insurer, or the answer of cancelPolicy, what is refunded.
         */
        post: operations["receivePolicyCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.expired": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.expired
         * @description The last day of the policy is over. Offer a renewal.
         */
        post: operations["receivePolicyExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.renewed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.renewed
         * @description A renewal was bought: the policy goes on for another term. Hand out the documents as they become available.
         */
        post: operations["receivePolicyRenewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "policy.endorsed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * policy.endorsed
         * @description An endorsement was bought: the policy has the terms that it asks for. Hand out the documents as they become available.
         */
        post: operations["receivePolicyEndorsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.available": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * document.available
         * @description A document of a policy can be downloaded, which downloadPolicyDocument does. The resource is the policy.
         */
        post: operations["receiveDocumentAvailable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * claim.created
         * @description A loss was reported, and the insurer looks at it. Keep the claim with its policy.
         */
        post: operations["receiveClaimCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.information_requested": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * claim.information_requested
         * @description The insurer wants to know more before it decides. Ask the customer for what `note` names, upload it and attach it with attachToClaim.
         */
        post: operations["receiveClaimInformationRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.approved": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * claim.approved
         * @description The insurer will pay what `approved` says. Tell the customer.
         */
        post: operations["receiveClaimApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.rejected": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * claim.rejected
         * @description The insurer will not pay, and `note` says why. Tell the customer.
         */
        post: operations["receiveClaimRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.paid": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * claim.paid
         * @description The insurer has paid what it had approved. Nothing more follows.
         */
        post: operations["receiveClaimPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.failing": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * webhook_endpoint.failing
         * @description Another of your endpoints has failed five times in a row. The event goes to your remaining endpoints only. Repair the receiver, then use replay to catch up.
         */
        post: operations["receiveWebhookEndpointFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * webhook_endpoint.disabled
         * @description Deliveries to another of your endpoints have stopped, either by your request or because its receiver replied 410 Gone. After enabling it again, use replay to catch up.
         */
        post: operations["receiveWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
         * webhook.test
         * @description You asked for it with the test operation. It is sent whatever the endpoint subscribes to; check the signature and answer 2xx.
         */
        post: operations["receiveWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description That the service is up, in which version, and in which build. */
        Health: {
            /**
             * @description `ok` when requests are answered.
             * @example ok
             * @enum {string}
             */
            status: "ok";
            /**
             * @description The version of this interface.
             * @example 1.0.0
             */
            version: string;
            /**
             * @description What is deployed, as whoever runs the service names it: a commit, a tag, a number. It changes with every deployment; `version` with the interface.
             * @example 7f3a90c
             */
            build: string;
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
        /** @description An OpenAPI 3.1 document. */
        OpenApiDocument: {
            /**
             * @description The version of OpenAPI that the document is written in.
             * @example 3.1.1
             */
            openapi: string;
            /** @description Title, version and introduction of the API. */
            info: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description HTML. */
        ReferencePage: string;
        /**
         * @description A code that insurers agree on, mostly from the taxonomy.
         * @example MOTOR_COMPREHENSIVE
         */
        Code: string;
        /**
         * @description A short text to show.
         * @example Aegis Drive Complete
         */
        Label: string;
        /** @description One class, category or product type. */
        TaxonomyNode: {
            code: components["schemas"]["Code"];
            name: components["schemas"]["Label"];
            /**
             * @description The code of the node one level up; null for classes.
             * @example MOTOR
             */
            parentCode: string | null;
            /**
             * Format: int32
             * @description Its place among the nodes with the same parent.
             * @example 10
             */
            sortOrder: number;
        };
        /** @description How products are ordered: classes hold categories, and categories hold product types. Each list is sorted by parent, then by `sortOrder`. */
        Taxonomy: {
            /** @description The classes of insurance. */
            classes: components["schemas"]["TaxonomyNode"][];
            /** @description The categories in the classes. */
            categories: components["schemas"]["TaxonomyNode"][];
            /** @description The product types in the categories. */
            productTypes: components["schemas"]["TaxonomyNode"][];
        };
        /**
         * @description An id. What is known by ids of insurers is named by the insurer and its id together.
         * @example aegis
         */
        Identifier: string;
        /**
         * @description ISO 3166-1 alpha-2.
         * @example NG
         */
        Country: string;
        /**
         * @description ISO 4217.
         * @example NGN
         */
        Currency: string;
        /** @description An amount in the smallest unit of its currency, or null where there is none. */
        MoneyOrNothing: {
            /**
             * Format: int64
             * @description For example kobo or cents.
             * @example 12500000
             */
            amountMinor: number;
            currency: components["schemas"]["Currency"];
        } | null;
        /**
         * @description Which data this is; the key decides.
         * @example test
         * @enum {string}
         */
        Environment: "test" | "live";
        /**
         * Format: date-time
         * @description A point in time, in UTC.
         * @example 2026-11-21T10:00:00.000Z
         */
        Moment: DateTime;
        /** @description A product that you may sell. */
        Product: {
            providerId: components["schemas"]["Identifier"];
            providerName: components["schemas"]["Label"];
            productId: components["schemas"]["Identifier"];
            name: components["schemas"]["Label"];
            /**
             * @description What a customer gets, in a few sentences.
             * @example Damage to others, damage to the vehicle, theft: insured for a year.
             */
            description: string;
            category: components["schemas"]["Code"];
            productType: components["schemas"]["Code"];
            classCode: components["schemas"]["Code"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            publishedPrice: components["schemas"]["MoneyOrNothing"];
            environment: components["schemas"]["Environment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /**
         * @description Where the next page begins. Only null ends the list; a short page does not.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        NextCursor: string | null;
        /** @description One page of products. */
        ProductPage: {
            /** @description The products of this page. May be fewer than `limit` even when more follow. */
            items: components["schemas"]["Product"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One thing that is insured. */
        Coverage: {
            code: components["schemas"]["Code"];
            name: components["schemas"]["Label"];
            /** @description False where it can be added for a price. */
            included: boolean;
            limit: components["schemas"]["MoneyOrNothing"];
            deductible: components["schemas"]["MoneyOrNothing"];
        };
        /** @description A property worth comparing. */
        ProductAttribute: {
            code: components["schemas"]["Code"];
            name: components["schemas"]["Label"];
            /**
             * @description As the insurer words it.
             * @example 12 months
             */
            value: string;
        };
        /** @description A value to choose and how to show it. */
        Option: {
            /**
             * @description What to send as the answer.
             * @example toyota
             */
            value: string;
            label: components["schemas"]["Label"];
        };
        /** @description Something about the cover that the customer chooses. */
        ConfigurationChoice: {
            choiceId: components["schemas"]["Identifier"];
            label: components["schemas"]["Label"];
            /** @description One of these goes into `configuration` under the choice's id. */
            values: components["schemas"]["Option"][];
            /**
             * @description What holds when nothing is chosen.
             * @example standard
             */
            default: string;
        };
        /**
         * @description The occasion of a form. Quotes take `new_business`, claims `claim`, renewals and endorsements theirs; the form of a `cancellation` can be fetched and shown.
         * @example new_business
         * @enum {string}
         */
        FormContext: "new_business" | "renewal" | "endorsement" | "claim" | "cancellation";
        /** @description What the product covers, and what can be chosen. Null when the insurer could not be asked. */
        ProductConfig: {
            /** @description What the product pays for. */
            coverages: components["schemas"]["Coverage"][];
            /** @description Facts that are worth comparing, such as a waiting period. */
            attributes: components["schemas"]["ProductAttribute"][];
            /** @description What a customer chooses between, such as a plan. */
            choices: components["schemas"]["ConfigurationChoice"][];
            /** @description For which occasions there is a form. */
            contexts: components["schemas"]["FormContext"][];
        } | null;
        /** @description A product, and what it covers and lets the customer choose. */
        ConfiguredProduct: {
            providerId: components["schemas"]["Identifier"];
            providerName: components["schemas"]["Label"];
            productId: components["schemas"]["Identifier"];
            name: components["schemas"]["Label"];
            /**
             * @description What a customer gets, in a few sentences.
             * @example Damage to others, damage to the vehicle, theft: insured for a year.
             */
            description: string;
            category: components["schemas"]["Code"];
            productType: components["schemas"]["Code"];
            classCode: components["schemas"]["Code"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            publishedPrice: components["schemas"]["MoneyOrNothing"];
            environment: components["schemas"]["Environment"];
            updatedAt: components["schemas"]["Moment"];
            config: components["schemas"]["ProductConfig"];
            /**
             * @description Whether the insurer could be asked for the config; when not, `config` is null.
             * @example available
             * @enum {string}
             */
            configStatus: "available" | "unavailable";
        };
        /** @description What you earn with a product. */
        CommercialRate: {
            providerId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            productName: components["schemas"]["Label"];
            /**
             * Format: int32
             * @description Your share of the price, in hundredths of a percent. 1250 is 12.5 %.
             * @example 1250
             */
            rateBasisPoints: number;
            environment: components["schemas"]["Environment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description One page of rates. */
        CommercialRatePage: {
            /** @description The rates of this page. May be fewer than `limit` even when more follow. */
            items: components["schemas"]["CommercialRate"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: int32
         * @description Which version of the form this is. Whatever takes the answers takes it too, so keep it with them.
         * @example 1
         */
        FormVersion: number;
        /** @description The field is shown only when another one has this answer. */
        VisibleWhen: {
            /**
             * @description The field of this form whose answer decides.
             * @example usedForWork
             */
            fieldId: string;
            /**
             * @description The answer with which this field is asked.
             * @example true
             */
            equals: string | number | boolean;
        };
        /** @description One question. Which other members it has depends on `type`: `text` has `maxLength`; `number` has `minimum` and `maximum`; `choice` has `options`; `remote_choice` has `optionsUrl`, `searchable` and `minQueryLength`, and its options come from the options operation; `file` has `purpose`, and its answer is a `fileId`. */
        FormField: {
            /**
             * @description The name of the answer.
             * @example vehicleMake
             */
            fieldId: string;
            /**
             * @description What kind of answer it takes.
             * @enum {string}
             */
            type: "text" | "number" | "date" | "boolean" | "choice" | "remote_choice" | "file";
            label: components["schemas"]["Label"];
            /** @description Whether it must be answered where it is shown. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            /**
             * Format: int32
             * @description Most characters of an answer to a `text` field.
             * @example 200
             */
            maxLength?: number;
            /**
             * Format: double
             * @description Least answer to a `number` field.
             * @example 1
             */
            minimum?: number;
            /**
             * Format: double
             * @description Greatest answer to a `number` field.
             * @example 5000000
             */
            maximum?: number;
            /** @description The answers that can be chosen, where the form itself lists them. */
            options?: components["schemas"]["Option"][];
            /**
             * @description Where the insurer keeps the options. You need not call it: a name in braces tells which other answer the options depend on.
             * @example /options/vehicle-models/{vehicleMake}
             */
            optionsUrl?: string;
            /** @description Whether the options can be searched. */
            searchable?: boolean;
            /**
             * Format: int32
             * @description How many characters a search has at least.
             * @example 2
             */
            minQueryLength?: number;
            purpose?: components["schemas"]["Code"];
        };
        /** @description What a customer is asked. */
        Form: {
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            context: components["schemas"]["FormContext"];
            providerId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            /** @description In the order in which they are asked. */
            fields: components["schemas"]["FormField"][];
        };
        /** @description Which options are wanted. */
        OptionsRequest: {
            /**
             * @description The field, which must load its options remotely.
             * @example vehicleModel
             */
            fieldId: string;
            /**
             * @description What the customer has typed, for searchable fields.
             * @example yar
             */
            query?: string | null;
            /**
             * @description The answers so far; needed are those that the field's `optionsUrl` names in braces.
             * @example {
             *       "vehicleMake": "toyota"
             *     }
             */
            values?: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description How many options one page holds at most; 50 when left out.
             * @example 50
             */
            limit?: number;
            /**
             * @description The `nextCursor` of the page before, with the same field, query and values.
             * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
             */
            cursor?: string | null;
        };
        /** @description One page of options. */
        OptionPage: {
            /** @description The options of this page, in the insurer's order. */
            options: components["schemas"]["Option"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description The file that is to be sent. */
        UploadRequest: {
            /**
             * @description The insurer that is to keep the file. The answer to a `file` field of its forms is a file that it keeps. Null or left out, Accord keeps the file, up to 25 MiB.
             * @example dunlin
             */
            providerId?: string | null;
            /**
             * @description What it is for, as the form's field says.
             * @example MEDICAL_REPORT
             */
            purpose: string;
            /**
             * @description What the customer calls the file, extension included.
             * @example report.pdf
             */
            filename: string;
            /**
             * @description As RFC 6838 names it. The bytes have to be sent with it.
             * @example application/pdf
             */
            mediaType: string;
            /**
             * Format: int64
             * @description Exactly as many as you will send.
             * @example 482133
             */
            bytes: number;
        };
        /** @description Where to send the file, until `expiresAt`. */
        UploadSlot: {
            fileId: components["schemas"]["Identifier"];
            /**
             * Format: uri
             * @description Send the bytes here. The address carries its own permission; send no key.
             * @example https://files.insurer.example/u/f_1?signature=9aG2
             */
            uploadUrl: string;
            /**
             * @description The HTTP method to upload with.
             * @constant
             */
            method: "PUT";
            /**
             * @description Headers to send with the bytes.
             * @example {
             *       "Content-Type": "application/pdf"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            expiresAt: components["schemas"]["Moment"];
        };
        /**
         * @description Where the sale happens, ISO 3166-1 alpha-2. Null or left out, it is as the product says.
         * @example NG
         */
        SaleCountry: string | null;
        /**
         * @description In which currency to sell, ISO 4217. Null or left out, it is as the product says.
         * @example NGN
         */
        SaleCurrency: string | null;
        /**
         * @description How the customer is met.
         * @example MOBILE
         */
        SaleChannel: string | null;
        /**
         * @description The answers to the form, each under its `fieldId`, and the choices of the product's config, each under its `choiceId`.
         * @example {
         *       "plan": "plus",
         *       "dateOfBirth": "1990-04-12",
         *       "sumInsured": 2500000
         *     }
         */
        Answers: {
            [key: string]: string | number | boolean | string[] | null;
        };
        /** @description What is to be compared. `inputs` are required when `quotes` is true. */
        CompareRequest: {
            productType: components["schemas"]["Code"];
            /**
             * @description Only products of these insurers; empty or left out, of all.
             * @example [
             *       "aegis",
             *       "borealis"
             *     ]
             */
            providerIds?: components["schemas"]["Identifier"][];
            /**
             * @description Whether to ask for an indicative quote where no price is published; no, when left out.
             * @example true
             */
            quotes?: boolean;
            /**
             * @description The order of the rows; UPDATED_DESC when left out. Rows without a premium come last in both orders by premium, and rows of one currency stand together. What is alike is ordered by insurer and product id.
             * @example PREMIUM_ASC
             * @enum {string}
             */
            sort?: "UPDATED_DESC" | "UPDATED_ASC" | "NAME_ASC" | "NAME_DESC" | "PREMIUM_ASC" | "PREMIUM_DESC";
            /**
             * Format: int32
             * @description How many rows there are at most; 20 when left out.
             * @example 20
             */
            limit?: number;
            country?: components["schemas"]["SaleCountry"];
            currency?: components["schemas"]["SaleCurrency"];
            channel?: components["schemas"]["SaleChannel"];
            inputs?: components["schemas"]["Answers"];
        };
        /** @description What one product says about one thing that any of them insures. */
        CoverageCell: {
            code: components["schemas"]["Code"];
            name: components["schemas"]["Label"];
            /**
             * @description Whether it is insured; null when the insurer could not be asked.
             * @example true
             */
            included: boolean | null;
            limit: components["schemas"]["MoneyOrNothing"];
            deductible: components["schemas"]["MoneyOrNothing"];
        };
        /** @description What one product says about one property that any of them names. */
        AttributeCell: {
            code: components["schemas"]["Code"];
            name: components["schemas"]["Label"];
            /**
             * @description Null where the product does not say.
             * @example 12 months
             */
            value: string | null;
        };
        /** @description One product. Every row lists the same coverage and the same attributes, in the same order. */
        ComparisonRow: {
            providerId: components["schemas"]["Identifier"];
            providerName: components["schemas"]["Label"];
            productId: components["schemas"]["Identifier"];
            name: components["schemas"]["Label"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            updatedAt: components["schemas"]["Moment"];
            premium: components["schemas"]["MoneyOrNothing"];
            /**
             * @description `published` is exact. `quoted` is what the insurer would ask for by these inputs; to buy, ask for a quote. Null without a premium.
             * @example published
             * @enum {string|null}
             */
            premiumSource: "published" | "quoted" | null;
            /** @description Why quotes were asked for and this row has no premium; null otherwise. */
            premiumUnavailable: {
                /**
                 * @description QUOTE_LIMIT_REACHED when ten insurers were asked and this one was not, QUOTE_FAILED when it gave no usable quote in time.
                 * @example QUOTE_FAILED
                 * @enum {string}
                 */
                reason: "QUOTE_LIMIT_REACHED" | "QUOTE_FAILED";
            } | null;
            /** @description What any of the products insures. */
            coverage: components["schemas"]["CoverageCell"][];
            /** @description What any of the products tells of itself. */
            attributes: components["schemas"]["AttributeCell"][];
        };
        /** @description Products side by side. Nothing is ranked; the order is the one you asked for. */
        Comparison: {
            productType: components["schemas"]["Code"];
            /**
             * @description The order of the rows, as it was asked for.
             * @example PREMIUM_ASC
             * @enum {string}
             */
            sort: "UPDATED_DESC" | "UPDATED_ASC" | "NAME_ASC" | "NAME_DESC" | "PREMIUM_ASC" | "PREMIUM_DESC";
            /** @description One row for every product of the type that you may sell. */
            items: components["schemas"]["ComparisonRow"][];
        };
        /**
         * @description USABLE until `expiresAt`, then EXPIRED; BOUGHT once there is a policy.
         * @example USABLE
         * @enum {string}
         */
        QuoteStatus: "USABLE" | "EXPIRED" | "BOUGHT";
        /** @description An amount in the smallest unit of its currency. */
        Money: {
            /**
             * Format: int64
             * @description For example kobo or cents. Negative for discounts only.
             * @example 12500000
             */
            amountMinor: number;
            currency: components["schemas"]["Currency"];
        };
        /** @description A part of the total. */
        QuoteLine: {
            /**
             * @description What the line adds to the total. A DISCOUNT is negative.
             * @example PREMIUM
             * @enum {string}
             */
            kind: "PREMIUM" | "TAX" | "FEE" | "DISCOUNT";
            label: components["schemas"]["Label"];
            amount: components["schemas"]["Money"];
        };
        /** @description A price that the insurer stands by until it expires. */
        Quote: {
            providerId: components["schemas"]["Identifier"];
            quoteId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            /**
             * @description The occasion. An answer that was kept from before there were others leaves it out.
             * @example new_business
             * @enum {string}
             */
            context?: "new_business" | "renewal" | "endorsement";
            /**
             * @description The policy that is renewed or changed; null for new business.
             * @example null
             */
            policyId?: string | null;
            status: components["schemas"]["QuoteStatus"];
            total: components["schemas"]["Money"];
            currency: components["schemas"]["Currency"];
            /** @description What the total is made of. */
            lines: components["schemas"]["QuoteLine"][];
            environment: components["schemas"]["Environment"];
            expiresAt: components["schemas"]["Moment"];
            createdAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description Which page this is. */
        Pagination: {
            /**
             * Format: int32
             * @description How many items the page holds at most.
             * @example 20
             */
            limit: number;
            nextCursor: components["schemas"]["NextCursor"];
            /**
             * @description Whether there is another page.
             * @example false
             */
            hasMore: boolean;
        };
        /** @description One page of quotes, newest first. */
        QuotePage: {
            /** @description The quotes of this page, newest first. */
            items: components["schemas"]["Quote"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What a quote is asked for. */
        QuoteRequest: {
            providerId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            configuration: components["schemas"]["Answers"];
            /**
             * @description The occasion; `new_business` is what quotes are for, and what holds when it is left out.
             * @example new_business
             * @enum {string}
             */
            context?: "new_business";
            country?: components["schemas"]["SaleCountry"];
            currency?: components["schemas"]["SaleCurrency"];
            channel?: components["schemas"]["SaleChannel"];
        };
        /** @description A quote that became a policy. */
        Purchase: {
            providerId: components["schemas"]["Identifier"];
            purchaseId: components["schemas"]["Identifier"];
            quoteId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            policyId: components["schemas"]["Identifier"];
            /**
             * @description Your own name for the payment, as it was sent.
             * @example tx-20261121-0042
             */
            transactionId: string;
            payment: components["schemas"]["Money"];
            /**
             * @description A purchase is recorded once its policy is issued.
             * @example COMPLETED
             * @enum {string}
             */
            status: "COMPLETED";
            environment: components["schemas"]["Environment"];
            createdAt: components["schemas"]["Moment"];
        };
        /** @description One page of purchases, newest first. */
        PurchasePage: {
            /** @description The purchases of this page, newest first. */
            items: components["schemas"]["Purchase"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Who is insured. More members may be added; they reach the insurer. */
        Customer: {
            /**
             * @description Given name, as on an identity document.
             * @example Ada
             */
            firstName: string;
            /**
             * @description Family name, as on an identity document.
             * @example Obi
             */
            lastName: string;
            /**
             * @description Where the insurer may write to.
             * @example ada@example.org
             */
            email?: string | null;
            /**
             * @description With the country code.
             * @example +2348012345678
             */
            phone?: string | null;
            /**
             * Format: date
             * @description Year, month and day.
             * @example 1990-04-12
             */
            dateOfBirth?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What you have collected. It must be the quote's total. */
        Payment: {
            /**
             * Format: int64
             * @description In the smallest unit of the currency.
             * @example 12500000
             */
            amountMinor: number;
            /**
             * @description ISO 4217; the quote's when left out.
             * @example NGN
             */
            currency?: string;
        };
        /** @description Somebody who is paid. */
        Beneficiary: {
            name: components["schemas"]["Label"];
            /**
             * @description What the beneficiary is to the insured person.
             * @example SPOUSE
             */
            relationship: string;
            /**
             * Format: double
             * @description Share of the benefit. The shares of all beneficiaries should make 100.
             * @example 100
             */
            sharePercent: number;
        };
        /** @description Something that the customer was asked to agree to. */
        Consent: {
            /**
             * @description The insurer's name for what is agreed to.
             * @example TERMS
             */
            code: string;
            /**
             * @description Whether the customer agrees.
             * @example true
             */
            accepted: boolean;
            /**
             * Format: date-time
             * @description When they did, with the offset from UTC.
             * @example 2026-11-21T10:00:00.000Z
             */
            acceptedAt?: DateTime;
        };
        /** @description Which quote is bought, for whom, and what was collected for it. */
        PurchaseRequest: {
            providerId: components["schemas"]["Identifier"];
            quoteId: components["schemas"]["Identifier"];
            /**
             * @description Your own reference of the payment.
             * @example tx-20261121-0042
             */
            transactionId: string;
            customer: components["schemas"]["Customer"];
            payment: components["schemas"]["Payment"];
            /** @description Who is paid when the insured person dies. */
            beneficiaries?: components["schemas"]["Beneficiary"][];
            /** @description What the customer has agreed to. */
            consents?: components["schemas"]["Consent"][];
            /**
             * Format: date
             * @description The first day of the cover; today (UTC) when null or left out.
             * @example 2026-12-01
             */
            startDate?: string | null;
            /**
             * @description The occasion; leave it out for a renewal or an endorsement, whose quote names it.
             * @example new_business
             * @enum {string}
             */
            context?: "new_business";
            country?: components["schemas"]["SaleCountry"];
            currency?: components["schemas"]["SaleCurrency"];
            channel?: components["schemas"]["SaleChannel"];
        };
        /**
         * @description PENDING before its first day, ACTIVE until its last, then EXPIRED: as soon as the insurer says so, and at the latest when that day is over in every time zone. CANCELLATION_REQUESTED while the insurer looks at a cancellation, CANCELLED after one.
         * @example PENDING
         * @enum {string}
         */
        PolicyStatus: "PENDING" | "ACTIVE" | "CANCELLATION_REQUESTED" | "CANCELLED" | "EXPIRED";
        /**
         * Format: date
         * @description A day in the country of the product.
         * @example 2026-12-01
         */
        Day: string;
        /** @description A policy, as the insurer says that it is. */
        Policy: {
            providerId: components["schemas"]["Identifier"];
            policyId: components["schemas"]["Identifier"];
            policyNumber: components["schemas"]["Label"];
            purchaseId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            status: components["schemas"]["PolicyStatus"];
            holder: components["schemas"]["Label"];
            premium: components["schemas"]["Money"];
            startDate: components["schemas"]["Day"];
            endDate: components["schemas"]["Day"];
            environment: components["schemas"]["Environment"];
            issuedAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description A policy in a list, as its insurer last described it. Its status is the one that is known now. */
        PolicyRow: {
            providerId: components["schemas"]["Identifier"];
            policyId: components["schemas"]["Identifier"];
            purchaseId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            status: components["schemas"]["PolicyStatus"];
            environment: components["schemas"]["Environment"];
            createdAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
            /**
             * Format: date-time
             * @description When the insurer was last asked. Reading the policy asks it again.
             * @example 2026-11-21T10:05:00.000Z
             */
            readAt: DateTime;
            policy: components["schemas"]["Policy"];
        };
        /** @description One page of policies, newest first. */
        PolicyPage: {
            /** @description The policies of this page, newest first. */
            items: components["schemas"]["PolicyRow"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One policy, read from the insurer just now. */
        PolicyEnvelope: {
            policy: components["schemas"]["Policy"];
        };
        /** @description A document that can be downloaded. */
        PolicyDocument: {
            documentId: components["schemas"]["Identifier"];
            type: components["schemas"]["Code"];
            /**
             * @description As the insurer names it. The download has a name that is safe to save under.
             * @example schedule.pdf
             */
            filename: string;
            /**
             * @description As the insurer names it.
             * @example application/pdf
             */
            mediaType: string;
            /**
             * Format: int64
             * @description Its length; null when the insurer does not say.
             * @example 18211
             */
            bytes: number | null;
        };
        /** @description The documents of a policy. */
        PolicyDocumentList: {
            /** @description Empty when the insurer lists none. */
            items: components["schemas"]["PolicyDocument"][];
        };
        /**
         * @description A file that was reserved with the insurer and uploaded; `reserveUpload` gives it.
         * @example f_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f11
         */
        FileId: string;
        /** @description A file that becomes a document of a policy. */
        PolicyDocumentRequest: {
            fileId: components["schemas"]["FileId"];
            /**
             * @description What the document is, in the insurer's terms where it has any.
             * @example MEDICAL_CERTIFICATE
             */
            type: string;
        };
        /** @description The bytes of the document. */
        DocumentBytes: string;
        /** @description Why the policy is to end, and when. */
        CancellationRequest: {
            /**
             * @description Why, in the insurer's terms where it has any.
             * @example NO_LONGER_NEEDED
             */
            reason: string;
            /**
             * @description More about the reason, for the person who decides.
             * @example The car was sold.
             */
            note?: string | null;
            /**
             * Format: date
             * @description The last day of cover that is wished for; null or left out, as soon as possible.
             * @example 2026-12-31
             */
            requestedEffectiveDate?: string | null;
        };
        /** @description The request to cancel, and the insurer's answer. */
        Cancellation: {
            cancellationId: components["schemas"]["Identifier"];
            /**
             * @description CANCELLED once it is in force, UNDER_REVIEW while the insurer decides.
             * @example CANCELLED
             * @enum {string}
             */
            status: "CANCELLED" | "UNDER_REVIEW";
            /**
             * @description The reason that was given.
             * @example NO_LONGER_NEEDED
             */
            reason: string;
            /**
             * @description The note that was given, if there was one.
             * @example The car was sold.
             */
            note: string | null;
            /**
             * Format: date
             * @description The day that was asked for; null when the insurer was to choose.
             * @example 2026-12-31
             */
            requestedEffectiveDate: string | null;
            /**
             * Format: date
             * @description The last day of cover; null while that is not decided.
             * @example 2026-12-31
             */
            effectiveDate: string | null;
            refund: components["schemas"]["MoneyOrNothing"];
            environment: components["schemas"]["Environment"];
            createdAt: components["schemas"]["Moment"];
        };
        /** @description What came of it. */
        CancellationResult: {
            /**
             * @description Whether the policy was cancelled outright, or the insurer first looks at the request.
             * @example CANCELLED
             * @enum {string}
             */
            outcome: "CANCELLED" | "UNDER_REVIEW";
            cancellation: components["schemas"]["Cancellation"];
        };
        /** @description The answers to the form for a renewal or an endorsement. */
        PolicyChangeRequest: {
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            inputs: components["schemas"]["Answers"];
        };
        /**
         * @description UNDER_REVIEW while the insurer looks at it; INFORMATION_REQUESTED while it waits for a file, `note` says which; APPROVED with an amount, then PAID; or REJECTED, `note` says why.
         * @enum {string}
         */
        ClaimStatus: "UNDER_REVIEW" | "INFORMATION_REQUESTED" | "APPROVED" | "REJECTED" | "PAID";
        /** @description A file of a claim. */
        Attachment: {
            fileId: components["schemas"]["FileId"];
            attachedAt: components["schemas"]["Moment"];
        };
        /** @description A claim, as the insurer says that it stands. */
        Claim: {
            providerId: components["schemas"]["Identifier"];
            claimId: components["schemas"]["Identifier"];
            claimNumber: components["schemas"]["Label"];
            policyId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            status: components["schemas"]["ClaimStatus"];
            lossDate: components["schemas"]["Day"];
            /** @description The files of the claim, in the order in which they came. */
            attachments: components["schemas"]["Attachment"][];
            approved: components["schemas"]["MoneyOrNothing"];
            /**
             * @description What the insurer has to say to the customer, if anything.
             * @example Please send the police report.
             */
            note: string | null;
            environment: components["schemas"]["Environment"];
            openedAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description One page of claims, newest first. */
        ClaimPage: {
            /** @description The claims of this page, newest first. */
            items: components["schemas"]["Claim"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A loss that is reported. */
        ClaimRequest: {
            providerId: components["schemas"]["Identifier"];
            policyId: components["schemas"]["Identifier"];
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            /**
             * Format: date
             * @description The day of the loss, where it happened.
             * @example 2026-12-24
             */
            lossDate: string;
            inputs: components["schemas"]["Answers"];
            /** @description Files that prove the loss, which were reserved with this insurer and uploaded. */
            attachments?: components["schemas"]["FileId"][];
        };
        /** @description A file for a claim. */
        AttachmentRequest: {
            fileId: components["schemas"]["FileId"];
        };
        /**
         * @description The name of an event, from the list of events, or `*` for all of them, those that come later included.
         * @example policy.issued
         */
        EventName: string;
        /**
         * @description PENDING until the first attempt, and again after a retry or a replay. FAILED while `nextAttemptAt` says when it is tried again, or for good when its endpoint was deleted or disabled. SUCCEEDED after a 2xx, DEAD after the last attempt.
         * @example SUCCEEDED
         * @enum {string}
         */
        DeliveryStatus: "PENDING" | "SUCCEEDED" | "FAILED" | "DEAD";
        /**
         * Format: date-time
         * @description A point in time, in UTC; null while there is none.
         * @example 2026-11-21T10:00:00.000Z
         */
        MomentOrNothing: DateTime | null;
        /** @description Why the last attempt failed; null when none has. */
        DeliveryFailure: {
            /**
             * @description The kind of failure, for programs: HTTP_STATUS, REDIRECT, TIMEOUT, CONNECTION_FAILED, TLS_FAILED, UNRESOLVABLE or URL_REFUSED when an attempt failed, ENDPOINT_DISABLED, ENDPOINT_DELETED or SECRET_REVOKED when there could be none. More may be added.
             * @example HTTP_STATUS
             */
            reason: string;
            /**
             * Format: int32
             * @description What the receiver answered; null when it did not.
             * @example 500
             */
            httpStatus: number | null;
            at: components["schemas"]["Moment"];
        } | null;
        /** @description An event on its way to an endpoint. */
        Delivery: {
            deliveryId: components["schemas"]["Identifier"];
            eventId: components["schemas"]["Identifier"];
            eventType: components["schemas"]["EventName"];
            endpointId: components["schemas"]["Identifier"];
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int32
             * @description How many attempts have begun; zero again after a retry or a replay.
             * @example 1
             */
            attempt: number;
            nextAttemptAt: components["schemas"]["MomentOrNothing"];
            lastFailure: components["schemas"]["DeliveryFailure"];
            environment: components["schemas"]["Environment"];
            createdAt: components["schemas"]["Moment"];
        };
        /** @description One page of deliveries, newest first. */
        DeliveryPage: {
            /** @description The deliveries of this page, newest first. */
            items: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Where events are sent. The signing secret is not part of it. */
        Endpoint: {
            endpointId: components["schemas"]["Identifier"];
            environment: components["schemas"]["Environment"];
            /**
             * @description Where events are sent.
             * @example https://shop.example.com/hooks/insurance
             */
            url: string;
            /** @description The events it gets. */
            events: components["schemas"]["EventName"][];
            /**
             * @description Your note on what listens there.
             * @example The shop's backend
             */
            description: string | null;
            /**
             * @description Whether anything is sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why nothing is sent - you asked for it, or the receiver answered 410. Null while it is enabled.
             * @example null
             * @enum {string|null}
             */
            disabledReason: "REQUESTED" | "GONE" | null;
            /**
             * Format: date-time
             * @description Since when nothing arrives: five attempts in a row had failed then, and none has succeeded after. Null while it works. Your other endpoints are sent `webhook_endpoint.failing`.
             * @example null
             */
            failingSince: DateTime | null;
            createdAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description A delivery, with what is sent and where to. */
        DeliveryDetails: {
            deliveryId: components["schemas"]["Identifier"];
            eventId: components["schemas"]["Identifier"];
            eventType: components["schemas"]["EventName"];
            endpointId: components["schemas"]["Identifier"];
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int32
             * @description How many attempts have begun; zero again after a retry or a replay.
             * @example 1
             */
            attempt: number;
            nextAttemptAt: components["schemas"]["MomentOrNothing"];
            lastFailure: components["schemas"]["DeliveryFailure"];
            environment: components["schemas"]["Environment"];
            createdAt: components["schemas"]["Moment"];
            /**
             * @description The body of the event, exactly as it is signed and sent.
             * @example {"eventId":"evt_0190f3c2-0000-7000-8000-000000000001","type":"webhook.test"}
             */
            payload: string;
            endpoint: components["schemas"]["Endpoint"];
        };
        /** @description One delivery, with what is sent and where to. */
        DeliveryDetailsEnvelope: {
            delivery: components["schemas"]["DeliveryDetails"];
        };
        /** @description One delivery. */
        DeliveryEnvelope: {
            delivery: components["schemas"]["Delivery"];
        };
        /**
         * @description The one endpoint to send to; null or left out, all that are enabled and want the event.
         * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
         */
        ReplayedEndpoint: string | null;
        /**
         * @description Whether what has arrived is sent again too; not, when left out.
         * @example false
         */
        IncludeSucceeded: boolean;
        /** @description Where an event is to be sent again. */
        EventReplayRequest: {
            endpointId?: components["schemas"]["ReplayedEndpoint"];
            includeSucceeded?: components["schemas"]["IncludeSucceeded"];
        };
        /** @description What was queued. */
        Replay: {
            /**
             * Format: int32
             * @description Deliveries that are to be sent now and were not before.
             * @example 3
             */
            queued: number;
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Which events are to be sent again, and where. */
        PeriodReplayRequest: {
            from: components["schemas"]["Moment"];
            /**
             * Format: date-time
             * @description The end of the period, which is no part of it, and after its beginning; null or left out for now.
             * @example 2026-11-21T12:00:00.000Z
             */
            until?: DateTime | null;
            endpointId?: components["schemas"]["ReplayedEndpoint"];
            includeSucceeded?: components["schemas"]["IncludeSucceeded"];
            /**
             * @description The `nextCursor` of the call before, with the same period and endpoint.
             * @example null
             */
            cursor?: string | null;
        };
        /** @description All endpoints of the environment, oldest first. */
        EndpointList: {
            /** @description All endpoints of the environment, oldest first. */
            items: components["schemas"]["Endpoint"][];
        };
        /** @description The endpoint to register. */
        EndpointRequest: {
            /**
             * @description https, on a public host.
             * @example https://shop.example.com/hooks/insurance
             */
            url: string;
            /**
             * @description What to send there: names of events, or `*` for all of today and of later.
             * @example [
             *       "policy.issued",
             *       "policy.cancelled"
             *     ]
             */
            events: components["schemas"]["EventName"][];
            /**
             * @description For yourself.
             * @example The shop's backend
             */
            description?: string | null;
        };
        /** @description One endpoint. */
        EndpointEnvelope: {
            endpoint: components["schemas"]["Endpoint"];
        };
        /**
         * @description What events are signed with. Keep it; there is no way to read it again.
         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
         */
        SigningSecret: string;
        /** @description An endpoint and the secret that its events are signed with. The secret is shown this once. */
        EndpointAndSecret: {
            endpoint: components["schemas"]["Endpoint"];
            secret: components["schemas"]["SigningSecret"];
        };
        /** @description What is to change. Other members are ignored. */
        EndpointChanges: {
            /**
             * @description https, on a public host.
             * @example https://shop.example.com/hooks/insurance
             */
            url?: string;
            /**
             * @description Replaces the list: names of events, or `*` for all of today and of later.
             * @example [
             *       "*"
             *     ]
             */
            events?: components["schemas"]["EventName"][];
            /**
             * @description Null clears it.
             * @example The shop's backend
             */
            description?: string | null;
            /**
             * @description False stops everything that was still to be sent.
             * @example true
             */
            enabled?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description An endpoint and its new secret. The secret is shown this once, and not in a repeated answer. */
        RotatedEndpoint: {
            endpoint: components["schemas"]["Endpoint"];
            secret?: components["schemas"]["SigningSecret"];
        };
        /** @description What the receiver replied. */
        TestReply: {
            /**
             * @description Whether it answered 2xx.
             * @example true
             */
            delivered: boolean;
            /**
             * Format: int32
             * @description Null when there was no answer.
             * @example 204
             */
            httpStatus: number | null;
            /**
             * Format: int32
             * @description How long it took, in milliseconds.
             * @example 83
             */
            durationMs: number;
            /**
             * @description The first 1024 bytes of its answer.
             * @example
             */
            bodyExcerpt: string | null;
            /**
             * @description Why it was not delivered, for a person; null when it was.
             * @example null
             */
            error: string | null;
        };
        /** @description What there is to subscribe to. */
        EventNames: {
            /** @description What an endpoint can be sent. */
            events: components["schemas"]["EventName"][];
            /**
             * @description Stands for every event, those that come later included.
             * @example *
             * @enum {string}
             */
            allEvents: "*";
        };
        /**
         * @description The event. It stays the same on every attempt, so that what has been seen can be recognised.
         * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
         */
        EventId: string;
        /**
         * @description The version of this interface that the event is written in.
         * @example 1.0.0
         */
        EventApiVersion: string;
        /** @description What the event is about. */
        EventResource: {
            /**
             * @description What `id` is the id of.
             * @example policy
             * @enum {string}
             */
            type: "quote" | "purchase" | "policy" | "claim" | "webhook_endpoint";
            /**
             * @description The insurer, whose id the resource is known by; null for an endpoint.
             * @example aegis
             */
            providerId: string | null;
            id: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description Rises by one with every event of this resource. What a higher version has told, a lower one must not overwrite.
             * @example 1
             */
            version: number;
        };
        /** @description An insurer has given a quote. */
        QuoteCreatedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example quote.created
             * @enum {string}
             */
            type: "quote.created";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Quote"];
        };
        /** @description A quote can no longer be bought; its time is up, or its insurer says so. */
        QuoteExpiredEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example quote.expired
             * @enum {string}
             */
            type: "quote.expired";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Quote"];
        };
        /** @description A quote was bought. */
        PurchaseCreatedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example purchase.created
             * @enum {string}
             */
            type: "purchase.created";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Purchase"];
        };
        /** @description A purchase has become a policy. */
        PolicyIssuedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.issued
             * @enum {string}
             */
            type: "policy.issued";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description The insurer looks at a request to cancel the policy, which stays in force until it has decided. */
        PolicyCancellationRequestedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.cancellation_requested
             * @enum {string}
             */
            type: "policy.cancellation_requested";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description The insurer has cancelled the policy. */
        PolicyCancelledEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.cancelled
             * @enum {string}
             */
            type: "policy.cancelled";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description The last day of the policy is over. */
        PolicyExpiredEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.expired
             * @enum {string}
             */
            type: "policy.expired";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description A policy goes on for another term. */
        PolicyRenewedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.renewed
             * @enum {string}
             */
            type: "policy.renewed";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description A policy has other terms. */
        PolicyEndorsedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example policy.endorsed
             * @enum {string}
             */
            type: "policy.endorsed";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Policy"];
        };
        /** @description A document, and the policy that it belongs to. */
        AvailableDocument: {
            providerId: components["schemas"]["Identifier"];
            policyId: components["schemas"]["Identifier"];
            document: components["schemas"]["PolicyDocument"];
        };
        /** @description A document of a policy can be downloaded. The resource is the policy. */
        DocumentAvailableEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example document.available
             * @enum {string}
             */
            type: "document.available";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["AvailableDocument"];
        };
        /** @description A claim was opened. */
        ClaimCreatedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example claim.created
             * @enum {string}
             */
            type: "claim.created";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Claim"];
        };
        /** @description The insurer wants to know more before it decides. */
        ClaimInformationRequestedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example claim.information_requested
             * @enum {string}
             */
            type: "claim.information_requested";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Claim"];
        };
        /** @description The insurer will pay. */
        ClaimApprovedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example claim.approved
             * @enum {string}
             */
            type: "claim.approved";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Claim"];
        };
        /** @description The insurer will not pay. */
        ClaimRejectedEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example claim.rejected
             * @enum {string}
             */
            type: "claim.rejected";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Claim"];
        };
        /** @description The insurer has paid. */
        ClaimPaidEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example claim.paid
             * @enum {string}
             */
            type: "claim.paid";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Claim"];
        };
        /** @description An endpoint at which nothing arrives. */
        FailingEndpoint: {
            endpointId: components["schemas"]["Identifier"];
            /**
             * @description Your note on what listens there.
             * @example The shop's backend
             */
            description: string | null;
            failingSince: components["schemas"]["Moment"];
            /**
             * Format: int32
             * @description How many attempts have failed in a row.
             * @example 5
             */
            failedAttempts: number;
            lastFailure: components["schemas"]["DeliveryFailure"];
        };
        /** @description Attempts at one of your endpoints fail one after the other. */
        WebhookEndpointFailingEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example webhook_endpoint.failing
             * @enum {string}
             */
            type: "webhook_endpoint.failing";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["FailingEndpoint"];
        };
        /** @description An endpoint to which nothing is sent any more. */
        DisabledEndpoint: {
            endpointId: components["schemas"]["Identifier"];
            /**
             * @description Your note on what listens there.
             * @example The shop's backend
             */
            description: string | null;
            /**
             * @description You asked for it, or the receiver answered 410.
             * @example GONE
             * @enum {string}
             */
            disabledReason: "REQUESTED" | "GONE";
            disabledAt: components["schemas"]["Moment"];
        };
        /** @description Nothing is sent to one of your endpoints any more. */
        WebhookEndpointDisabledEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example webhook_endpoint.disabled
             * @enum {string}
             */
            type: "webhook_endpoint.disabled";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["DisabledEndpoint"];
        };
        /** @description There is nothing to tell. */
        Nothing: Record<string, unknown>;
        /** @description You asked for it with the test operation. It is sent whatever the endpoint subscribes to. */
        WebhookTestEvent: {
            eventId: components["schemas"]["EventId"];
            /**
             * @description The name of the event; also in `Hook-Event-Type`.
             * @example webhook.test
             * @enum {string}
             */
            type: "webhook.test";
            apiVersion: components["schemas"]["EventApiVersion"];
            environment: components["schemas"]["Environment"];
            occurredAt: components["schemas"]["Moment"];
            resource: components["schemas"]["EventResource"];
            data: components["schemas"]["Nothing"];
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
        /** @description Unexpected: something went wrong on our side, and the outcome of the request is unknown. Repeat a write with its Idempotency-Key. */
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
        /** @description The key is missing, malformed, unknown or revoked, or its secret is wrong. Do not retry with the same key. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A live key of a business that is not activated for production; a key that has been switched off; or a key of a single project, which does not reach this API. */
        Refused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not match the contract. `fieldErrors` lists every finding; sending the same request again fails again. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The 600 requests of this minute are used up. Go on after `Retry-After` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The cursor was not issued for this list with these filters and this key: start again without a cursor. Or the address holds a NUL character or escapes that are not UTF-8. */
        InvalidCursor: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The address holds a NUL character or escapes that are not UTF-8. Correct it before you send the request again. */
        Unreadable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing under this id that you may see with this key. What belongs to another business, or to the other environment, and what you may not sell is answered the same way. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The context is missing or unknown; or the insurer's form does not match the form schema, and `fieldErrors` says where. Asking again does not help then. */
        InvalidForm: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The insurer cannot be reached, or its answer does not match the contract. Repeat a write with its Idempotency-Key. */
        InsurerUnusable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The insurer did not answer in time, and whether it did what was asked is unknown. Repeat a write with its Idempotency-Key. */
        InsurerTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The insurer refused, with a status and a code of its own that are passed on unchanged. `details.providerCorrelationId` finds the occurrence in its records. */
        RefusedByInsurer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The insurer failed, with a status and a code of its own that are passed on unchanged. */
        FailedAtInsurer: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, the cursor is not one of this field, or an answer that the options depend on is missing, is no single value, or cannot be part of an address: `fieldErrors` names it. */
        BadOptionsRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not `application/json`, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, the address holds a NUL character or escapes that are not UTF-8, or the Idempotency-Key is not a UUID of version 4. Correct the request before you send it again. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key belongs to another request, or to one that is still being worked on. */
        KeyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file is larger than the insurer takes, or than the 25 MiB that Accord keeps, or than what your kept files leave of their quota; or the body of this request is larger than 1 MiB. */
        UploadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not match the contract, the form was never fetched from that insurer, or the insurer's quote does not match the quote schema. Sending the same request again fails again. */
        InvalidQuote: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quote has expired or was bought before, the payment is not its total, somebody is buying it now, or the Idempotency-Key belongs to another request. */
        CannotBeBought: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The claim is decided, the file is attached already, another one is being worked on, or the Idempotency-Key belongs to another request. */
        CannotBeAttached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document is larger than 10 MiB, lies where it may not be fetched from, or the insurer cannot be reached. */
        DocumentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The insurer will not cancel the policy, a cancellation of it is being worked on, or the Idempotency-Key belongs to another request. */
        CannotBeCancelled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is a claim for this policy and day of loss, another one is being worked on, or the Idempotency-Key belongs to another request. */
        CannotBeClaimed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The delivery has succeeded, or the Idempotency-Key belongs to another request. */
        CannotBeRetried: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The endpoint that you name is disabled, or the Idempotency-Key belongs to another request. */
        CannotBeReplayed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The cursor was not issued for this period with this key: start again without a cursor. Or the body is not JSON, or the Idempotency-Key is not a UUID of version 4. */
        BadReplay: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The url is refused, an event name is unknown, there are ten endpoints already, or something else does not match the contract. */
        InvalidEndpoint: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description How many items one page holds at most.
         * @example 20
         */
        Limit: number;
        /**
         * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
         * @example eyJ2IjoxLCJhIjoiMDE5OGMxZjIifQ.8dQm2bq0c1kTn3hJ5o6w7A
         */
        Cursor: string;
        /**
         * @description The insurer.
         * @example aegis
         */
        ProviderId: components["schemas"]["Identifier"];
        /**
         * @description The insurer's id of the product.
         * @example motor-comprehensive
         */
        ProductId: components["schemas"]["Identifier"];
        /**
         * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
         * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
         */
        IdempotencyKey: string;
        /**
         * @description The insurer's id of the policy.
         * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        PolicyId: components["schemas"]["Identifier"];
        /**
         * @description The insurer's id of the claim.
         * @example clm_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
         */
        ClaimId: components["schemas"]["Identifier"];
        /**
         * @description The delivery.
         * @example whd_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d01
         */
        DeliveryId: components["schemas"]["Identifier"];
        /**
         * @description The endpoint.
         * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
         */
        EndpointId: components["schemas"]["Identifier"];
        /**
         * @description The event's id, as in the body. The same on every attempt.
         * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
         */
        HookEventId: components["schemas"]["EventId"];
        /**
         * @description The event's name.
         * @example policy.issued
         */
        HookEventType: components["schemas"]["EventName"];
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
         * @description The event's id, where Standard Webhooks looks for it.
         * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
         */
        WebhookId: components["schemas"]["EventId"];
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
         * @description Present, and `true`, when the answer is the stored one of an earlier request with the same Idempotency-Key.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description Present, and `true`, only when the answer is the stored one of an earlier request with the same Idempotency-Key.
         * @example true
         */
        ReplayedMark: "true";
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            406: components["responses"]["NotAcceptable"];
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "text/html": components["schemas"]["ReferencePage"];
                };
            };
            406: components["responses"]["NotAcceptable"];
        };
    };
    getTaxonomy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All active nodes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Taxonomy"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description Words that must all occur in the product's or the insurer's name, the description, the category or the type.
                 * @example drive
                 */
                q?: string;
                /**
                 * @description Only products of this category.
                 * @example MOTOR
                 */
                category?: components["schemas"]["Code"];
                /**
                 * @description Only products of this type.
                 * @example MOTOR_COMPREHENSIVE
                 */
                productType?: components["schemas"]["Code"];
                /**
                 * @description Only products of this class.
                 * @example GENERAL
                 */
                classCode?: components["schemas"]["Code"];
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the product.
                 * @example motor-comprehensive
                 */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfiguredProduct"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listCommercialRates: {
        parameters: {
            query?: {
                /**
                 * @description Only products with this id, of whichever insurer.
                 * @example motor-comprehensive
                 */
                productId?: components["schemas"]["Identifier"];
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommercialRatePage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getForm: {
        parameters: {
            query: {
                /**
                 * @description Which form to serve.
                 * @example new_business
                 */
                context: components["schemas"]["FormContext"];
            };
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the product.
                 * @example motor-comprehensive
                 */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["InvalidForm"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    listFieldOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The form, as it was served.
                 * @example motor-comprehensive.new_business
                 */
                formId: components["schemas"]["Identifier"];
                /**
                 * @description Its version, as it was served.
                 * @example 1
                 */
                formVersion: components["schemas"]["FormVersion"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionsRequest"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptionPage"];
                };
            };
            400: components["responses"]["BadOptionsRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    reserveUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. Where Accord keeps the file and the address has expired, it has a new one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSlot"];
                };
            };
            /** @description The slot. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSlot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    compareProducts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Read only when `quotes` is true; then a UUID of version 4, and anything else is refused with 400. Sent again with the same request, it brings the same quotes from the insurers as long as they stand by them.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /**
                 * @description Only quotes for products with this id, of whichever insurer.
                 * @example motor-comprehensive
                 */
                productId?: components["schemas"]["Identifier"];
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotePage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description The quote. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidQuote"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the quote.
                 * @example quo_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                quoteId: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchasePage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createPurchase: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurchaseRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            /** @description The purchase. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeBought"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    getPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the purchase.
                 * @example pur_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8b01
                 */
                purchaseId: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyEnvelope"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    listPolicyDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentList"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    attachPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyDocumentRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            /** @description What the insurer has made of it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeAttached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    downloadPolicyDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
                /**
                 * @description The document, from the list.
                 * @example inline
                 */
                documentId: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Content-Type-Options": components["headers"]["NoSniffing"];
                    "Content-Security-Policy": components["headers"]["Sandboxed"];
                    "Cache-Control": components["headers"]["NotKept"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": components["schemas"]["DocumentBytes"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DocumentRefused"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    cancelPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancellationRequest"];
            };
        };
        responses: {
            /** @description What the insurer answered, or the stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeCancelled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    requestRenewal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyChangeRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description What the insurer has made of it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    requestEndorsement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the policy.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyChangeRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description What the insurer has made of it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    listClaims: {
        parameters: {
            query?: {
                /**
                 * @description Only claims of policies with this id.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId?: components["schemas"]["Identifier"];
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimPage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createClaim: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description What the insurer has made of it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeClaimed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    getClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the claim.
                 * @example clm_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                claimId: components["parameters"]["ClaimId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claim. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    attachToClaim: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The insurer.
                 * @example aegis
                 */
                providerId: components["parameters"]["ProviderId"];
                /**
                 * @description The insurer's id of the claim.
                 * @example clm_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
                 */
                claimId: components["parameters"]["ClaimId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentRequest"];
            };
        };
        responses: {
            /** @description The stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description What the insurer has made of it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeAttached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["InsurerUnusable"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["InsurerTimeout"];
            "4XX": components["responses"]["RefusedByInsurer"];
            "5XX": components["responses"]["FailedAtInsurer"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on: the `nextCursor` of the page before, unchanged, together with the same filters. Leave it out for the first page. A cursor is opaque and only works for the list, the filters, the business and the environment it was issued for.
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
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["InvalidCursor"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery.
                 * @example whd_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d01
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailsEnvelope"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The delivery.
                 * @example whd_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d01
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued, or was by an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeRetried"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    replayWebhookEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The event; each delivery names its own.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                eventId: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventReplayRequest"];
            };
        };
        responses: {
            /** @description What was queued, now or by an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeReplayed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeriodReplayRequest"];
            };
        };
        responses: {
            /** @description What was queued, now or by an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["BadReplay"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CannotBeReplayed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint that an earlier request with this Idempotency-Key registered, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointEnvelope"];
                };
            };
            /** @description The endpoint and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointAndSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidEndpoint"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointEnvelope"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint.
                 * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed, or was by an earlier request with this Idempotency-Key. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyConflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint.
                 * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointChanges"];
            };
        };
        responses: {
            /** @description The endpoint after the change, or the stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointEnvelope"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidEndpoint"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID of version 4 that you make for this request and send again with every repetition of it; anything else is refused with 400. A request that succeeded is not done again: its stored answer comes back with status 200 and `Idempotency-Replayed: true`. The same key with another request is refused. Keys are kept for 30 days.
                 * @example 3f2a8c52-9d0e-4b6a-8f1c-7e5d4a3b2c10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint.
                 * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint and its new secret, or the stored answer of an earlier request with this Idempotency-Key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["ReplayedMark"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint.
                 * @example whe_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8e01
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the receiver replied. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestReply"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventNames"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Refused"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    receiveQuoteCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["QuoteCreatedEvent"];
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
    receiveQuoteExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["QuoteExpiredEvent"];
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
    receivePurchaseCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PurchaseCreatedEvent"];
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
    receivePolicyIssued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyIssuedEvent"];
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
    receivePolicyCancellationRequested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyCancellationRequestedEvent"];
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
    receivePolicyCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyCancelledEvent"];
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
    receivePolicyExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyExpiredEvent"];
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
    receivePolicyRenewed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyRenewedEvent"];
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
    receivePolicyEndorsed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["PolicyEndorsedEvent"];
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
    receiveDocumentAvailable: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["DocumentAvailableEvent"];
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
    receiveClaimCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["ClaimCreatedEvent"];
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
    receiveClaimInformationRequested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["ClaimInformationRequestedEvent"];
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
    receiveClaimApproved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["ClaimApprovedEvent"];
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
    receiveClaimRejected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["ClaimRejectedEvent"];
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
    receiveClaimPaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["ClaimPaidEvent"];
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
    receiveWebhookEndpointFailing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["WebhookEndpointFailingEvent"];
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
    receiveWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
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
    receiveWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, as in the body. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": components["parameters"]["HookEventId"];
                /**
                 * @description The event's name.
                 * @example policy.issued
                 */
                "Hook-Event-Type": components["parameters"]["HookEventType"];
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
                "webhook-id": components["parameters"]["WebhookId"];
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
                "application/json": components["schemas"]["WebhookTestEvent"];
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
