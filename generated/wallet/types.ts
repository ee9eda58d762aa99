// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description Trades your consumer key and secret, sent by HTTP Basic authentication, for an access token. What is granted and for how long may stand in the query, in a form or in JSON; the query wins.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboard a wallet
         * @description Sets your wallet up: its name, its pool account, and where inward credits and returns are told. Call it once, before anything else. The secret in the answer signs every notification.
         */
        post: operations["onboardWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where credits are told
         * @description Returns the address that is told of inward credits and of transfers that come back.
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Change where credits are told
         * @description Notifications go to another address from now on, those that are still to be repeated too. Notifications that were ended by 410 begin again. The address is told of all that there is, returns too where it had heard of credits alone. The secret stays.
         */
        post: operations["updateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get another webhook secret
         * @description Gives a new secret, which is shown this once. For 24 hours notifications are signed with the secret before as well, so that receivers can follow; of three secrets within that time the oldest ends at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clientdetails/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account for a person
         * @description Makes a client from particulars and opens an account. With a `bvn` the date of birth is held against the registry, and the account has the limits of that tier. A second account for the same BVN, or without one for the same phone (`0803…`, `234803…` and `+234803…` are one), is answered 99 and names the first: a request may be repeated.
         */
        post: operations["createClientFromDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/client/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account from a BVN
         * @description Takes the particulars from the registry of Bank Verification Numbers. A `dateOfBirth` that is given is held against the registry. One wallet has one account for a BVN: asked again, the answer is 99 and names it.
         */
        post: operations["createClientFromBvn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/corporateclient/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account for a company
         * @description Makes a client from the particulars of a company and the BVN of a director. A wallet has one account for a company: asked again, the answer is 99 and names it.
         */
        post: operations["createCorporateClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a BVN up
         * @description Returns what the sandbox registry has under a BVN.
         */
        get: operations["lookUpBvn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/client/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look an account up
         * @description Returns who holds an account. At other banks the sandbox knows a few test accounts.
         */
        get: operations["lookUpAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/virtualaccount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a one-time account
         * @description Returns what has become of a one-time account, by the reference that it was opened with: whether it is open, its expiry, its payment, and its refund.
         */
        get: operations["getVirtualAccount"];
        put?: never;
        /**
         * Open a one-time account
         * @description Opens an account that takes one payment of exactly `amount` and then closes, from another bank or from within this one. It expires after `validityTime` minutes. The payment goes on to your pool account, or in a `1-1` wallet to the account that `merchantId` names. Before onboarding this is answered 99.
         */
        post: operations["createVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/virtualaccount/amountupdate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the amount of a one-time account
         * @description Sets another amount while the account is open and nothing was paid to it.
         */
        post: operations["updateVirtualAccountAmount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/virtualaccount/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a one-time account
         * @description Ends a one-time account that nothing was paid to, before its time. Of a payment that comes at the same moment one of the two happens: the account has it, or is closed.
         */
        post: operations["expireVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/virtualaccount/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a one-time payment back
         * @description Sends what was paid to a one-time account back to the account that paid it, from the account that it went on to. It is a transfer like others: 00, 09 while the other bank has not answered, 51, 61, and 99 where that bank refuses. A payment is given back once, also when it is asked for several times at once: then the answer is 98. What was refused, or was returned, can be asked for again.
         */
        post: operations["refundVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/enquiry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where an account stands
         * @description Returns the balance of your pool account, or of another account of your wallet, and how much of it can be paid now.
         */
        get: operations["enquireAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inward/nameenquiry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for the name of an account
         * @description Returns the holder of an account of this bank, for whoever is about to pay to it.
         */
        get: operations["enquireName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transaction/limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the limits of an account
         * @description Sets how much may be paid at once and in a day in Lagos, up to what the tier of the account allows.
         */
        post: operations["updateTransactionLimit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks
         * @description Lists the banks that can be paid to, this one included, by name and then code.
         */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transfer/recipient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a beneficiary up
         * @description Returns who would be paid, with the particulars that a transfer names. A one-time account is `active` until it is paid or has expired.
         */
        get: operations["getTransferRecipient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer money
         * @description Moves money from an account of your wallet. Within this bank it is done at once (00), to a one-time account too, which takes one payment of its amount. To another bank, that bank is first asked who holds the account: the books keep that name, an account that it does not know is 104, and where it does not answer nothing moves (99). The transfer is done when the bank has taken it: 00, 99 when it refuses, or 09 while it has not answered; ask `getTransaction` then. Particulars of payer and beneficiary that are given have to be true: 199 names those that are not. A reference moves money once: repeated, the answer is 98 and nothing moves, also after a failure of the network. A transfer that is refused before it was put to another bank leaves its reference free.
         */
        post: operations["createTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transfer/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers that came back
         * @description Lists transfers that another bank had taken and has returned: they are REVERSED, and the amount is on the account again. By the moment at which they were accepted, the newest first. `transfer.returned` tells of each.
         */
        get: operations["listReturnedTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Returns where a transfer or an inward credit stands, by your reference or by the session of the bank. Name one of the two.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the postings of an account
         * @description Lists what was credited to and debited from an account of your wallet, with the balance after each, in the order in which it was posted, the newest first. Postings of one moment have that order too. A one-time account has two: the payment, and its way on to the account that it is gathered in, which lists the same credit under the same reference.
         */
        get: operations["listAccountTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a statement of an account
         * @description Returns what was posted to an account in a period of whole days in Lagos, the oldest first, with the balance before and after: as CSV (RFC 4180) for spreadsheets, or as a page that prints on A4 and becomes a PDF as it is. A statement holds at most 2000 postings; where there are more the answer is 99: ask for a shorter period.
         */
        get: operations["getAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inward/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inward credits
         * @description Lists the credits that came in from other banks, each as its notification, by `createdAt`, the newest first, and those of one moment by `reference`, the greatest first.
         */
        get: operations["listInwardTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate an inward credit
         * @description Sandbox: lets money come in from another bank. The account is credited and the notification is sent as in earnest. Where a real clearing house is registered, money comes from there alone, and this is answered 99. So it is before onboarding, and a `senderBank` that `listBanks` does not name is answered 01.
         */
        post: operations["simulateInwardCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcode/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a QR code
         * @description Makes a code that pays to an account of your wallet: of type 1 for any number of payments, of type 2 for one of `amount`. A code with an amount is signed in its reference label, so that no other amount can be written into it. The account becomes a customer of the QR platform with `phone` and `email`, once however often it is asked for; where the platform refuses it or does not answer, the answer is 99 and there is no code.
         */
        post: operations["generateQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcode/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a QR code
         * @description Returns whom a code pays: the name is the one that the payee's bank has for the account, whatever the code says; an account that does not exist is 104. A code that was damaged does not match its checksum, and one whose amount was rewritten does not match its signature: both are answered 99. Of a code of another bank the amount is not believed, and left empty.
         */
        post: operations["queryQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcode/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a QR code
         * @description Pays from an account of your wallet to whom the code names; without `qrCode`, to your pool account once the wallet is onboarded. `qrType` has to be the code's own, else 199 names it. A code for a single payment is paid once, from whichever wallet comes first; after that the answer is 98. A code is paid as it was made: a rewritten one is answered 99. The answer gives the reference of the transfer.
         */
        post: operations["payQrCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcode/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a QR code
         * @description Draws a payload of `generateQrCode` as a PNG picture.
         */
        get: operations["renderQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billspaymentstore/billerlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the billers
         * @description Lists who takes payments for bills, all or those of one category, by name and then id.
         */
        get: operations["listBillers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/integrators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrators
         * @description Lists who uses this API, by id.
         */
        get: operations["listIntegrators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts of the books
         * @description Lists the accounts in the books of an integrator with what is in them, the bank's own among them.
         */
        get: operations["listBookAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/postings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List postings of an account
         * @description Lists what was posted to an account, the newest first, with the balance after each.
         */
        get: operations["listBookPostings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transfer and its entries
         * @description Returns a transfer with what it has posted: each entry moves an amount from one account to another.
         */
        get: operations["getTransferEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove the books
         * @description Proves from the postings of an integrator that every balance, hold and transfer is right and nothing was changed. Books with more than 200,000 postings are for `accord ledger verify`.
         */
        get: operations["proveBooks"];
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
    "inward.credit": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the notification. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": string;
                /**
                 * @description The kind of notification.
                 * @example inward.credit
                 */
                "Hook-Event-Type": "inward.credit";
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
         * inward.credit
         * @description Money has come in and is posted. Check the signature over the raw body, keep `reference` so that a repeated notification is booked once, and answer 2xx. Other answers and time-outs are repeated up to seven times over 28 hours.
         */
        post: operations["receiveInwardCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.returned": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the notification. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d12
                 */
                "Hook-Event-Id": string;
                /**
                 * @description The kind of notification.
                 * @example transfer.returned
                 */
                "Hook-Event-Type": "transfer.returned";
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
         * transfer.returned
         * @description Another bank has sent a transfer of yours back: it is REVERSED, and the amount is on the account again. Check the signature over the raw body, keep `sessionId` so that a repeated notification counts once, and answer 2xx. Tell it from other notifications by `Hook-Event-Type`.
         */
        post: operations["receiveReturnedTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description How an access token is asked for; the same may stand in the query. */
        TokenRequest: {
            /**
             * @description What is granted. Spelt with an underscore it is the same.
             * @enum {string}
             */
            "grant-type"?: "client-credentials" | "client_credentials";
            /**
             * @description The same as `grant-type`.
             * @enum {string}
             */
            grant_type?: "client-credentials" | "client_credentials";
            /** @description How many seconds the token is to be good for, at most 86400. */
            validityPeriod?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An access token. */
        Token: {
            /** @description Send it as `Authorization: Bearer …`. */
            access_token: string;
            /**
             * @description How it is sent.
             * @enum {string}
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description How many seconds it is good for.
             */
            expires_in: number;
            /**
             * @description What it is good for.
             * @enum {string}
             */
            scope: "default";
        };
        /**
         * @description What became of the request. 00 done; 01 not found; 02 the signature does not match; 09 accepted, the other bank has not answered yet; 51 not enough money; 61 over a limit; 98 the reference is taken; 99 failed, or there already; 102 no such BVN; 103 the date of birth is another one; 104 no such account; 119 not authorised; 199 the request is not valid. Other failures repeat their HTTP status.
         * @enum {string}
         */
        Status: "00" | "01" | "02" | "09" | "51" | "61" | "98" | "99" | "102" | "103" | "104" | "119" | "199" | "404" | "405" | "406" | "408" | "413" | "415" | "429" | "431" | "500" | "503";
        /** @description What became of the request, for a person. Its wording may change. */
        Message: string;
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
        /** @description Facts about the failure. */
        FailureData: {
            /** @description Every finding about the request, up to a hundred. */
            errors: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Why a request failed. Decide on `status`. For 199 `data.errors` lists every finding about the request; for other failures it is empty. */
        Failure: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["FailureData"];
        } & {
            [key: string]: unknown;
        };
        /** @description A name. */
        Name: string;
        /** @description Your wallet and where you want to hear of credits and returns. */
        OnboardingRequest: {
            /** @description Who is responsible on your side. */
            username: components["schemas"]["Name"];
            /** @description The name of the wallet. Payers see it, and references of inward credits begin with it as it is. */
            walletName: string;
            /** @description A public https address that is told of every inward credit and of every transfer that comes back. */
            webhookUrl: string;
            /** @description A short form of the wallet’s name for statements. */
            shortName: string;
            /**
             * @description Where payments to one-time accounts go. `Pool` gathers all of them in the wallet's pool account. In a `1-1` wallet each customer has an account of their own: the payment goes to the client's account that `merchantId` names, by its number or by the client's id, and to the wallet's account where it names none.
             * @enum {string}
             */
            implementation: "Pool" | "1-1";
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The ten digits of an account, the last of which checks the others (NUBAN).
         * @example 1001561522
         */
        AccountNumber: string;
        /** @description The wallet. Null where `status` says that there is nothing to give. */
        OnboardingResultData: {
            /** @description As it was given. */
            walletName: string;
            accountNo: components["schemas"]["AccountNumber"];
            /** @description Signs what is sent to `webhookUrl`. It is shown this once. */
            webhookSecret: string;
        } | null;
        /** @description A wallet that is ready. */
        OnboardingResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["OnboardingResultData"];
        };
        /** @description The address. Null where `status` says that there is nothing to give. */
        WebhookResultData: {
            /** @description The address. */
            webhookUrl: string;
            /** @description Whether it is told of them; not any more after it has answered 410. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the address or the secret was changed last.
             */
            changedAt: DateTime;
        } | null;
        /** @description Where inward credits and returns are told. */
        WebhookResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["WebhookResultData"];
        };
        /** @description Where inward credits and returns are to be told. */
        WebhookRequest: {
            /** @description A public https address that is told of every inward credit and of every transfer that comes back. */
            webhookUrl: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The secrets. Null where `status` says that there is nothing to give. */
        WebhookSecretResultData: {
            /** @description Signs what is sent to `webhookUrl`. It is shown this once. */
            webhookSecret: string;
            /**
             * Format: date-time
             * @description Until when the secret before signs as well.
             */
            previousValidUntil: DateTime;
        } | null;
        /** @description Another secret of the webhook. */
        WebhookSecretResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["WebhookSecretResultData"];
        };
        /** @description One of a person's names; empty where there is none. */
        PersonName: string;
        /**
         * @description A day of the calendar from 1800 to 2099, the name of a month in English, whole or its first three letters, and a year.
         * @example 04 October 1960
         */
        DateOfBirthText: string;
        /**
         * @description As the person's bank has it. Empty is the same as left out.
         * @enum {string}
         */
        OptionalGender: "Male" | "Female" | "";
        /**
         * @description A telephone number in digits, with or without a leading plus.
         * @example 08031234567
         */
        Phone: string;
        /**
         * @description The eleven digits of a Bank Verification Number. Empty is the same as left out.
         * @example 22222222223
         */
        OptionalBvn: string;
        /** @description A person without, or with, a BVN. */
        ClientDetails: {
            firstname: components["schemas"]["Name"];
            lastname: components["schemas"]["Name"];
            middlename?: components["schemas"]["PersonName"];
            dob: components["schemas"]["DateOfBirthText"];
            /** @description Where the person lives. */
            address?: string;
            gender?: components["schemas"]["OptionalGender"];
            phone: components["schemas"]["Phone"];
            bvn?: components["schemas"]["OptionalBvn"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Two digits of a day, the first three letters of a month in English and a year.
         * @example 04-Oct-1960
         */
        ResultDate: string;
        /** @description The person and the account: the new one, or for 99 the one that there is. Null where `status` says that there is nothing to give. */
        ClientResultData: {
            firstname: components["schemas"]["PersonName"];
            middlename: components["schemas"]["PersonName"];
            lastname: components["schemas"]["PersonName"];
            /** @description Empty where the person has given none. */
            bvn: string;
            /** @description As it was given, or as the registry has it. */
            phone: string;
            dob: components["schemas"]["ResultDate"];
            accountNo: components["schemas"]["AccountNumber"];
        } | null;
        /** @description An account for a person. */
        ClientResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["ClientResultData"];
        };
        /**
         * @description The eleven digits of a Bank Verification Number.
         * @example 22222222223
         */
        Bvn: string;
        /**
         * @description A day, the name of a month in English and a year. Empty is the same as left out.
         * @example 04 October 1960
         */
        OptionalDateOfBirthText: string;
        /** @description A company. */
        CorporateDetails: {
            /** @description The number under which it is registered. */
            rcNumber: string;
            companyName: components["schemas"]["Name"];
            incorporationDate: components["schemas"]["DateOfBirthText"];
            bvn: components["schemas"]["Bvn"];
        } & {
            [key: string]: unknown;
        };
        /** @description The account: the new one, or for 99 the one that there is. Null where `status` says that there is nothing to give. */
        CorporateResultData: {
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The name that payers see. */
            accountName: string;
        } | null;
        /** @description An account for a company. */
        CorporateResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["CorporateResultData"];
        };
        /**
         * @description As the person's bank has it.
         * @enum {string}
         */
        Gender: "Male" | "Female";
        /** @description The person. Null where `status` says that there is nothing to give. */
        BvnResultData: {
            firstName: components["schemas"]["PersonName"];
            middleName: components["schemas"]["PersonName"];
            lastName: components["schemas"]["PersonName"];
            gender: components["schemas"]["Gender"];
            dateOfBirth: components["schemas"]["ResultDate"];
            /** @description The number that the registry or the bank has. */
            phoneNo: string;
            /** @description A picture in base64; empty in the sandbox. */
            pixBase64: string;
        } | null;
        /** @description What the registry has under a BVN. */
        BvnResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["BvnResultData"];
        };
        /**
         * @description The six digits of a bank, as `listBanks` gives them. Empty is the same as left out.
         * @example 999058
         */
        OptionalBankCode: string;
        /** @description The holder. Null where `status` says that there is nothing to give. */
        AccountResultData: {
            firstName: components["schemas"]["PersonName"];
            middleName: components["schemas"]["PersonName"];
            lastName: components["schemas"]["PersonName"];
            /**
             * @description Null where the bank does not tell.
             * @enum {string|null}
             */
            gender: "Male" | "Female" | null;
            /** @description As `04-Oct-1960`; null where the bank does not tell. */
            dateOfBirth: string | null;
            /** @description The number that the registry or the bank has. */
            phoneNo: string;
            /** @description Empty where the bank has none. */
            bvn: string;
            /** @description A picture in base64; empty in the sandbox. */
            pixBase64: string;
        } | null;
        /** @description Whose account it is. */
        AccountResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["AccountResultData"];
        };
        /**
         * @description A reference of your own, unique in your wallet. Letters, digits, dots, underscores, colons and hyphens.
         * @example AcmePay-0198c1f27a51
         */
        Reference: string;
        /**
         * @description Naira in decimal digits, always with two after the point.
         * @example 98500.00
         */
        Balance: string;
        /**
         * @description The reference of a transfer of yours, or the bank's own of a credit, which begins with the name of the wallet and may hold spaces.
         * @example AcmePay-7Qm2xV9dKc4T
         */
        TransactionReference: string;
        /** @description The payment; null where there was none. */
        OneTimePayment: {
            reference: components["schemas"]["TransactionReference"];
            /** @description The bank’s own name for the payment. */
            sessionId: string;
            amount: components["schemas"]["Balance"];
            /** @description Who has paid. */
            payerName: string;
            /** @description From which account. */
            payerAccountNo: string;
            /** @description The code of its bank. */
            payerBank: string;
            /** @description The account that the payment went on to. */
            settledTo: string;
            /**
             * Format: date-time
             * @description When it was posted.
             */
            paidAt: DateTime;
        } | null;
        /** @description The refund that was asked for last; null where none was. */
        OneTimeRefund: {
            reference: components["schemas"]["TransactionReference"];
            /** @description The bank’s own name for the refund. */
            sessionId: string;
            amount: components["schemas"]["Balance"];
            /**
             * @description As `getTransaction` has it. After FAILED and REVERSED the payment can be refunded again.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED" | "FAILED" | "REVERSED";
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            createdAt: DateTime;
        } | null;
        /** @description The account. Null where `status` says that there is nothing to give. */
        VirtualAccountStateResultData: {
            reference: components["schemas"]["Reference"];
            accountNumber: components["schemas"]["AccountNumber"];
            /**
             * @description OPEN takes its payment; EXPIRED takes none any more and had none; PAID has had it; REFUNDED has given it back, or is about to.
             * @enum {string}
             */
            state: "OPEN" | "PAID" | "EXPIRED" | "REFUNDED";
            amount: components["schemas"]["Balance"];
            merchantName: components["schemas"]["Name"];
            /** @description As it was given. */
            merchantId: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            createdAt: DateTime;
            /**
             * Format: date-time
             * @description Until when it takes its payment; when it was opened, of one that was closed before its time.
             */
            expiresAt: DateTime;
            payment: components["schemas"]["OneTimePayment"];
            refund: components["schemas"]["OneTimeRefund"];
        } | null;
        /** @description A one-time account by its reference. */
        VirtualAccountStateResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["VirtualAccountStateResultData"];
        };
        /**
         * @description Naira in decimal digits with at most two after the point, more than zero, no sign and no separators.
         * @example 1500.00
         */
        Amount: string;
        /** @description One payment that is expected. */
        VirtualAccountRequest: {
            amount: components["schemas"]["Amount"];
            /** @description The name that the payer sees. */
            merchantName: components["schemas"]["Name"];
            /** @description Your own id of the merchant. */
            merchantId: string;
            reference: components["schemas"]["Reference"];
            /** @description How many minutes the account is open, at most 4320; so many where it is left out or empty. */
            validityTime?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A one-time account, or why there is none. */
        VirtualAccountResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            /** @description The account to pay to; null where `status` is not 00. */
            accountNumber: string | null;
            /** @description As it was given. */
            reference: string;
        };
        /** @description Another amount for a one-time account that nothing was paid to yet. */
        AmountUpdateRequest: {
            amount: components["schemas"]["Amount"];
            reference: components["schemas"]["Reference"];
        } & {
            [key: string]: unknown;
        };
        /** @description Which one-time account. */
        VirtualAccountName: {
            reference: components["schemas"]["Reference"];
        } & {
            [key: string]: unknown;
        };
        /** @description The transfer. Null where `status` says that there is nothing to give. */
        TransferResultData: {
            /** @description As it was given; of a refund and a QR payment, the bank’s own. */
            reference: string;
            /** @description The bank’s own name for the transfer. */
            sessionId: string;
            amount: components["schemas"]["Balance"];
        } | null;
        /** @description What became of a transfer. */
        TransferResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["TransferResultData"];
        };
        /**
         * @description The ten digits of an account. Empty is the same as left out.
         * @example 1001561522
         */
        OptionalAccountNumber: string;
        /** @description The account. Null where `status` says that there is nothing to give. */
        AccountEnquiryResultData: {
            accountNo: components["schemas"]["AccountNumber"];
            /** @description What is booked, what is held included. */
            accountBalance: components["schemas"]["Balance"];
            /** @description What can be paid now: what is booked without what is held. */
            availableBalance: components["schemas"]["Balance"];
            /** @description What is held for transfers that other banks have not answered yet. */
            heldAmount: components["schemas"]["Balance"];
            /** @description The savings id, which transfers name as `fromSavingsId`. */
            accountId: string;
            /** @description Whose account it is. */
            client: string;
            /** @description The id of the holder. */
            clientId: string;
            /** @description What kind of account it is. */
            savingsProductName: string;
        } | null;
        /** @description Where an account stands. */
        AccountEnquiryResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["AccountEnquiryResultData"];
        };
        /**
         * @description The six digits of a bank, as `listBanks` gives them.
         * @example 999058
         */
        BankCode: string;
        /** @description The account. Null where `status` says that there is nothing to give. */
        NameEnquiryResultData: {
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The name of the holder. */
            accountName: string;
            bankCode: components["schemas"]["BankCode"];
        } | null;
        /** @description Whose account it is. */
        NameEnquiryResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["NameEnquiryResultData"];
        };
        /** @description How much may be paid from an account. */
        LimitRequest: {
            accountNumber: components["schemas"]["AccountNumber"];
            /** @description Most in one payment. */
            transactionLimit: components["schemas"]["Amount"];
            /** @description Most in one day in Lagos. */
            dailyLimit: components["schemas"]["Amount"];
        } & {
            [key: string]: unknown;
        };
        /** @description The limits from now on. Null where `status` says that there is nothing to give. */
        LimitResultData: {
            accountNumber: components["schemas"]["AccountNumber"];
            transactionLimit: components["schemas"]["Balance"];
            dailyLimit: components["schemas"]["Balance"];
        } | null;
        /** @description The limits of an account. */
        LimitResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["LimitResultData"];
        };
        /** @description A bank that can be paid to. */
        Bank: {
            /**
             * Format: int32
             * @description Its place in this list; do not keep it.
             */
            id: number;
            code: components["schemas"]["BankCode"];
            /** @description As people know it. */
            name: string;
            /** @description A picture as a `data:` URL, or empty. */
            logo: string;
            /** @description When it joined the list, `YYYY-MM-DD HH:mm:ss` in UTC. */
            created: string;
        };
        /** @description The list. */
        BankList: {
            /** @description The banks, by name. */
            bank: components["schemas"]["Bank"][];
        };
        /** @description The banks. */
        BankListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["BankList"];
        };
        /**
         * @description `intra` within this bank, `inter` to another bank.
         * @enum {string}
         */
        TransferType: "intra" | "inter";
        /** @description The account in question. */
        RecipientAccount: {
            number: components["schemas"]["AccountNumber"];
            /** @description Its savings id in this bank; empty at others. */
            id: string;
        };
        /** @description The beneficiary. Null where `status` says that there is nothing to give. */
        RecipientResultData: {
            /** @description The name of the holder. */
            name: string;
            /** @description The id of the holder in this bank; empty at others. */
            clientId: string;
            /** @description Of a client of your own wallet; empty for everyone else. */
            bvn: string;
            account: components["schemas"]["RecipientAccount"];
            /**
             * @description Whether the account can be paid to.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description Of the account.
             * @enum {string}
             */
            currency: "NGN";
            bank: components["schemas"]["BankCode"];
        } | null;
        /** @description Who would be paid. */
        RecipientResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["RecipientResultData"];
        };
        /** @description Who pays whom, and how much. Take the particulars from `enquireAccount` and `getTransferRecipient`. */
        TransferRequest: {
            /** @description The id of the payer. Checked where it is given and not empty. */
            fromClientId?: string;
            /** @description The name of the payer. Checked where it is given and not empty. */
            fromClient?: string;
            /** @description The savings id of the account that pays. Checked where it is given and not empty. */
            fromSavingsId?: string;
            /** @description The BVN of the payer. Checked where it is given and not empty. */
            fromBvn?: string;
            /** @description The id of the beneficiary. Checked within this bank, where it is given and not empty. */
            toClientId?: string;
            /** @description The name of the beneficiary, as a note of yours. The books keep the name that the beneficiary’s bank says. */
            toClient?: string;
            /** @description The savings id of the account that is paid. Checked within this bank, where it is given and not empty. */
            toSavingsId?: string;
            /** @description The session of the name enquiry, where there was one. */
            toSession?: string;
            /** @description The BVN of the beneficiary. Checked within this bank, where it is given and not empty. */
            toBvn?: string;
            fromAccount: components["schemas"]["AccountNumber"];
            toAccount: components["schemas"]["AccountNumber"];
            toBank: components["schemas"]["BankCode"];
            /** @description SHA-512 of `fromAccount` followed by `toAccount`, in lower-case hexadecimal. */
            signature: string;
            amount: components["schemas"]["Amount"];
            /** @description What the beneficiary reads. */
            remark?: string;
            transferType: components["schemas"]["TransferType"];
            reference: components["schemas"]["Reference"];
        } & {
            [key: string]: unknown;
        };
        /** @description A transfer that the other bank had taken and has sent back. */
        ReturnedTransfer: {
            reference: components["schemas"]["TransactionReference"];
            /** @description The bank’s own name for the transfer. */
            sessionId: string;
            amount: components["schemas"]["Balance"];
            /**
             * @description Of the amount.
             * @enum {string}
             */
            currency: "NGN";
            /** @description The account of yours that had paid, and has the amount again. */
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The account that was to be paid. */
            counterAccountNo: string;
            /** @description Whose account that is. */
            counterName: string;
            /** @description The code of its bank. */
            counterBank: string;
            /** @description What was written to the beneficiary. */
            remark: string;
            /**
             * Format: date-time
             * @description When the transfer was accepted; `listAccountTransactions` has the moment of its return.
             */
            createdAt: DateTime;
        };
        /** @description Where this page lies in the list. */
        PageInfo: {
            /**
             * Format: int32
             * @description The page that was asked for, counted from 0.
             */
            page: number;
            /**
             * Format: int32
             * @description How many items a page holds at most.
             */
            size: number;
            /**
             * Format: int64
             * @description How many items all pages hold together.
             */
            totalElements: number;
            /**
             * Format: int64
             * @description How many pages there are.
             */
            totalPages: number;
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        ReturnListResultData: {
            /** @description The items, the newest first. */
            content: components["schemas"]["ReturnedTransfer"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of transfers that came back. */
        ReturnListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["ReturnListResultData"];
        };
        /** @description The transaction. Null where `status` says that there is nothing to give. */
        TransactionResultData: {
            reference: components["schemas"]["TransactionReference"];
            /** @description The bank’s own name for the transaction. */
            sessionId: string;
            /**
             * @description Which way the money goes, seen from the account.
             * @enum {string}
             */
            type: "CREDIT" | "DEBIT";
            /**
             * @description `wallet` within this bank, `bank` from or to another.
             * @enum {string}
             */
            transactionType: "wallet" | "bank";
            /**
             * @description PENDING until the other bank has answered; SETTLED, or FAILED and nothing was taken, or REVERSED and given back.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED" | "FAILED" | "REVERSED";
            amount: components["schemas"]["Balance"];
            /**
             * @description Of the amount.
             * @enum {string}
             */
            currency: "NGN";
            /** @description The account of yours. */
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The account on the other side. */
            counterAccountNo: string;
            /** @description Whose account that is. */
            counterName: string;
            /** @description The code of its bank. */
            counterBank: string;
            /** @description What was written to the beneficiary. */
            remark: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            createdAt: DateTime;
        } | null;
        /** @description A transaction. */
        TransactionResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["TransactionResultData"];
        };
        /** @description A posting of an account. */
        AccountTransaction: {
            reference: components["schemas"]["TransactionReference"];
            /** @description The bank’s own name for the transaction. */
            sessionId: string;
            /**
             * @description Which way the money goes, seen from the account.
             * @enum {string}
             */
            type: "CREDIT" | "DEBIT";
            /**
             * @description `wallet` within this bank, `bank` from or to another.
             * @enum {string}
             */
            transactionType: "wallet" | "bank";
            /**
             * @description PENDING until the other bank has answered; SETTLED, or FAILED and nothing was taken, or REVERSED and given back.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED" | "FAILED" | "REVERSED";
            amount: components["schemas"]["Balance"];
            /**
             * @description Of the amount.
             * @enum {string}
             */
            currency: "NGN";
            /** @description The account of yours. */
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The account on the other side. */
            counterAccountNo: string;
            /** @description Whose account that is. */
            counterName: string;
            /** @description The code of its bank. */
            counterBank: string;
            /** @description What was written to the beneficiary. */
            remark: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            createdAt: DateTime;
            balance: components["schemas"]["Balance"];
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        AccountTransactionListResultData: {
            /** @description The items, the newest first. */
            content: components["schemas"]["AccountTransaction"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of an account’s postings. */
        AccountTransactionListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["AccountTransactionListResultData"];
        };
        /** @description The statement. Null where `status` says that there is nothing to give. */
        StatementResultData: {
            accountNo: components["schemas"]["AccountNumber"];
            /** @description What the file may be called. */
            fileName: string;
            /**
             * @description What `content` is.
             * @enum {string}
             */
            mediaType: "text/csv" | "text/html";
            /** @description Before the first posting of the period. */
            openingBalance: components["schemas"]["Balance"];
            /** @description After the last. */
            closingBalance: components["schemas"]["Balance"];
            /**
             * Format: int32
             * @description How many the statement lists.
             */
            postings: number;
            /** @description The statement itself. */
            content: string;
        } | null;
        /** @description A statement of an account. */
        StatementResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["StatementResultData"];
        };
        /** @description A credit that came in. Webhooks send exactly this. */
        InwardCredit: {
            /** @description The name of the wallet and an id that rises with time; unique, so that a repeated notification can be told. */
            reference: string;
            amount: components["schemas"]["Balance"];
            /** @description The account that was credited. */
            account_number: components["schemas"]["AccountNumber"];
            /** @description The account that paid. */
            originator_account_number: string;
            /** @description Whose account that is. */
            originator_account_name: string;
            /** @description The code of the bank it is at. */
            originator_bank: string;
            /** @description What the payer wrote. */
            originator_narration: string;
            /**
             * Format: date-time
             * @description When the credit was posted.
             */
            timestamp: DateTime;
            /** @description The bank’s own name for the credit. */
            sessionId: string;
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        InwardCreditListResultData: {
            /** @description The items, the newest first. */
            content: components["schemas"]["InwardCredit"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of credits that came in. */
        InwardCreditListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["InwardCreditListResultData"];
        };
        /** @description A credit to simulate. */
        NoticeRequest: {
            amount: components["schemas"]["Amount"];
            accountNo: components["schemas"]["AccountNumber"];
            /** @description The account that pays. */
            senderAccountNo?: components["schemas"]["OptionalAccountNumber"];
            senderBank?: components["schemas"]["OptionalBankCode"];
            /** @description What the payer writes. */
            senderNarration?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The credit. Null where `status` says that there is nothing to give. */
        NoticeResultData: {
            /** @description As the notification gives it. */
            reference: string;
            /** @description The bank’s own name for the credit. */
            sessionId: string;
        } | null;
        /** @description What became of the credit. */
        NoticeResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["NoticeResultData"];
        };
        /**
         * @description Naira in decimal digits with at most two after the point. Zero and an empty text leave the amount to the payer.
         * @example 1500.00
         */
        AmountOrNone: string;
        /**
         * @description A telephone number in digits, with or without a leading plus. Empty is the same as left out.
         * @example 08031234567
         */
        OptionalPhone: string;
        /**
         * @description An e-mail address. Empty is the same as left out.
         * @example ada@acme.example
         */
        OptionalEmail: string;
        /** @description Who is to be paid. */
        QrCodeRequest: {
            accountNo: components["schemas"]["AccountNumber"];
            /**
             * @description `1` for a code that is paid any number of times, `2` for a single payment.
             * @enum {string}
             */
            qrType: "1" | "2";
            amount?: components["schemas"]["AmountOrNone"];
            phone?: components["schemas"]["OptionalPhone"];
            email?: components["schemas"]["OptionalEmail"];
        } & {
            [key: string]: unknown;
        };
        /** @description The code. Null where `status` says that there is nothing to give. */
        QrCodeResultData: {
            /** @description EMVCo merchant-presented payload, with its checksum. */
            qrCode: string;
            /** @description The account’s customer on the QR platform: one for an account, however many codes it has. */
            customerId: string;
        } | null;
        /** @description A QR code. */
        QrCodeResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["QrCodeResultData"];
        };
        /** @description A code to read. */
        QrQueryRequest: {
            /** @description The payload. */
            qrCode: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The merchant. Null where `status` says that there is nothing to give. */
        QrQueryResultData: {
            /** @description Who is paid. */
            merchantName: string;
            accountNo: components["schemas"]["AccountNumber"];
            bankCode: components["schemas"]["BankCode"];
            /**
             * @description `1` for a code that is paid any number of times, `2` for a single payment.
             * @enum {string}
             */
            qrType: "1" | "2";
            /** @description Empty where the payer chooses. */
            amount: string;
            /**
             * @description Of the amount.
             * @enum {string}
             */
            currency: "NGN";
            /** @description Where the merchant is. */
            city: string;
        } | null;
        /** @description What a QR code says. */
        QrQueryResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["QrQueryResultData"];
        };
        /** @description Who pays, and which code. */
        QrPayRequest: {
            accountNo: components["schemas"]["AccountNumber"];
            /**
             * @description `1` for a code that is paid any number of times, `2` for a single payment.
             * @enum {string}
             */
            qrType: "1" | "2";
            amount: components["schemas"]["Amount"];
            phone?: components["schemas"]["OptionalPhone"];
            email?: components["schemas"]["OptionalEmail"];
            /** @description The payload that names the payee; where it is left out or empty, the wallet itself is paid. */
            qrCode?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Somebody who takes payments for bills. */
        Biller: {
            /** @description Names the biller. */
            id: string;
            /** @description As people know it. */
            name: string;
            /** @description The part of the business. */
            division: string;
            /** @description What is paid for. */
            product: string;
            /** @description The kind of bill. */
            category: string;
        };
        /** @description The billers. */
        BillerListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            /** @description The billers, by name. */
            data: components["schemas"]["Biller"][];
        };
        /**
         * @description The ten digits of an account, or the name of one of the bank's own.
         * @example 1001561522
         */
        BookAccountNumber: string;
        /** @description Who uses this API. */
        Integrator: {
            /**
             * Format: uuid
             * @description The integrator.
             */
            id: string;
            /** @description Its name. */
            name: string;
            poolAccountNo: components["schemas"]["BookAccountNumber"];
            /**
             * Format: date-time
             * @description When its wallet was made; null before.
             */
            onboardedAt: DateTime | null;
            /**
             * Format: date-time
             * @description When its access ended.
             */
            revokedAt: DateTime | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: DateTime;
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        IntegratorListResultData: {
            /** @description The integrators, by id. */
            content: components["schemas"]["Integrator"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of integrators. */
        IntegratorListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["IntegratorListResultData"];
        };
        /** @description An account, and what is in it. */
        BookAccount: {
            accountNo: components["schemas"]["BookAccountNumber"];
            /**
             * @description The wallet's pool, a client's, for one payment, or the bank's own.
             * @enum {string}
             */
            kind: "pool" | "client" | "virtual" | "system";
            /** @description Whose it is. */
            name: string;
            /** @description ISO 4217. */
            currency: string;
            balance: components["schemas"]["Balance"];
            held: components["schemas"]["Balance"];
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        BookAccountListResultData: {
            /** @description The accounts, by number. */
            content: components["schemas"]["BookAccount"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of accounts. */
        BookAccountListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["BookAccountListResultData"];
        };
        /** @description What was posted to an account. */
        BookPosting: {
            /** @description Of the transfer. */
            reference: string;
            /**
             * @description Within this bank, to another one, from elsewhere, or to a one-time account.
             * @enum {string}
             */
            kind: "INTRA" | "INTER" | "INWARD" | "ONE_TIME";
            /**
             * @description How far it has come.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED" | "FAILED" | "REVERSED";
            /**
             * @description Whether it was taken from the account or given to it.
             * @enum {string}
             */
            side: "debit" | "credit";
            otherAccountNo: components["schemas"]["BookAccountNumber"];
            amount: components["schemas"]["Balance"];
            balance: components["schemas"]["Balance"];
            /** @description Whether it takes another one back. */
            reversal: boolean;
            /** @description What it is for. */
            remark: string;
            /**
             * Format: date-time
             * @description When it was posted.
             */
            postedAt: DateTime;
        };
        /** @description One page. Null where `status` says that there is nothing to give. */
        BookPostingListResultData: {
            /** @description The postings, the newest first. */
            content: components["schemas"]["BookPosting"][];
            pageInfo: components["schemas"]["PageInfo"];
        } | null;
        /** @description A page of postings. */
        BookPostingListResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["BookPostingListResultData"];
        };
        /** @description An amount that moved from one account to another. */
        Entry: {
            debitAccountNo: components["schemas"]["BookAccountNumber"];
            debitBalance: components["schemas"]["Balance"];
            creditAccountNo: components["schemas"]["BookAccountNumber"];
            creditBalance: components["schemas"]["Balance"];
            amount: components["schemas"]["Balance"];
            /** @description Whether it takes another one back. */
            reversal: boolean;
            /**
             * Format: date-time
             * @description When it was posted.
             */
            postedAt: DateTime;
        };
        /** @description A transfer and what it has posted. Null where `status` says that there is none. */
        TransferEntriesResultData: {
            /** @description Of the transfer. */
            reference: string;
            /** @description Of the request. */
            sessionId: string;
            /**
             * @description Within this bank, to another one, from elsewhere, or to a one-time account.
             * @enum {string}
             */
            kind: "INTRA" | "INTER" | "INWARD" | "ONE_TIME";
            /**
             * @description How far it has come.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED" | "FAILED" | "REVERSED";
            amount: components["schemas"]["Balance"];
            /** @description Who pays. */
            payer: string;
            /** @description Who is paid. */
            payee: string;
            /** @description What it is for. */
            remark: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            createdAt: DateTime;
            /** @description In the order in which they were posted. */
            entries: components["schemas"]["Entry"][];
        } | null;
        /** @description A transfer and its entries. */
        TransferEntriesResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["TransferEntriesResultData"];
        };
        /** @description What was looked at, and what does not hold. */
        ProofResultData: {
            /**
             * Format: int64
             * @description How many accounts.
             */
            accounts: number;
            /**
             * Format: int64
             * @description How many postings.
             */
            postings: number;
            /**
             * Format: int64
             * @description How many transfers.
             */
            transfers: number;
            /** @description What does not hold; empty where everything does. */
            differences: string[];
        } | null;
        /** @description The proof of the books. */
        ProofResult: {
            status: components["schemas"]["Status"];
            message: components["schemas"]["Message"];
            data: components["schemas"]["ProofResultData"];
        };
    };
    responses: {
        /** @description The request does not match this document. Nothing was done; correct everything that `data.errors` lists. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The access token or the wallet-credentials are missing, wrong or expired, or they belong to different integrators. */
        Unauthorised: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description `Accept` asks for something that this operation does not answer. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than this operation takes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is of another type than this operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The quota of this minute is used up. */
        TooManyRequests: {
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
        /** @description Something failed that should not. Whether the request was carried out is unknown: for a transfer ask `getTransaction`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service cannot answer just now. A transfer may be repeated with the same reference: it is never done twice. */
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
        /** @description A parameter is missing or does not match this document. */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no access token of an operator of the installation, or it has expired. */
        NoOperator: {
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
         * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
         * @example YWNtZTpzZWNyZXQ=
         */
        WalletCredentials: string;
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
         * @description How to authenticate (RFC 9110, 11.6.1).
         * @example Bearer realm="accord"
         */
        Challenge: string;
        /**
         * @description Wait at least this many seconds before you send the request again.
         * @example 42
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueToken: {
        parameters: {
            query?: {
                /**
                 * @description What is granted.
                 * @example client-credentials
                 */
                "grant-type"?: "client-credentials" | "client_credentials";
                /**
                 * @description The same as `grant-type`.
                 * @example client_credentials
                 */
                grant_type?: "client-credentials" | "client_credentials";
                /**
                 * @description How many seconds the token is to be good for, at most 86400.
                 * @example 3600
                 */
                validityPeriod?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    onboardWallet: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OnboardingRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getWebhook: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateWebhook: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createClientFromDetails: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientDetails"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createClientFromBvn: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The BVN of the client.
                 * @example 22222222223
                 */
                bvn: components["schemas"]["Bvn"];
                /**
                 * @description As the registry has it; not compared where it is left out or empty.
                 * @example 04 October 1990
                 */
                dateOfBirth?: components["schemas"]["OptionalDateOfBirthText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createCorporateClient: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorporateDetails"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorporateResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    lookUpBvn: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The BVN to look up.
                 * @example 22222222223
                 */
                bvn: components["schemas"]["Bvn"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BvnResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    lookUpAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The account to look up.
                 * @example 1001561522
                 */
                accountNo: components["schemas"]["AccountNumber"];
                /**
                 * @description The bank it is at; this bank where it is left out or empty.
                 * @example 999999
                 */
                bank?: components["schemas"]["OptionalBankCode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getVirtualAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The reference that the account was opened with.
                 * @example AcmePay-0198c1f27a52
                 */
                reference: components["schemas"]["Reference"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountStateResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createVirtualAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualAccountRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateVirtualAccountAmount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmountUpdateRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    expireVirtualAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualAccountName"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    refundVirtualAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VirtualAccountName"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    enquireAccount: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description An account of your wallet; the pool account where it is left out or empty.
                 * @example 1001561522
                 */
                accountNo?: components["schemas"]["OptionalAccountNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEnquiryResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    enquireName: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The account.
                 * @example 1001561522
                 */
                accountNo: components["schemas"]["AccountNumber"];
                /**
                 * @description Has no effect; taken because clients send it.
                 * @example 0
                 */
                page?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NameEnquiryResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    updateTransactionLimit: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBanks: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTransferRecipient: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The account to be paid.
                 * @example 1001561539
                 */
                accountNo: components["schemas"]["AccountNumber"];
                /**
                 * @description The bank it is at.
                 * @example 999999
                 */
                bank: components["schemas"]["BankCode"];
                /**
                 * @description Within this bank or to another.
                 * @example intra
                 */
                transfer_type: components["schemas"]["TransferType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    createTransfer: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listReturnedTransfers: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The first day, in Lagos.
                 * @example 2026-11-01
                 */
                startDate?: string;
                /**
                 * @description The last day, in Lagos.
                 * @example 2026-11-30
                 */
                endDate?: string;
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTransaction: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The reference of the transaction.
                 * @example AcmePay-0198c1f27a51
                 */
                reference?: components["schemas"]["TransactionReference"];
                /**
                 * @description The session of the transaction.
                 * @example 999999261121101500000000000001
                 */
                sessionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listAccountTransactions: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description An account of your wallet.
                 * @example 1001561522
                 */
                accountNo: components["schemas"]["AccountNumber"];
                /**
                 * @description The first day, in Lagos.
                 * @example 2026-11-01
                 */
                startDate?: string;
                /**
                 * @description The last day, in Lagos.
                 * @example 2026-11-30
                 */
                endDate?: string;
                /**
                 * @description Only postings within this bank, or from and to others.
                 * @example wallet
                 */
                transactionType?: "wallet" | "bank";
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountTransactionListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getAccountStatement: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description An account of your wallet.
                 * @example 1001561522
                 */
                accountNo: components["schemas"]["AccountNumber"];
                /**
                 * @description The first day, in Lagos.
                 * @example 2026-11-01
                 */
                startDate: string;
                /**
                 * @description The last day, in Lagos.
                 * @example 2026-11-30
                 */
                endDate: string;
                /**
                 * @description How it is written.
                 * @example csv
                 */
                format?: "csv" | "html";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listInwardTransactions: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description Only credits of this account, and those of one-time accounts that went on to it; all where it is left out or empty.
                 * @example 1001561522
                 */
                accountNo?: components["schemas"]["OptionalAccountNumber"];
                /**
                 * @description The first day, in Lagos.
                 * @example 2026-11-01
                 */
                startDate?: string;
                /**
                 * @description The last day, in Lagos.
                 * @example 2026-11-30
                 */
                endDate?: string;
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InwardCreditListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    simulateInwardCredit: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    generateQrCode: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCodeResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    queryQrCode: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrQueryRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrQueryResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    payQrCode: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrPayRequest"];
            };
        };
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    renderQrCode: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description The payload.
                 * @example 00020101021126370009ng.accord0106999999021010015615225204000053035665802NG5907AcmePay6005Lagos6304C0FB
                 */
                qrCode: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBillers: {
        parameters: {
            query: {
                /**
                 * @description Your consumer key and consumer secret, joined by a colon, in base64. They belong to the integrator that the access token was issued to.
                 * @example YWNtZTpzZWNyZXQ=
                 */
                "wallet-credentials": components["parameters"]["WalletCredentials"];
                /**
                 * @description Only billers of this category; all where it is left out or empty.
                 * @example Electricity
                 */
                categoryName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillerListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorised"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listIntegrators: {
        parameters: {
            query?: {
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegratorListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBookAccounts: {
        parameters: {
            query: {
                /**
                 * @description Whose books.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                integratorId: string;
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookAccountListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listBookPostings: {
        parameters: {
            query: {
                /**
                 * @description Whose books.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                integratorId: string;
                /**
                 * @description An account of these books.
                 * @example 1001561522
                 */
                accountNo: components["schemas"]["BookAccountNumber"];
                /**
                 * @description Which page, counted from 0.
                 * @example 0
                 */
                page?: string;
                /**
                 * @description How many items a page holds at most.
                 * @example 20
                 */
                size?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookPostingListResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTransferEntries: {
        parameters: {
            query: {
                /**
                 * @description Whose books.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                integratorId: string;
                /**
                 * @description The reference of the transfer.
                 * @example AcmePay-0198c1f27a51
                 */
                reference: components["schemas"]["TransactionReference"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferEntriesResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    proveBooks: {
        parameters: {
            query: {
                /**
                 * @description Whose books.
                 * @example 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a01
                 */
                integratorId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request; `status` says it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofResult"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["NoOperator"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    receiveInwardCredit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the notification. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d11
                 */
                "Hook-Event-Id": string;
                /**
                 * @description The kind of notification.
                 * @example inward.credit
                 */
                "Hook-Event-Type": "inward.credit";
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
                "application/json": components["schemas"]["InwardCredit"];
            };
        };
        responses: {
            /** @description The notification has arrived. What else the answer says is not looked at. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other answer, a redirect included, and none within 15 seconds, is a failure: it is sent again, eight times in all. `Retry-After` makes a wait longer; 410 ends the notifications. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReturnedTransfer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the notification. The same on every attempt.
                 * @example evt_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8d12
                 */
                "Hook-Event-Id": string;
                /**
                 * @description The kind of notification.
                 * @example transfer.returned
                 */
                "Hook-Event-Type": "transfer.returned";
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
                "application/json": components["schemas"]["ReturnedTransfer"];
            };
        };
        responses: {
            /** @description The notification has arrived. What else the answer says is not looked at. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other answer, a redirect included, and none within 15 seconds, is a failure: it is sent again, eight times in all. `Retry-After` makes a wait longer; 410 ends the notifications. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
