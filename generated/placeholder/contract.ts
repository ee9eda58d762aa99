// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    register: { types: operations["register"]; security: never; anonymous: true; body: "value"; defaulted: never };
    login: { types: operations["login"]; security: never; anonymous: true; body: "value"; defaulted: never };
    refreshSession: { types: operations["refreshSession"]; security: never; anonymous: true; body: "value"; defaulted: never };
    logout: { types: operations["logout"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    logoutEverywhere: { types: operations["logoutEverywhere"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    requestPasswordReset: { types: operations["requestPasswordReset"]; security: never; anonymous: true; body: "value"; defaulted: never };
    resetPassword: { types: operations["resetPassword"]; security: never; anonymous: true; body: "value"; defaulted: never };
    changePassword: { types: operations["changePassword"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    getMe: { types: operations["getMe"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    updateMe: { types: operations["updateMe"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    listUsers: { types: operations["listUsers"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "limit" };
    createUser: { types: operations["createUser"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    getUser: { types: operations["getUser"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    updateUser: { types: operations["updateUser"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    deleteUser: { types: operations["deleteUser"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    createUserWithPassword: { types: operations["createUserWithPassword"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    listProducts: { types: operations["listProducts"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "limit" };
    createProduct: { types: operations["createProduct"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getProduct: { types: operations["getProduct"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    updateProduct: { types: operations["updateProduct"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    deleteProduct: { types: operations["deleteProduct"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    listOrders: { types: operations["listOrders"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "limit" };
    createOrder: { types: operations["createOrder"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    getOrder: { types: operations["getOrder"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    cancelOrder: { types: operations["cancelOrder"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    payOrder: { types: operations["payOrder"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    uploadFile: { types: operations["uploadFile"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never; files: "file" };
    listFiles: { types: operations["listFiles"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "limit" };
    deleteFile: { types: operations["deleteFile"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    downloadFile: { types: operations["downloadFile"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getDashboard: { types: operations["getDashboard"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getAnalytics: { types: operations["getAnalytics"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    listNotifications: { types: operations["listNotifications"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "limit" };
    markNotificationRead: { types: operations["markNotificationRead"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getSettings: { types: operations["getSettings"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    updateSettings: { types: operations["updateSettings"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    getHealth: { types: operations["getHealth"]; security: never; anonymous: true; body: "none"; defaulted: never };
    getVersion: { types: operations["getVersion"]; security: never; anonymous: true; body: "none"; defaulted: never };
  };
  tags: {
    Auth: "register" | "login" | "refreshSession" | "logout" | "logoutEverywhere" | "requestPasswordReset" | "resetPassword" | "changePassword";
    Users: "getMe" | "updateMe" | "listUsers" | "createUser" | "getUser" | "updateUser" | "deleteUser" | "createUserWithPassword";
    Products: "listProducts" | "createProduct" | "getProduct" | "updateProduct" | "deleteProduct";
    Orders: "listOrders" | "createOrder" | "getOrder" | "cancelOrder" | "payOrder";
    Upload: "uploadFile" | "listFiles" | "deleteFile" | "downloadFile";
    Reports: "getDashboard" | "getAnalytics";
    Notifications: "listNotifications" | "markNotificationRead";
    Settings: "getSettings" | "updateSettings";
    System: "getHealth" | "getVersion";
  };
  schemes: "AccessToken";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
