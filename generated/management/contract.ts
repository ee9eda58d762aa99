// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    getSignInMethods: { types: operations["getSignInMethods"]; security: never; anonymous: true; body: "none"; defaulted: never };
    beginProviderSignIn: { types: operations["beginProviderSignIn"]; security: never; anonymous: true; body: "none"; defaulted: never };
    completeProviderSignIn: { types: operations["completeProviderSignIn"]; security: never; anonymous: true; body: "value"; defaulted: never };
    signOutAtProvider: { types: operations["signOutAtProvider"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
    createSession: { types: operations["createSession"]; security: never; anonymous: true; body: "value"; defaulted: never };
    getSession: { types: operations["getSession"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
    endSession: { types: operations["endSession"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
    createAccessToken: { types: operations["createAccessToken"]; security: "Session" | "LocalSession"; anonymous: false; body: "value"; defaulted: never };
    listApiKeys: { types: operations["listApiKeys"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: "limit" };
    createApiKey: { types: operations["createApiKey"]; security: "Session" | "LocalSession"; anonymous: false; body: "value"; defaulted: never };
    revokeApiKey: { types: operations["revokeApiKey"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
    listAuditEvents: { types: operations["listAuditEvents"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: "limit" };
    listQuotas: { types: operations["listQuotas"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
    listTenants: { types: operations["listTenants"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: "limit" };
    listJobs: { types: operations["listJobs"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: "limit" };
    listNodes: { types: operations["listNodes"]; security: "Session" | "LocalSession"; anonymous: false; body: "none"; defaulted: never };
  };
  tags: {
    "Signing in": "getSignInMethods" | "beginProviderSignIn" | "completeProviderSignIn" | "signOutAtProvider";
    Sessions: "createSession" | "getSession" | "endSession" | "createAccessToken";
    "API keys": "listApiKeys" | "createApiKey" | "revokeApiKey";
    "Audit log": "listAuditEvents";
    Quotas: "listQuotas";
    Installation: "listTenants" | "listJobs" | "listNodes";
  };
  schemes: "Session" | "LocalSession";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
