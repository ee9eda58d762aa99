/** From a token to a credit, and to a transfer. */
import { createHash, randomUUID } from "node:crypto";
import { AccessApi, AccountsApi, ClientsApi, Configuration, TransfersApi, TransferType } from "./client/index.js";

const { BASE_URL = "", CONSUMER_KEY = "", CONSUMER_SECRET = "", ACCOUNTS_0_ACCOUNT_NO: fromAccount = "" } = process.env;
const basePath = BASE_URL;
const consumer = new Configuration({ basePath, username: CONSUMER_KEY, password: CONSUMER_SECRET });
const token = await new AccessApi(consumer).issueToken({ grantType: "client-credentials", validityPeriod: "3600" });

const client = new Configuration({ basePath, accessToken: token.accessToken });
const walletCredentials = Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString("base64");
const accounts = new AccountsApi(client);
const transfers = new TransfersApi(client);

// The first story of these credentials onboards the wallet; the others are answered 99.
const names = {
  username: "ada@acme.example",
  walletName: "AcmePay",
  shortName: "ACME",
  implementation: "Pool",
} as const;
const onboardingRequest = { ...names, webhookUrl: "http://127.0.0.1:9009/" };
await new AccessApi(client).onboardWallet({ walletCredentials, onboardingRequest });
const { accountNumber = "" } = await accounts.createVirtualAccount({
  walletCredentials,
  virtualAccountRequest: { amount: "700.00", merchantName: "Acme Foods", merchantId: "M-1", reference: randomUUID() },
});
const notice = { amount: "700.00", accountNo: accountNumber ?? "", senderNarration: "Order 42" };
const credit = await transfers.simulateInwardCredit({ walletCredentials, noticeRequest: notice });
if (credit.status !== "00") throw new Error(`the credit did not come: ${credit.message}`);

const ada = await new ClientsApi(client).createClientFromDetails({
  walletCredentials,
  clientDetails: { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: "08031234564" },
});
const toAccount = ada.data?.accountNo ?? "";
const transfer = await transfers.createTransfer({
  walletCredentials,
  transferRequest: {
    fromAccount,
    toAccount,
    toBank: "999999",
    amount: "15.00",
    transferType: TransferType.Intra,
    reference: randomUUID(),
    signature: createHash("sha512").update(`${fromAccount}${toAccount}`).digest("hex"),
  },
});
if (transfer.status !== "00") throw new Error(`the transfer was refused: ${transfer.message}`);
const account = await accounts.enquireAccount({ walletCredentials, accountNo: toAccount });
console.log(account.data?.accountBalance);
