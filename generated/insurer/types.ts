// Written by `npm run generate`. Do not edit.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Lists every product that Accord may sell, in pages and in any order that stays the same from page to page.
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
    "/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description Reads a product with what it covers and what can be chosen.
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
    "/products/{productId}/forms/{context}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a form
         * @description Reads the current version of the form for one occasion. A product without a form for it answers 404.
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
    "/options/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List options
         * @description Lists the options of a field, in pages. A list that is only searched refuses a short or missing `query` with 422.
         */
        get: operations["listOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/options/{list}/{parent}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List options that depend on an answer
         * @description Lists the options of a field where they depend on the answer to another one, in pages.
         */
        get: operations["listDependentOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads": {
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
         * @description Reserves a place for the bytes of one file. Answers 413 at once when the file is larger than the insurer takes.
         */
        post: operations["reserveUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a product
         * @description Prices a product for one customer. Missing or wrong answers and declined risks are 422.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a quote
         * @description Turns a quote into a policy. The payment must be the total of the quote; a quote is bought once and before it expires.
         */
        post: operations["createPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a policy
         * @description Reads a policy as it stands now.
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
    "/policies/{policyId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Lists the documents of a policy; none is an empty list.
         */
        get: operations["listPolicyDocuments"];
        put?: never;
        /**
         * Attach a document
         * @description Puts a file that was uploaded among the documents of a policy.
         */
        post: operations["attachPolicyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policyId}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a document
         * @description Gives the bytes of a document in base64, or a signed address where they are.
         */
        get: operations["getPolicyDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policyId}/cancellation": {
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
         * @description Ends a policy outright or takes the request under review; `outcome` tells which.
         */
        post: operations["cancelPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policyId}/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a change
         * @description Prices the renewal of a policy for another term, or its change from now on, by the answers to the form of that occasion. `createPurchase` buys the quote, and its answer is the policy under the same id with its new terms. A quote that was made on terms that are no longer those of the policy is refused there with `QUOTE_EXPIRED`.
         */
        post: operations["quotePolicyChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policyId}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a claim
         * @description Takes the report of a loss, with the answers to the product's form for claims. There is one claim for a policy and a day of loss, until it is rejected; another one is 409 `CLAIM_ALREADY_OPENED`.
         */
        post: operations["openClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{claimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a claim
         * @description Reads a claim as it stands now.
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
    "/claims/{claimId}/attachments": {
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
         * @description Adds a file that was uploaded, for example one that was asked for. A claim that is decided takes none.
         */
        post: operations["attachToClaim"];
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
         * @description An id that the insurer gives. It is part of addresses.
         * @example personal-accident
         */
        Identifier: string;
        /**
         * @description A short text to show.
         * @example Accident cover
         */
        Label: string;
        /**
         * @description A code that parties have agreed on.
         * @example PERSONAL_ACCIDENT
         */
        Code: string;
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
        /**
         * @description ACTIVE products are sold. SUSPENDED ones will be again, WITHDRAWN ones not; neither is shown. A `publishedPrice` is exact: it is what every customer pays, whatever they answer.
         * @enum {string}
         */
        ProductStatus: "ACTIVE" | "SUSPENDED" | "WITHDRAWN";
        /** @description An amount in the smallest unit of its currency, or null where there is none. */
        MoneyOrNothing: {
            /**
             * Format: int64
             * @description For example cents or kobo.
             * @example 4250
             */
            amountMinor: number;
            currency: components["schemas"]["Currency"];
        } | null;
        /**
         * Format: date-time
         * @description A point in time, with its offset from UTC.
         * @example 2026-11-21T10:00:00.000Z
         */
        Moment: DateTime;
        /** @description A product as lists and comparisons show it. */
        Product: {
            productId: components["schemas"]["Identifier"];
            name: components["schemas"]["Label"];
            /**
             * @description What a customer gets, in a few sentences.
             * @example Pays a lump sum after an accident
             * @example day and night
             * @example everywhere.
             */
            description: string;
            category: components["schemas"]["Code"];
            productType: components["schemas"]["Code"];
            classCode: components["schemas"]["Code"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            status: components["schemas"]["ProductStatus"];
            publishedPrice: components["schemas"]["MoneyOrNothing"];
            updatedAt: components["schemas"]["Moment"];
        };
        /**
         * @description Where the next page begins; null ends the list.
         * @example NTA
         */
        NextCursor: string | null;
        /** @description One page of products. */
        ProductPage: {
            /** @description The products of this page. */
            items: components["schemas"]["Product"][];
            nextCursor: components["schemas"]["NextCursor"];
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
        /** @description Why the insurer did not do what was asked. Code, status and correlation id reach the seller unchanged. */
        InsurerError: {
            /**
             * @description The kind of failure, for programs. The codes of this document where one fits, otherwise the insurer's own.
             * @example RISK_DECLINED
             */
            code: string;
            /**
             * @description What went wrong, for a person.
             * @example We do not insure vehicles older than 20 years.
             */
            message: string;
            /**
             * @description Finds this occurrence in the insurer's records.
             * @example ins-7f3a90c2
             */
            correlationId: string;
            /** @description What is wrong with which part of the request; empty for other failures. */
            fieldErrors: components["schemas"]["FieldError"][];
        };
        /** @description One thing that is insured. Products of one type name the same things by the same codes. */
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
             * @description As customers are to read it.
             * @example 12 months
             */
            value: string;
        };
        /** @description A value to choose and how to show it. */
        Option: {
            /**
             * @description What the seller sends as the answer.
             * @example toyota
             */
            value: string;
            label: components["schemas"]["Label"];
        };
        /** @description Something about the cover that the customer chooses. The choice goes into the quote's `configuration`. */
        ConfigurationChoice: {
            choiceId: components["schemas"]["Identifier"];
            label: components["schemas"]["Label"];
            /** @description The seller sends one of these in `configuration` under the choice's id. */
            values: components["schemas"]["Option"][];
            /**
             * @description What holds when nothing is chosen; one of the values.
             * @example standard
             */
            default: string;
        };
        /**
         * @description The occasion for a form.
         * @enum {string}
         */
        FormContext: "new_business" | "renewal" | "endorsement" | "claim" | "cancellation";
        /** @description What the product covers, and what can be chosen. */
        ProductConfig: {
            /** @description What the product pays for. */
            coverages: components["schemas"]["Coverage"][];
            /** @description Facts that are worth comparing, such as a waiting period. */
            attributes: components["schemas"]["ProductAttribute"][];
            /** @description What a customer chooses between, such as a plan. */
            choices: components["schemas"]["ConfigurationChoice"][];
            /** @description For which occasions there is a form. */
            contexts: components["schemas"]["FormContext"][];
        };
        /** @description A product with everything that does not depend on the customer. */
        ConfiguredProduct: {
            product: components["schemas"]["Product"];
            config: components["schemas"]["ProductConfig"];
        };
        /**
         * Format: int32
         * @description Counts the changes of a form.
         * @example 3
         */
        FormVersion: number;
        /**
         * @description The name of the answer.
         * @example dateOfBirth
         */
        FieldId: string;
        /** @description The question is asked only when another field has this answer. */
        VisibleWhen: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description The answer with which this field is asked.
             * @example true
             */
            equals: string | number | boolean;
        };
        /** @description Answered with text. */
        TextField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `text`: the answer is a string. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            /**
             * Format: int32
             * @description Most characters of an answer.
             * @example 200
             */
            maxLength?: number;
        };
        /** @description Answered with a number. */
        NumberField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `number`: the answer is a number. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "number";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            /**
             * Format: double
             * @description Least answer that is taken.
             * @example 1
             */
            minimum?: number;
            /**
             * Format: double
             * @description Greatest answer that is taken.
             * @example 5000000
             */
            maximum?: number;
        };
        /** @description Answered with a day, `YYYY-MM-DD`. */
        DateField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `date`: the answer is a day, `YYYY-MM-DD`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "date";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
        };
        /** @description Answered with yes or no. */
        BooleanField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `boolean`: the answer is true or false. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "boolean";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
        };
        /** @description Answered with the value of one of its options. */
        ChoiceField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `choice`: the answer is the value of one of the options. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "choice";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            /** @description The answers that can be chosen. */
            options: components["schemas"]["Option"][];
        };
        /** @description Answered with the value of an option that is loaded when it is needed. */
        RemoteChoiceField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `remote_choice`: the answer is the value of an option that is listed on demand. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "remote_choice";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            /**
             * @description Where the options are, below the base address. A field in braces stands for its answer, percent-encoded.
             * @example /options/vehicle-models/{vehicleMake}
             */
            optionsUrl: string;
            /** @description Whether the list can be searched with `query`. */
            searchable: boolean;
            /**
             * Format: int32
             * @description Fewest characters of a search; 0 where the list can be read without one.
             * @example 2
             */
            minQueryLength: number;
        };
        /** @description Answered with the fileId of an upload. */
        FileField: {
            fieldId: components["schemas"]["FieldId"];
            /**
             * @description `file`: the answer is the id of an uploaded file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "file";
            label: components["schemas"]["Label"];
            /** @description Whether an answer is needed where the question is asked. */
            required: boolean;
            visibleWhen?: components["schemas"]["VisibleWhen"];
            purpose: components["schemas"]["Code"];
        };
        /** @description One question. */
        FormField: components["schemas"]["TextField"] | components["schemas"]["NumberField"] | components["schemas"]["DateField"] | components["schemas"]["BooleanField"] | components["schemas"]["ChoiceField"] | components["schemas"]["RemoteChoiceField"] | components["schemas"]["FileField"];
        /** @description What to ask a customer on one occasion. A changed form gets a new version; quotes name the one they were made with. */
        Form: {
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            context: components["schemas"]["FormContext"];
            productId: components["schemas"]["Identifier"];
            /** @description The questions, in the order to ask them. */
            fields: components["schemas"]["FormField"][];
        };
        /** @description One page of options. */
        OptionPage: {
            /** @description The options of this page, in the order to show them. */
            options: components["schemas"]["Option"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A file that is about to be uploaded. */
        UploadRequest: {
            /**
             * @description What it is for, as the form's field says or in the seller's words.
             * @example CLAIM_EVIDENCE
             */
            purpose: string;
            /**
             * @description What the customer calls the file, extension included.
             * @example damage.jpg
             */
            filename: string;
            /**
             * @description What the bytes are, for example `image/jpeg`.
             * @example image/jpeg
             */
            mediaType: string;
            /**
             * Format: int64
             * @description The length of the file.
             * @example 482133
             */
            bytes: number;
        };
        /** @description Where to put the bytes of one file. */
        UploadSlot: {
            fileId: components["schemas"]["Identifier"];
            /**
             * Format: uri
             * @description Takes the bytes. It carries its own signature and needs no token.
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
             *       "Content-Type": "image/jpeg"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            expiresAt: components["schemas"]["Moment"];
        };
        /**
         * @description Answers by the name of their field or choice.
         * @example {
         *       "dateOfBirth": "1990-04-12",
         *       "sumInsured": 2500000
         *     }
         */
        Answers: {
            [key: string]: string | number | boolean | string[] | null;
        };
        /** @description Where the sale happens. What is null or left out is as the product says. */
        SaleContext: {
            /**
             * @description ISO 3166-1 alpha-2.
             * @example NG
             */
            country?: string | null;
            /**
             * @description ISO 4217. The currency of the quote.
             * @example NGN
             */
            currency?: string | null;
            /**
             * @description How the customer is met.
             * @example MOBILE
             */
            channel?: string | null;
        };
        /** @description What to price. */
        QuoteRequest: {
            productId: components["schemas"]["Identifier"];
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            /**
             * @description Which form was filled in. Only new business can be quoted.
             * @constant
             */
            context: "new_business";
            configuration: components["schemas"]["Answers"];
            inputs: components["schemas"]["Answers"];
            sale: components["schemas"]["SaleContext"];
            /** @description True where the price is asked for a comparison. It is priced the same and may be bought all the same. */
            indicative: boolean;
        };
        /** @description An amount in the smallest unit of its currency. */
        Money: {
            /**
             * Format: int64
             * @description For example cents or kobo. Negative for discounts and refunds only.
             * @example 4250
             */
            amountMinor: number;
            currency: components["schemas"]["Currency"];
        };
        /** @description One part of a price. */
        QuoteLine: {
            /**
             * @description What the line adds to the total. A DISCOUNT is negative.
             * @enum {string}
             */
            kind: "PREMIUM" | "TAX" | "FEE" | "DISCOUNT";
            label: components["schemas"]["Label"];
            amount: components["schemas"]["Money"];
        };
        /** @description A price that holds until it expires. The lines add up to the total. */
        Quote: {
            quoteId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            total: components["schemas"]["Money"];
            /** @description What the total is made of. */
            lines: components["schemas"]["QuoteLine"][];
            expiresAt: components["schemas"]["Moment"];
            createdAt: components["schemas"]["Moment"];
        };
        /** @description Who buys. More members may be sent; take those that you know. */
        Customer: {
            /**
             * @description Given name, as on an identity document.
             * @example Ada
             */
            firstName: string;
            /**
             * @description Family name, as on an identity document.
             * @example Byrne
             */
            lastName: string;
            /**
             * @description Where the insurer may write to.
             * @example ada@example.org
             */
            email?: string | null;
            /**
             * @description With the country code.
             * @example +35315550100
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
        /** @description Who is paid when the insured person cannot be. */
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
        /** @description Something that the customer agreed to, or not. */
        Consent: {
            code: components["schemas"]["Code"];
            /** @description Whether the customer agrees. */
            accepted: boolean;
            acceptedAt?: components["schemas"]["Moment"];
        };
        /**
         * Format: date
         * @description A day in the country of the product.
         * @example 2026-12-01
         */
        Day: string;
        /** @description Buys a quote. The seller has collected the premium. */
        PurchaseRequest: {
            quoteId: components["schemas"]["Identifier"];
            /**
             * @description The seller's own name for the payment.
             * @example tx-20261121-0042
             */
            transactionId: string;
            customer: components["schemas"]["Customer"];
            payment: components["schemas"]["Money"];
            /** @description Who receives the benefit, where the product asks for it. */
            beneficiaries: components["schemas"]["Beneficiary"][];
            /** @description What the customer agreed to. */
            consents: components["schemas"]["Consent"][];
            startDate: components["schemas"]["Day"];
            sale: components["schemas"]["SaleContext"];
        };
        /**
         * @description PENDING before its first day, ACTIVE until its last, then EXPIRED. CANCELLATION_REQUESTED while a cancellation is under review, CANCELLED after one.
         * @enum {string}
         */
        PolicyStatus: "PENDING" | "ACTIVE" | "CANCELLATION_REQUESTED" | "CANCELLED" | "EXPIRED";
        /** @description A contract of insurance as it stands now. */
        Policy: {
            policyId: components["schemas"]["Identifier"];
            policyNumber: components["schemas"]["Label"];
            purchaseId: components["schemas"]["Identifier"];
            productId: components["schemas"]["Identifier"];
            status: components["schemas"]["PolicyStatus"];
            holder: components["schemas"]["Label"];
            premium: components["schemas"]["Money"];
            startDate: components["schemas"]["Day"];
            endDate: components["schemas"]["Day"];
            issuedAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description A bought quote and the policy that came of it. */
        Purchase: {
            purchaseId: components["schemas"]["Identifier"];
            quoteId: components["schemas"]["Identifier"];
            /**
             * @description The seller's name for the payment, as it was sent.
             * @example tx-20261121-0042
             */
            transactionId: string;
            payment: components["schemas"]["Money"];
            createdAt: components["schemas"]["Moment"];
            policy: components["schemas"]["Policy"];
        };
        /**
         * @description How the file is called.
         * @example policy.pdf
         */
        Filename: string;
        /**
         * @description What the bytes are.
         * @example application/pdf
         */
        MediaType: string;
        /** @description A document without its bytes. */
        PolicyDocument: {
            documentId: components["schemas"]["Identifier"];
            type: components["schemas"]["Code"];
            filename: components["schemas"]["Filename"];
            mediaType: components["schemas"]["MediaType"];
            /**
             * Format: int64
             * @description The length, where the insurer knows it.
             * @example 18211
             */
            bytes: number | null;
        };
        /** @description The documents of one policy. */
        PolicyDocumentList: {
            /** @description Every document of the policy; empty when there are none yet. */
            items: components["schemas"]["PolicyDocument"][];
        };
        /**
         * @description A file that was reserved and uploaded.
         * @example f_0198c1f2
         */
        FileId: string;
        /** @description A file for a policy. */
        PolicyDocumentRequest: {
            fileId: components["schemas"]["FileId"];
            type: components["schemas"]["Code"];
        };
        /** @description A document of at most 10 MiB, in this answer. */
        InlineDocument: {
            /**
             * @description `inline`: the bytes are in this answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            delivery: "inline";
            filename: components["schemas"]["Filename"];
            mediaType: components["schemas"]["MediaType"];
            /**
             * @description The bytes in base64 (RFC 4648, section 4).
             * @example JVBERi0xLjQK
             */
            content: string;
        };
        /** @description A document of at most 10 MiB that is downloaded from a signed address: https, on a host that was agreed with Accord, public, answering at once and not redirecting. */
        RedirectedDocument: {
            /**
             * @description `redirect`: the bytes are at `url`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            delivery: "redirect";
            filename: components["schemas"]["Filename"];
            mediaType: components["schemas"]["MediaType"];
            /**
             * Format: uri
             * @description A signed https address that answers the bytes to a plain GET.
             * @example https://files.insurer.example/d/doc_1?signature=9aG2
             */
            url: string;
            expiresAt: components["schemas"]["Moment"];
        };
        /** @description The bytes of a document, or where they are. */
        DocumentContent: components["schemas"]["InlineDocument"] | components["schemas"]["RedirectedDocument"];
        /** @description Who cancels does it for a reason. */
        CancellationRequest: {
            /**
             * @description Why, as the seller's customer says.
             * @example NO_LONGER_NEEDED
             */
            reason: string;
            /**
             * @description More about the reason, for the person who decides.
             * @example The car was sold.
             */
            note: string | null;
            /**
             * Format: date
             * @description The last day of cover that the customer wishes; null for today.
             * @example 2026-12-31
             */
            requestedEffectiveDate: string | null;
        };
        /** @description The policy ends. */
        CancelledOutcome: {
            /**
             * @description `CANCELLED`: the policy ends, and when is known. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "CANCELLED";
            cancellationId: components["schemas"]["Identifier"];
            effectiveDate: components["schemas"]["Day"];
            refund: components["schemas"]["MoneyOrNothing"];
        };
        /** @description A person decides. The policy shows what was decided. */
        UnderReviewOutcome: {
            /**
             * @description `UNDER_REVIEW`: the insurer decides later; the policy's status tells. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            outcome: "UNDER_REVIEW";
            cancellationId: components["schemas"]["Identifier"];
        };
        /** @description Cancelled outright, or taken under review. */
        CancellationOutcome: components["schemas"]["CancelledOutcome"] | components["schemas"]["UnderReviewOutcome"];
        /** @description What is to become of a policy. */
        PolicyChangeRequest: {
            /**
             * @description `renewal`: another term after this one. `endorsement`: other terms from now on.
             * @example renewal
             * @enum {string}
             */
            context: "renewal" | "endorsement";
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            inputs: components["schemas"]["Answers"];
        };
        /** @description A loss that is reported. */
        ClaimRequest: {
            formId: components["schemas"]["Identifier"];
            formVersion: components["schemas"]["FormVersion"];
            lossDate: components["schemas"]["Day"];
            inputs: components["schemas"]["Answers"];
            /** @description Files that prove the loss. */
            attachments: components["schemas"]["FileId"][];
        };
        /**
         * @description UNDER_REVIEW while a person looks at it; INFORMATION_REQUESTED while it waits for a file, `note` says which; APPROVED with an amount, then PAID; or REJECTED, `note` says why.
         * @enum {string}
         */
        ClaimStatus: "UNDER_REVIEW" | "INFORMATION_REQUESTED" | "APPROVED" | "REJECTED" | "PAID";
        /** @description A file of a claim. */
        Attachment: {
            fileId: components["schemas"]["FileId"];
            attachedAt: components["schemas"]["Moment"];
        };
        /** @description A claim as it stands now. */
        Claim: {
            claimId: components["schemas"]["Identifier"];
            claimNumber: components["schemas"]["Label"];
            policyId: components["schemas"]["Identifier"];
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
            openedAt: components["schemas"]["Moment"];
            updatedAt: components["schemas"]["Moment"];
        };
        /** @description A file for a claim. */
        AttachmentRequest: {
            fileId: components["schemas"]["FileId"];
        };
    };
    responses: {
        /** @description A parameter does not match this document, or the cursor is not one of this list. */
        InvalidParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The token is missing, unknown or revoked. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The `Accept` header does not allow JSON. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description Something went wrong at the insurer. Whether the work was done is unknown. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The insurer cannot answer now. Accord tries again, not before `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description There is nothing under this id, or it may not be sold through Accord. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The search text is shorter than the list asks for. */
        OptionsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The request does not match this document. Accord does not send it again. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The key was used for another request. */
        KeyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The file is larger than the insurer takes, or the body is larger than 1 MiB. */
        UploadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The insurer understood the request and does not take it: an answer is missing or wrong, or the risk is declined. */
        Refused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The quote cannot be bought any more, the amount is not the quote's total, or the key was used for another request. */
        PurchaseConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The file is a document of the policy already, or the key was used for another request. */
        DocumentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The policy will not be cancelled, or the key was used for another request. */
        CancellationConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The policy is not renewed or not changed, or the key was used for another request. */
        ChangeConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description There is a claim for this policy and day already, or the key was used for another request. */
        ClaimConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
        /** @description The claim is decided, the file is attached already, or the key was used for another request. */
        AttachmentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsurerError"];
            };
        };
    };
    parameters: {
        /**
         * @description How many items one page holds at most.
         * @example 50
         */
        Limit: number;
        /**
         * @description Where to go on, the `nextCursor` of the page before. Left out for the first page.
         * @example NTA
         */
        Cursor: string;
        /**
         * @description The product, as the list of products names it.
         * @example personal-accident
         */
        ProductId: components["schemas"]["Identifier"];
        /**
         * @description Which list; the field's `optionsUrl` names it.
         * @example vehicle-makes
         */
        OptionList: string;
        /**
         * @description Only options whose label contains this text, upper and lower case alike. Left out for the whole list.
         * @example toy
         */
        OptionQuery: string;
        /**
         * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
         * @example test
         */
        Environment: "test" | "live";
        /**
         * @description Names this write. The work is done once for each key, however often the request arrives.
         * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
         */
        IdempotencyKey: string;
        /**
         * @description The policy, as the purchase named it.
         * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
         */
        PolicyId: components["schemas"]["Identifier"];
        /**
         * @description The claim, as the answer that opened it named it.
         * @example clm_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8f01
         */
        ClaimId: components["schemas"]["Identifier"];
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
         * @description `true` when the work was done for an earlier request with this key, and this is the stored answer.
         * @example true
         */
        IdempotencyReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on, the `nextCursor` of the page before. Left out for the first page.
                 * @example NTA
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
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The product, as the list of products names it.
                 * @example personal-accident
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfiguredProduct"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The product, as the list of products names it.
                 * @example personal-accident
                 */
                productId: components["parameters"]["ProductId"];
                /**
                 * @description The occasion that the form is for.
                 * @example new_business
                 */
                context: components["schemas"]["FormContext"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOptions: {
        parameters: {
            query?: {
                /**
                 * @description Only options whose label contains this text, upper and lower case alike. Left out for the whole list.
                 * @example toy
                 */
                query?: components["parameters"]["OptionQuery"];
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on, the `nextCursor` of the page before. Left out for the first page.
                 * @example NTA
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Which list; the field's `optionsUrl` names it.
                 * @example vehicle-makes
                 */
                list: components["parameters"]["OptionList"];
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
                    "application/json": components["schemas"]["OptionPage"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["OptionsRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDependentOptions: {
        parameters: {
            query?: {
                /**
                 * @description Only options whose label contains this text, upper and lower case alike. Left out for the whole list.
                 * @example toy
                 */
                query?: components["parameters"]["OptionQuery"];
                /**
                 * @description How many items one page holds at most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Where to go on, the `nextCursor` of the page before. Left out for the first page.
                 * @example NTA
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Which list; the field's `optionsUrl` names it.
                 * @example vehicle-makes
                 */
                list: components["parameters"]["OptionList"];
                /**
                 * @description The answer that the options depend on, such as the make of a vehicle.
                 * @example toyota
                 */
                parent: string;
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
                    "application/json": components["schemas"]["OptionPage"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["OptionsRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reserveUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
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
            /** @description The place. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSlot"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
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
            /** @description The price. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["KeyConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPurchase: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
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
            /** @description The purchase and its policy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["PurchaseConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPolicyDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocumentList"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    attachPolicyDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
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
            /** @description The document. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDocument"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["DocumentConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPolicyDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
                /**
                 * @description The document, as the list of documents names it.
                 * @example schedule
                 */
                documentId: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, or where they are. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentContent"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelPolicy: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
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
            /** @description What became of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationOutcome"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CancellationConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    quotePolicyChange: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
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
            /** @description The price. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ChangeConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openClaim: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy, as the purchase named it.
                 * @example pol_0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11
                 */
                policyId: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The claim. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ClaimConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getClaim: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
            };
            path: {
                /**
                 * @description The claim, as the answer that opened it named it.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    attachToClaim: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `test` when a seller tries things out, `live` when it sells; `test` when it is left out. What was made under one does not exist under the other, and a test costs nobody anything.
                 * @example test
                 */
                "Accord-Environment"?: components["parameters"]["Environment"];
                /**
                 * @description Names this write. The work is done once for each key, however often the request arrives.
                 * @example 6f1c0f0e-4a4e-4d0b-9a53-0a6a3f2f9f10
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The claim, as the answer that opened it named it.
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
            /** @description The claim, with the file. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["AttachmentConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Refused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
