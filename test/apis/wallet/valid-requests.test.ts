/** Requests that the wallet's document calls valid, made at random: none is refused for its form. */
import { expect } from "chai";
import { type Failure, type Wallet, walletServer } from "#test/builders/wallet.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { noneIsRefused, refusalsOf } from "#test/contract/support/valid-requests.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";

/** What two fields, or a field and the books or the outside world, have to be to each other, which no schema can say. */
const rules = new Set([
  "createTransfer /body/toAccount same",
  ...["fromClientId", "fromClient", "fromSavingsId", "fromBvn", "toClientId", "toSavingsId", "toBvn"].map(
    (field) => `createTransfer /body/${field} untrue`,
  ),
  "updateTransactionLimit /body/transactionLimit maximum",
  "listAccountTransactions /query/endDate minimum",
  "listInwardTransactions /query/endDate minimum",
  "getAccountStatement /query/endDate minimum",
  "listReturnedTransfers /query/endDate minimum",
  "payQrCode /body/qrType qrCode",
  // In the query or in the body.
  "issueToken /query/grant-type required",
]);
/** Whether an address may be sent to is for the rules of destinations. */
const ofDestinations = /^(onboardWallet|updateWebhook) \/body\/webhookUrl /;

describe("requests that the wallet's document calls valid", () => {
  const server = walletServer({ webhookAllowLoopback: true });
  let wallet: Wallet;
  let accounts: readonly string[];
  let operatorToken: string;
  before(async () => {
    operatorToken = await anOperatorToken(server.database);
    wallet = await server.aWallet();
    const opened = [await server.anAccount(wallet, 10_000_00n), await server.anAccount(wallet, 10_000_00n)];
    // Some of their answers take seconds, by the last digits of what is asked.
    server.clearingHouse.outage = true;
    server.qrPlatform.outage = true;
    accounts = opened.map(({ account }) => account.accountNo);
  });

  /** In half of all places an account of the caller's. */
  const known = (name: string, value: unknown, sampler: Sampler) => {
    const isAccount = /^(accountNo|accountNumber|fromAccount|toAccount)$/.test(name) && value !== "";
    return isAccount && sampler.chance(0.5) ? sampler.pick(accounts) : value;
  };

  noneIsRefused("wallet", {
    known,
    given: "wallet-credentials",
    isRule: (refusal) => rules.has(refusal) || ofDestinations.test(refusal),
    async send({ method, operation: { operationId } }, { path, query, text }) {
      const { status, body } = await server.send<Failure>(method.toUpperCase(), path, {
        ...(path.startsWith("/operators/")
          ? { headers: { "x-api-key": operatorToken } }
          : operationId === "issueToken"
            ? { headers: { authorization: `Basic ${wallet.credentials}` } }
            : { as: wallet }),
        query: Object.fromEntries(query),
        body: text,
      });
      expect(status, JSON.stringify(body)).to.be.oneOf([200, 400]);
      const errors = status === 400 ? body.data.errors : [];
      return { status, body, refusals: errors.length === 0 ? [] : refusalsOf(operationId, "", errors) };
    },
  });

  it("leave the books whole", async () => {
    expect(await server.differences()).to.deep.equal([]);
  });
});
