// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    listProducts: { types: operations["listProducts"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: "limit" };
    getProduct: { types: operations["getProduct"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    getForm: { types: operations["getForm"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    listOptions: { types: operations["listOptions"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: "limit" };
    listDependentOptions: { types: operations["listDependentOptions"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: "limit" };
    reserveUpload: { types: operations["reserveUpload"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    createQuote: { types: operations["createQuote"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    createPurchase: { types: operations["createPurchase"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    getPolicy: { types: operations["getPolicy"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    listPolicyDocuments: { types: operations["listPolicyDocuments"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    attachPolicyDocument: { types: operations["attachPolicyDocument"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    getPolicyDocument: { types: operations["getPolicyDocument"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    cancelPolicy: { types: operations["cancelPolicy"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    quotePolicyChange: { types: operations["quotePolicyChange"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    openClaim: { types: operations["openClaim"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
    getClaim: { types: operations["getClaim"]; security: "InsurerToken"; anonymous: false; body: "none"; defaulted: never };
    attachToClaim: { types: operations["attachToClaim"]; security: "InsurerToken"; anonymous: false; body: "value"; defaulted: never };
  };
  tags: {
    Catalog: "listProducts" | "getProduct" | "getForm" | "listOptions" | "listDependentOptions";
    Sales: "reserveUpload" | "createQuote" | "createPurchase";
    Policies: "getPolicy" | "listPolicyDocuments" | "attachPolicyDocument" | "getPolicyDocument" | "cancelPolicy" | "quotePolicyChange";
    Claims: "openClaim" | "getClaim" | "attachToClaim";
  };
  schemes: "InsurerToken";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
