/** Every amount of every operation: what is none is refused by its field's name, and so is one of nothing. */
import { expect } from "chai";
import { operationsOf, type RequestBodyObject, resolve } from "#src/contract/document.ts";
import { sharedWalletServer, type Wallet } from "#test/builders/wallet.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import { expectInvalid } from "#test/support/refusals.ts";

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly pattern?: string }>>;
}

const document = documentOf("wallet");
const noAmounts = ["-1.00", "1.005", "one", "1e3", "1".repeat(16), 7, ["1"]];
/** Whose code leaves the amount to the payer. */
const mayBeZero = "generateQrCode";

/** The fields with amounts, each with a good body, as the document's example has it. */
const amounts = [...operationsOf(document)].flatMap(({ path, method, operation }) => {
  const { requestBody, operationId } = operation;
  const json = requestBody && resolve<RequestBodyObject>(document, requestBody).content["application/json"];
  if (json === undefined) return [];
  const { properties = {} } = resolve<ObjectSchema>(document, json.schema as ObjectSchema);
  const [example] = Object.values(json.examples ?? {});
  const { value } = resolve<{ readonly value?: unknown }>(document, example as { readonly value?: unknown });
  return Object.entries(properties)
    .filter(([, schema]) => resolve(document, schema).pattern?.includes("[0-9]{0,11}"))
    .map(([field]) => ({ operationId, method: method.toUpperCase(), path, field, body: value as object }));
});

describe("amounts in requests to the wallet API", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  before(async () => {
    wallet = await server.aWallet();
  });

  it("are in all operations that move money or bound it", () => {
    expect(amounts.map(({ operationId, field }) => `${operationId} ${field}`)).to.have.members([
      "createVirtualAccount amount",
      "updateVirtualAccountAmount amount",
      "updateTransactionLimit transactionLimit",
      "updateTransactionLimit dailyLimit",
      "createTransfer amount",
      "simulateInwardCredit amount",
      "generateQrCode amount",
      "payQrCode amount",
    ]);
  });

  for (const { operationId, method, path, field, body } of amounts)
    it(`are refused as ${field} of ${operationId} where they are none`, async () => {
      for (const amount of [...noAmounts, ...(operationId === mayBeZero ? [] : ["0", "0.00"])]) {
        const answer = await server.send(method, path, { as: wallet, body: { ...body, [field]: amount } });
        expectInvalid(answer, `/body/${field}`);
        expect(answer.body.message).to.include(field);
      }
    });
});
