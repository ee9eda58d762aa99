/** From a token to a credit, and to a transfer. */
import { createHash, randomUUID } from "node:crypto";
import {
  createClientFromDetails,
  createTransfer,
  createVirtualAccount,
  enquireAccount,
  issueToken,
  onboardWallet,
  simulateInwardCredit,
} from "./client/index.js";

const { CONSUMER_KEY = "", CONSUMER_SECRET = "", ACCOUNTS_0_ACCOUNT_NO: fromAccount = "" } = process.env;
const consumer = Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString("base64");
const basic = { headers: { authorization: `Basic ${consumer}` } };
const token = await issueToken({ "grant-type": "client-credentials" }, {}, basic);
if (token.status !== 200) throw new Error(token.data.message);

const bearer = { headers: { authorization: `Bearer ${token.data.access_token}` } };
const params = { "wallet-credentials": consumer };
// The first story of these credentials onboards the wallet; the others are answered 99.
const names = {
  username: "ada@acme.example",
  walletName: "AcmePay",
  shortName: "ACME",
  implementation: "Pool",
} as const;
await onboardWallet({ ...names, webhookUrl: "http://127.0.0.1:9009/" }, params, bearer);
const merchant = { merchantName: "Acme Foods", merchantId: "M-1", reference: randomUUID() };
const oneTime = await createVirtualAccount({ amount: "700.00", ...merchant }, params, bearer);
if (oneTime.status !== 200) throw new Error(oneTime.data.message);
const notice = { amount: "700.00", accountNo: oneTime.data.accountNumber ?? "", senderNarration: "Order 42" };
const credit = await simulateInwardCredit(notice, params, bearer);
if (credit.data.status !== "00") throw new Error("the credit did not come");

const details = { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: "08031234562" };
const ada = await createClientFromDetails(details, params, bearer);
if (ada.status !== 200) throw new Error(ada.data.message);
const toAccount = ada.data.data?.accountNo ?? "";
const signature = createHash("sha512").update(`${fromAccount}${toAccount}`).digest("hex");
const to = { toAccount, toBank: "999999", transferType: "intra" } as const;
const wanted = { fromAccount, ...to, amount: "15.00", reference: randomUUID(), signature };
const transfer = await createTransfer(wanted, params, bearer);
if (transfer.data.status !== "00") throw new Error("the transfer was refused");
const account = await enquireAccount({ ...params, accountNo: toAccount }, bearer);
if (account.status !== 200) throw new Error(account.data.message);
console.log(account.data.data?.accountBalance);
