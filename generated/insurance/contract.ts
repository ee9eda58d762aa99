// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    getHealth: { types: operations["getHealth"]; security: never; anonymous: true; body: "none"; defaulted: never };
    getTaxonomy: { types: operations["getTaxonomy"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listProducts: { types: operations["listProducts"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    getProduct: { types: operations["getProduct"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listCommercialRates: { types: operations["listCommercialRates"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    getForm: { types: operations["getForm"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listFieldOptions: { types: operations["listFieldOptions"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    reserveUpload: { types: operations["reserveUpload"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    compareProducts: { types: operations["compareProducts"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    listQuotes: { types: operations["listQuotes"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    createQuote: { types: operations["createQuote"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    getQuote: { types: operations["getQuote"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listPurchases: { types: operations["listPurchases"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    createPurchase: { types: operations["createPurchase"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    getPurchase: { types: operations["getPurchase"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listPolicies: { types: operations["listPolicies"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    getPolicy: { types: operations["getPolicy"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listPolicyDocuments: { types: operations["listPolicyDocuments"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    attachPolicyDocument: { types: operations["attachPolicyDocument"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    downloadPolicyDocument: { types: operations["downloadPolicyDocument"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    cancelPolicy: { types: operations["cancelPolicy"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    requestRenewal: { types: operations["requestRenewal"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    requestEndorsement: { types: operations["requestEndorsement"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    listClaims: { types: operations["listClaims"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    createClaim: { types: operations["createClaim"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    getClaim: { types: operations["getClaim"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    attachToClaim: { types: operations["attachToClaim"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    listWebhookDeliveries: { types: operations["listWebhookDeliveries"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: "limit" };
    getWebhookDelivery: { types: operations["getWebhookDelivery"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    retryWebhookDelivery: { types: operations["retryWebhookDelivery"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    replayWebhookEvent: { types: operations["replayWebhookEvent"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    replayWebhookEvents: { types: operations["replayWebhookEvents"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    listWebhookEndpoints: { types: operations["listWebhookEndpoints"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    createWebhookEndpoint: { types: operations["createWebhookEndpoint"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    getWebhookEndpoint: { types: operations["getWebhookEndpoint"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    deleteWebhookEndpoint: { types: operations["deleteWebhookEndpoint"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    updateWebhookEndpoint: { types: operations["updateWebhookEndpoint"]; security: "ApiKey"; anonymous: false; body: "value"; defaulted: never };
    rotateWebhookSecret: { types: operations["rotateWebhookSecret"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    testWebhookEndpoint: { types: operations["testWebhookEndpoint"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
    listWebhookEvents: { types: operations["listWebhookEvents"]; security: "ApiKey"; anonymous: false; body: "none"; defaulted: never };
  };
  tags: {
    Meta: "getHealth";
    Catalog: "getTaxonomy" | "listProducts" | "getProduct" | "listCommercialRates";
    Forms: "getForm" | "listFieldOptions" | "reserveUpload";
    Comparison: "compareProducts";
    Quotes: "listQuotes" | "createQuote" | "getQuote";
    Purchases: "listPurchases" | "createPurchase" | "getPurchase";
    Policies: "listPolicies" | "getPolicy" | "listPolicyDocuments" | "attachPolicyDocument" | "downloadPolicyDocument" | "cancelPolicy" | "requestRenewal" | "requestEndorsement";
    Claims: "listClaims" | "createClaim" | "getClaim" | "attachToClaim";
    "Webhook deliveries": "listWebhookDeliveries" | "getWebhookDelivery" | "retryWebhookDelivery" | "replayWebhookEvent" | "replayWebhookEvents";
    "Webhook endpoints": "listWebhookEndpoints" | "createWebhookEndpoint" | "getWebhookEndpoint" | "deleteWebhookEndpoint" | "updateWebhookEndpoint" | "rotateWebhookSecret" | "testWebhookEndpoint" | "listWebhookEvents";
  };
  schemes: "ApiKey";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
