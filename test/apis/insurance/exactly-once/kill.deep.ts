import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { type FaultPoint, faultPoints } from "#src/apis/insurance/intents/dependencies.ts";
import { insuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { until } from "#test/support/until.ts";
import { openInstance } from "./instance.ts";
import { type MerchantProcess, planFor, startMerchantProcess } from "./merchant-process.ts";
import { expectOnePolicy, keysFor, recordsOf } from "./records.ts";

type Purchase = Schemas["Purchase"];
type Trouble = "own-error" | "lose-answer";

const buying = /^POST \/purchases$/;
/** What the insurer must do for a purchase to come by a point; nothing special where it is not listed. */
const troubles: Partial<Record<FaultPoint, readonly Trouble[]>> = {
  failed: ["own-error", "lose-answer"],
  withdrawing: ["own-error"],
  released: ["own-error", "lose-answer"],
};
const places = faultPoints.flatMap((point) => (troubles[point] ?? [null]).map((trouble) => ({ point, trouble })));

describe("a server that is killed while it buys a quote", () => {
  const server = insuranceServer();

  let merchant: Merchant;
  let quote: QuoteRow;
  let request: Schemas["PurchaseRequest"];
  let key: string;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
    quote = await server.aQuote(merchant);
    request = server.aPurchaseRequest(quote);
    key = randomUUID();
  });

  const headers = () => ({ "content-type": "application/json", ...merchant.key, "idempotency-key": key });

  /** Rejects when the server dies before it answers. */
  function buyAt({ baseUrl }: Pick<MerchantProcess, "baseUrl">): Promise<Response> {
    const init = { method: "POST", headers: headers(), body: JSON.stringify(request) };
    return fetch(`${baseUrl}/api/v1/purchases`, init);
  }

  /** The same request at a server that lives. */
  const buyAgain = () => server.post<Purchase>("/purchases", request, headers());

  async function dieAt(point: FaultPoint, trouble: Trouble | null): Promise<void> {
    const dying = await startMerchantProcess({ ...planFor(server), diesAt: point });
    const end =
      trouble === null ? () => {} : server.gateway.trouble({ insurerId: "aegis", call: buying, with: trouble });
    const answer = await buyAt(dying).catch((error: unknown) => error);
    end();
    expect(answer).to.be.instanceOf(TypeError);
    expect(await dying.ended).to.equal("SIGKILL");
  }

  /** The job that settles what is open, in a server that came up later, until the database has noticed the death. */
  async function settle(): Promise<void> {
    const instance = await openInstance(planFor(server), { now: () => Date.now() + 10_000 });
    await until(async () => {
      await instance.settle();
      return (await recordsOf(server.database, merchant)).open === 0;
    });
    await instance.close();
  }

  /** The quote is bought, once, and the key replays that. */
  async function expectBought(status: 200 | 201): Promise<void> {
    const answer = await buyAgain();
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    const again = await buyAgain();
    expect([again.status, again.body]).to.deep.equal([200, answer.body]);
    const { purchases } = await recordsOf(server.database, merchant);
    expect(purchases[0]).to.include({ purchaseId: answer.body.purchaseId, transactionId: request.transactionId });
    await expectOnePolicy(server, merchant, quote, { refusedKeys });
  }

  /** Keys under which the insurer has refused before it sold. */
  let refusedKeys = 0;

  for (const { point, trouble } of places) {
    const place = `at "${point}"${trouble === null ? "" : `, ${trouble}`}`;
    /** A refusal that was written down frees the quote: the next request is a new one. */
    const isForgotten = trouble === "own-error" && point === "released";
    const isRecorded = point !== "looked" && point !== "recording" && !isForgotten;

    describe(place, () => {
      beforeEach(async () => {
        refusedKeys = isForgotten ? 1 : 0;
        await dieAt(point, trouble);
      });

      it("the same request again ends in one policy", async () => {
        await expectBought(point === "committed" ? 200 : 201);
      });

      it("the settlement job alone ends it; the same request then hears of it", async () => {
        const before = await recordsOf(server.database, merchant);
        expect(before.open).to.equal(isRecorded && point !== "committed" ? 1 : 0);
        await settle();
        const { purchases } = await recordsOf(server.database, merchant);
        expect(purchases).to.have.length(isRecorded ? 1 : 0);
        if (!isRecorded) expect(keysFor(server, quote)).to.have.length(refusedKeys);
        await expectBought(isRecorded ? 200 : 201);
      });
    });
  }

  describe("while the insurer is at it", () => {
    let dying: MerchantProcess;
    beforeEach(async () => {
      refusedKeys = 0;
      dying = await startMerchantProcess({ ...planFor(server), diesAt: null });
      const end = server.gateway.trouble({ insurerId: "aegis", call: buying, with: "hold-answer" });
      const answer = buyAt(dying).catch((error: unknown) => error);
      // The insurer has sold it and says so, and the word is on its way.
      await until(() => server.gateway.held === 1);
      await dying.kill();
      end();
      expect(await answer).to.be.instanceOf(TypeError);
    });

    it("the same request again ends in one policy", () => expectBought(201));

    it("the settlement job alone ends it; the same request then hears of it", async () => {
      await settle();
      await expectBought(200);
    });

    it("a request with another key settles it, and is refused", async () => {
      const other = { ...request, transactionId: "another" };
      const answer = await server.post("/purchases", other, { ...merchant.key, "idempotency-key": randomUUID() });
      expect([answer.status, answer.body.code]).to.deep.equal([409, "QUOTE_ALREADY_BOUGHT"]);
      await expectBought(200);
    });
  });
});
