/** From a token to a credit, and to a transfer. */
import { createHash, randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import {
  createClientFromDetails,
  createTransfer,
  createVirtualAccount,
  enquireAccount,
  issueToken,
  onboardWallet,
  simulateInwardCredit,
} from "./client/index.js";

const { BASE_URL = "", CONSUMER_KEY = "", CONSUMER_SECRET = "", ACCOUNTS_0_ACCOUNT_NO: fromAccount = "" } = process.env;
const consumer = `${CONSUMER_KEY}:${CONSUMER_SECRET}`;
client.setConfig({ baseUrl: BASE_URL, auth: consumer });
const { data: token } = await issueToken({ body: { grant_type: "client_credentials" }, throwOnError: true });
client.setConfig({ auth: token.access_token });

const query = { "wallet-credentials": Buffer.from(consumer).toString("base64") };
// The first story of these credentials onboards the wallet; the others are answered 99.
await onboardWallet({
  query,
  body: {
    ...{ username: "ada@acme.example", walletName: "AcmePay", shortName: "ACME", implementation: "Pool" },
    webhookUrl: "http://127.0.0.1:9009/",
  },
  throwOnError: true,
});
const { data: oneTime } = await createVirtualAccount({
  query,
  body: { amount: "700.00", merchantName: "Acme Foods", merchantId: "M-1", reference: randomUUID() },
  throwOnError: true,
});
const notice = { amount: "700.00", accountNo: oneTime.accountNumber ?? "", senderNarration: "Order 42" };
const { data: credit } = await simulateInwardCredit({ query, body: notice, throwOnError: true });
if (credit.status !== "00") throw new Error(`the credit did not come: ${credit.message}`);

const { data: ada } = await createClientFromDetails({
  query,
  body: { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: "08031234561" },
  throwOnError: true,
});
const toAccount = ada.data?.accountNo ?? "";
const { data: transfer } = await createTransfer({
  query,
  body: {
    ...{ fromAccount, toAccount, toBank: "999999", amount: "15.00", transferType: "intra", reference: randomUUID() },
    signature: createHash("sha512").update(`${fromAccount}${toAccount}`).digest("hex"),
  },
  throwOnError: true,
});
if (transfer.status !== "00") throw new Error(`the transfer was refused: ${transfer.message}`);
const { data: account } = await enquireAccount({ query: { ...query, accountNo: toAccount }, throwOnError: true });
console.log(account.data?.accountBalance);
