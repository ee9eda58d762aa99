/** Requests that the wallet's document calls valid, made at random: none is refused for its form. */
import { expect } from "chai";
import { operationsOf } from "#src/contract/document.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { ValidRequests } from "#test/contract/support/valid-requests.ts";
import { isDeep } from "#test/support/runs.ts";
import { type Failure, type Wallet, walletServer } from "./operations/server.ts";

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

/** Of each operation. */
const perOperation = isDeep ? 1_000 : 15;
const credentials = "wallet-credentials";
const atOnce = 8;
describe("requests that the wallet's document calls valid", () => {
  const server = walletServer({ webhookAllowLoopback: true });
  const document = documentOf("wallet");
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  let wallet: Wallet;
  let accounts: readonly string[];
  before(async () => {
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

  for (const documented of operationsOf(document)) {
    const { path, method, operation } = documented;
    const { operationId } = operation;
    it(`are not refused for their form: ${operationId}, seed ${seed}`, async () => {
      const requests = new ValidRequests(document, { seed, known, given: credentials });
      const isBasic = operationId === "issueToken";
      let left = perOperation;
      const worker = async () => {
        while (left-- > 0) {
          const sample = requests.make(documented);
          const answer = await server.send<Failure>(method.toUpperCase(), path, {
            ...(isBasic ? { headers: { authorization: `Basic ${wallet.credentials}` } } : { as: wallet }),
            query: sample.query,
            ...(sample.body !== undefined && { body: sample.body }),
          });
          const errors = answer.status === 400 ? answer.body.data.errors : [];
          const refusals = errors
            .map((error) => `${operationId} ${error.path} ${error.code}`)
            .filter((refusal) => !rules.has(refusal) && !ofDestinations.test(refusal));
          expect(refusals, JSON.stringify(sample)).to.deep.equal([]);
          expect(answer.status, JSON.stringify([sample, answer.body])).to.be.oneOf([200, 400]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    });
  }

  it("leave the books whole", async () => {
    expect(await server.differences()).to.deep.equal([]);
  });
});
