/** From a token to a credit. */
import { randomUUID } from "node:crypto";
import { createWalletClient } from "./wallet.js";

const { BASE_URL: baseUrl = "", CONSUMER_KEY = "", CONSUMER_SECRET = "" } = process.env;
const credentials = Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString("base64");

const consumer = createWalletClient({ baseUrl, headers: { authorization: `Basic ${credentials}` } });
const token = await consumer.POST("/token", { body: { grant_type: "client_credentials", validityPeriod: "3600" } });
if (token.error) throw new Error(token.error.message);

const wallet = createWalletClient({ baseUrl, accessToken: token.data.access_token });
const params = { query: { "wallet-credentials": credentials } };
// The first story of these credentials onboards the wallet; the others are answered 99.
await wallet.POST("/api/v1/onboarding", {
  params,
  body: {
    ...{ username: "ada@acme.example", walletName: "AcmePay", shortName: "ACME", implementation: "Pool" },
    webhookUrl: "http://127.0.0.1:9009/",
  },
});
const account = await wallet.POST("/api/v1/virtualaccount", {
  params,
  body: { amount: "700.00", merchantName: "Acme Foods", merchantId: "M-1", reference: randomUUID() },
});
const credit = await wallet.POST("/api/v1/notice", {
  params,
  body: { amount: "700.00", accountNo: account.data?.accountNumber ?? "", senderNarration: "Order 42" },
});
if (credit.data?.status !== "00") throw new Error(`the credit did not come: ${credit.data?.message}`);
console.log(credit.data.message);
