/** Requests that the wallet's document calls valid, made at random: none is refused for its form. */
import { expect } from "chai";
import type { OpenApiDocument, ParameterObject, RequestBodyObject } from "#src/contract/document.ts";
import { operationsOf, resolve } from "#src/contract/document.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { validatorName } from "#src/contract/schema/names.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import { Sampler } from "#test/contract/support/sampler.ts";
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

interface Sample {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Of each operation. */
const perOperation = isDeep ? 1_000 : 15;
const credentials = "wallet-credentials";
const atOnce = 8;
/** Of which one in three is valid, at worst. */
const attemptsForOne = 400;

/** Makes requests of an operation until so many are valid. Throws an error where too few are. */
class ValidRequests {
  readonly #sampler: Sampler;
  readonly #validators: ReturnType<typeof compileValidators>;

  constructor(document: OpenApiDocument, validators: ReturnType<typeof compileValidators>, seed: number) {
    this.#sampler = new Sampler(document, seed);
    this.#validators = validators;
  }

  make(
    operationId: string,
    parameters: readonly ParameterObject[],
    body: RequestBodyObject | undefined,
    accounts: readonly string[],
  ): Sample {
    const schema = body?.content["application/json"]?.schema;
    for (let attempt = 0; attempt < attemptsForOne; attempt++) {
      const query = this.#query(parameters, accounts);
      const value = schema === undefined ? undefined : this.#withAccounts(this.#sampler.value(schema), accounts);
      const fits = (name: string, given: unknown) => this.#validators[name]?.(structuredClone(given)) ?? true;
      const isValid =
        fits(validatorName.parameters(operationId, "query"), { ...query, [credentials]: "x" }) &&
        (value === undefined || fits(validatorName.body(operationId, "application/json"), value));
      if (isValid) return { query, body: value };
    }
    throw new Error(`None of ${attemptsForOne} requests of ${operationId} is valid`);
  }

  #query(parameters: readonly ParameterObject[], accounts: readonly string[]): Record<string, string> {
    const chosen = parameters.filter(
      ({ name, required }) => name !== credentials && (required === true || this.#sampler.chance(0.4)),
    );
    const values = chosen.map(({ name, schema }) => [name, this.#sampler.value(schema)] as const);
    const texts = values.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string");
    return this.#withAccounts(Object.fromEntries(texts), accounts) as Record<string, string>;
  }

  /** In half of all places an account of the caller's. */
  #withAccounts(value: unknown, accounts: readonly string[]): unknown {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([name, member]) => {
      const isAccount = /^(accountNo|accountNumber|fromAccount|toAccount)$/.test(name) && member !== "";
      return [name, isAccount && this.#sampler.chance(0.5) ? this.#sampler.pick(accounts) : member];
    });
    return Object.fromEntries(members);
  }
}

describe("requests that the wallet's document calls valid", () => {
  const server = walletServer({ webhookAllowLoopback: true });
  const document = documentOf("wallet");
  const validators = compileValidators(document);
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

  for (const { path, method, operation, parameters } of operationsOf(document)) {
    const { operationId } = operation;
    it(`are not refused for their form: ${operationId}, seed ${seed}`, async () => {
      const requests = new ValidRequests(document, validators, seed);
      const declared = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
      const isBasic = operationId === "issueToken";
      let left = perOperation;
      const worker = async () => {
        while (left-- > 0) {
          const sample = requests.make(operationId, parameters, declared, accounts);
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
