// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    listNearbyVendors: { types: operations["listNearbyVendors"]; security: never; anonymous: true; body: "none"; defaulted: "page" | "pageSize" };
    listVendorMeals: { types: operations["listVendorMeals"]; security: never; anonymous: true; body: "none"; defaulted: never };
    createQuote: { types: operations["createQuote"]; security: never; anonymous: true; body: "value"; defaulted: never };
    getQuote: { types: operations["getQuote"]; security: never; anonymous: true; body: "none"; defaulted: never };
    createCustomer: { types: operations["createCustomer"]; security: never; anonymous: true; body: "value"; defaulted: never };
    getCustomer: { types: operations["getCustomer"]; security: never; anonymous: true; body: "none"; defaulted: never };
    createCustomerAddress: { types: operations["createCustomerAddress"]; security: never; anonymous: true; body: "value"; defaulted: never };
    makeCustomerAddressActive: { types: operations["makeCustomerAddressActive"]; security: never; anonymous: true; body: "value"; defaulted: never };
    deleteCustomerAddress: { types: operations["deleteCustomerAddress"]; security: never; anonymous: true; body: "value"; defaulted: never };
    fetchCustomerAddresses: { types: operations["fetchCustomerAddresses"]; security: never; anonymous: true; body: "none"; defaulted: never };
    checkout: { types: operations["checkout"]; security: never; anonymous: true; body: "value"; defaulted: never };
    createPaymentAttempt: { types: operations["createPaymentAttempt"]; security: never; anonymous: true; body: "value"; defaulted: never };
    getPaymentAttempt: { types: operations["getPaymentAttempt"]; security: never; anonymous: true; body: "none"; defaulted: never };
    listOrders: { types: operations["listOrders"]; security: never; anonymous: true; body: "none"; defaulted: "limit" };
    getOrder: { types: operations["getOrder"]; security: never; anonymous: true; body: "none"; defaulted: never };
    getDelivery: { types: operations["getDelivery"]; security: never; anonymous: true; body: "none"; defaulted: never };
    followDelivery: { types: operations["followDelivery"]; security: never; anonymous: true; body: "none"; defaulted: never };
    reviewRider: { types: operations["reviewRider"]; security: never; anonymous: true; body: "value"; defaulted: never };
    listAllVendors: { types: operations["listAllVendors"]; security: "Operator"; anonymous: false; body: "none"; defaulted: "limit" };
    listAllOrders: { types: operations["listAllOrders"]; security: "Operator"; anonymous: false; body: "none"; defaulted: "limit" };
    showPaymentPage: { types: operations["showPaymentPage"]; security: never; anonymous: true; body: "none"; defaulted: never };
    settlePayment: { types: operations["settlePayment"]; security: never; anonymous: true; body: "value"; defaulted: never };
  };
  tags: {
    Vendors: "listNearbyVendors" | "listVendorMeals";
    Pricing: "createQuote" | "getQuote";
    Customers: "createCustomer" | "getCustomer" | "createCustomerAddress" | "makeCustomerAddressActive" | "deleteCustomerAddress" | "fetchCustomerAddresses";
    Payments: "checkout" | "createPaymentAttempt" | "getPaymentAttempt";
    Orders: "listOrders" | "getOrder";
    Deliveries: "getDelivery" | "followDelivery";
    Reviews: "reviewRider";
    Operators: "listAllVendors" | "listAllOrders";
    "Sandbox payment page": "showPaymentPage" | "settlePayment";
  };
  schemes: "Operator";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
