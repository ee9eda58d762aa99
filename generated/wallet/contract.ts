// Written by `npm run generate`. Do not edit.
import type { Answered } from "#src/contract/types.ts";
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    issueToken: { types: operations["issueToken"]; security: "Consumer"; anonymous: false; body: "value"; defaulted: never };
    onboardWallet: { types: operations["onboardWallet"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    getWebhook: { types: operations["getWebhook"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    updateWebhook: { types: operations["updateWebhook"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    rotateWebhookSecret: { types: operations["rotateWebhookSecret"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    createClientFromDetails: { types: operations["createClientFromDetails"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    createClientFromBvn: { types: operations["createClientFromBvn"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    createCorporateClient: { types: operations["createCorporateClient"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    lookUpBvn: { types: operations["lookUpBvn"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    lookUpAccount: { types: operations["lookUpAccount"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getVirtualAccount: { types: operations["getVirtualAccount"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    createVirtualAccount: { types: operations["createVirtualAccount"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    updateVirtualAccountAmount: { types: operations["updateVirtualAccountAmount"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    expireVirtualAccount: { types: operations["expireVirtualAccount"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    refundVirtualAccount: { types: operations["refundVirtualAccount"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    enquireAccount: { types: operations["enquireAccount"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    enquireName: { types: operations["enquireName"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" };
    updateTransactionLimit: { types: operations["updateTransactionLimit"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    listBanks: { types: operations["listBanks"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    getTransferRecipient: { types: operations["getTransferRecipient"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    createTransfer: { types: operations["createTransfer"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    listReturnedTransfers: { types: operations["listReturnedTransfers"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    getTransaction: { types: operations["getTransaction"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    listAccountTransactions: { types: operations["listAccountTransactions"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    getAccountStatement: { types: operations["getAccountStatement"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "format" };
    listInwardTransactions: { types: operations["listInwardTransactions"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    simulateInwardCredit: { types: operations["simulateInwardCredit"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    generateQrCode: { types: operations["generateQrCode"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    queryQrCode: { types: operations["queryQrCode"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    payQrCode: { types: operations["payQrCode"]; security: "AccessToken"; anonymous: false; body: "value"; defaulted: never };
    renderQrCode: { types: operations["renderQrCode"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    listBillers: { types: operations["listBillers"]; security: "AccessToken"; anonymous: false; body: "none"; defaulted: never };
    listIntegrators: { types: operations["listIntegrators"]; security: "Operator"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    listBookAccounts: { types: operations["listBookAccounts"]; security: "Operator"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    listBookPostings: { types: operations["listBookPostings"]; security: "Operator"; anonymous: false; body: "none"; defaulted: "page" | "size" };
    getTransferEntries: { types: operations["getTransferEntries"]; security: "Operator"; anonymous: false; body: "none"; defaulted: never };
    proveBooks: { types: operations["proveBooks"]; security: "Operator"; anonymous: false; body: "none"; defaulted: never };
  };
  tags: {
    Access: "issueToken" | "onboardWallet" | "getWebhook" | "updateWebhook" | "rotateWebhookSecret";
    Clients: "createClientFromDetails" | "createClientFromBvn" | "createCorporateClient" | "lookUpBvn" | "lookUpAccount";
    Accounts: "getVirtualAccount" | "createVirtualAccount" | "updateVirtualAccountAmount" | "expireVirtualAccount" | "refundVirtualAccount" | "enquireAccount" | "enquireName" | "updateTransactionLimit";
    Banks: "listBanks" | "listBillers";
    Transfers: "getTransferRecipient" | "createTransfer" | "listReturnedTransfers" | "getTransaction" | "listAccountTransactions" | "getAccountStatement" | "listInwardTransactions" | "simulateInwardCredit";
    "QR codes": "generateQrCode" | "queryQrCode" | "payQrCode" | "renderQrCode";
    Operators: "listIntegrators" | "listBookAccounts" | "listBookPostings" | "getTransferEntries" | "proveBooks";
  };
  schemes: "AccessToken" | "Consumer" | "Operator";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
