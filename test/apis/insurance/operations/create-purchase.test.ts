import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { activationChecklist } from "#src/identity/activation.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { expectNoPolicy, expectOnePolicy, recordsOf } from "#test/apis/insurance/exactly-once/records.ts";
import { type Answer, insuranceServer, type Merchant, type Problem } from "#test/builders/insurance/server.ts";
import { silent } from "#test/support/postgres.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";
import { eventsOf, withKey } from "./selling.ts";

type Purchase = Schemas["Purchase"];

const buying = /^POST \/purchases$/;

describe("createPurchase", () => {
  const server = insuranceServer({ insurerDeadlineMs: 1_000 });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  function buy<T = Problem>(body: unknown, key?: string, by = merchant): Promise<Answer<T>> {
    return server.post<T>("/purchases", body, withKey(by, key));
  }

  describe("201", () => {
    it("turns the quote into a policy, which the insurer knows", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      const { status, headers, body } = await buy<Purchase>(request, randomUUID());
      expect(status).to.equal(201);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      const { purchaseId, policyId, createdAt, ...told } = body;
      expect(told).to.deep.equal({
        providerId: "aegis",
        quoteId: quote.quoteId,
        productId: "personal-accident",
        transactionId: request.transactionId,
        payment: { amountMinor: quote.totalMinor, currency: "NGN" },
        status: "COMPLETED",
        environment: "test",
      });
      expect(Date.now() - Date.parse(createdAt)).to.be.within(0, 10_000);
      const { purchases } = await recordsOf(server.database, merchant);
      expect(purchases).to.deep.equal([{ purchaseId, policyId, transactionId: request.transactionId }]);
      await expectOnePolicy(server, merchant, quote);
    });

    it("stores the policy as the insurer answered it, and tells of both in events", async () => {
      const quote = await server.aQuote(merchant);
      const { body } = await buy<Purchase>(server.aPurchaseRequest(quote));
      const { rows: policies } = await server.database.pool.query(
        "SELECT document, status, end_date::text, product_id FROM insurance_policies WHERE business_id = $1",
        [merchant.businessId],
      );
      const asked = { path: { policyId: body.policyId } };
      const policy = await server.insurer("aegis").call("getPolicy", asked, { requestId: "req_test" });
      expect(policies).to.deep.equal([
        { document: policy, status: "PENDING", end_date: "2099-12-31", product_id: "personal-accident" },
      ]);
      const told = await eventsOf(server, merchant);
      expect(told.map(({ resource }) => resource)).to.deep.equal([
        { type: "purchase", providerId: "aegis", id: body.purchaseId, version: 1 },
        { type: "policy", providerId: "aegis", id: body.policyId, version: 1 },
      ]);
      expect(told.map(({ data }) => data)).to.deep.equal([
        body,
        { ...policy, providerId: "aegis", environment: "test" },
      ]);
    });

    it("sells what was quoted when the product has left the shelf since", async () => {
      const product = { providerId: "aegis", productId: "personal-accident" };
      const seller = await server.aMerchant({ sells: [product] });
      const quote = await server.aQuote(seller);
      await withdrawProduct(server.database, seller, product.providerId, product.productId);
      const { status } = await buy(server.aPurchaseRequest(quote), undefined, seller);
      expect(status).to.equal(201);
    });

    it("completes a step towards production, with a test key only", async () => {
      const live = await server.aMerchant({ environment: "live", sells: [] });
      const testPurchase = async ({ businessId }: Merchant) =>
        (await activationChecklist(server.database.pool, businessId)).find(({ step }) => step === "TEST_PURCHASE");
      for (const [by, isStep] of [
        [live, false],
        [merchant, true],
      ] as const) {
        expect((await buy(server.aPurchaseRequest(await server.aQuote(by)), undefined, by)).status).to.equal(201);
        expect(typeof (await testPurchase(by))?.completedAt).to.equal(isStep ? "string" : "object");
      }
    });
  });

  describe("200", () => {
    it("replays the stored purchase when the quote has expired since, and when its insurer is gone", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      const key = randomUUID();
      await buy(request, key);
      await expire(quote);
      await switchInsurer(await server.database.operator(), "aegis", false);
      const again = await buy(request, key);
      await switchInsurer(await server.database.operator(), "aegis", true);
      expect(again.status).to.equal(200);
    });
  });

  async function expire({ quoteId }: QuoteRow): Promise<void> {
    await server.database.pool.query("UPDATE insurance_quotes SET expires_at = now() WHERE quote_id = $1", [quoteId]);
  }

  describe("409", () => {
    it("QUOTE_EXPIRED, by the clock and whatever the amount, without asking the insurer", async () => {
      const quote = await server.aQuote(merchant);
      await expire(quote);
      const request = server.aPurchaseRequest(quote);
      expectProblem(await buy(request), 409, "QUOTE_EXPIRED");
      expectProblem(await buy({ ...request, payment: { amountMinor: 1, currency: "USD" } }), 409, "QUOTE_EXPIRED");
      await expectNoPolicy(server, merchant, quote);
    });

    it("QUOTE_ALREADY_BOUGHT, whatever the amount", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      await buy(request, randomUUID());
      await expire(quote);
      expectProblem(await buy(request, randomUUID()), 409, "QUOTE_ALREADY_BOUGHT");
      const unpaid = { ...request, payment: { amountMinor: 1 } };
      expectProblem(await buy(unpaid, randomUUID()), 409, "QUOTE_ALREADY_BOUGHT");
      await expectOnePolicy(server, merchant, quote);
    });

    it("AMOUNT_MISMATCH, with the total, for more, less and other currencies; the quote stays usable", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      const key = randomUUID();
      for (const change of [
        { payment: { amountMinor: 209_999 } },
        { payment: { amountMinor: 210_001 } },
        { payment: { amountMinor: 0 } },
        { payment: { amountMinor: 210_000, currency: "USD" } },
        { payment: { amountMinor: 210_000 }, currency: "USD" },
      ]) {
        const refusal = await buy({ ...request, ...change }, key);
        expectProblem(refusal, 409, "AMOUNT_MISMATCH");
        expect(refusal.body.details).to.deep.equal({ total: { amountMinor: 210_000, currency: "NGN" } });
      }
      await expectNoPolicy(server, merchant, quote);
      expect((await buy(request, key)).status).to.equal(201);
    });

    it("IDEMPOTENCY_IN_PROGRESS and OPERATION_IN_PROGRESS while another process is at it", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      const other = new LivenessLock(server.database.pool, silent);
      await other.hold();
      const key = randomUUID();
      // As if its request had been recorded there: one that fails here leaves a record of the same form behind.
      const end = server.gateway.trouble({ insurerId: "aegis", call: buying, with: "hold-answer", times: 1 });
      expectProblem(await buy(request, key), 504, "INSURER_TIMEOUT");
      end();
      await server.database.pool.query(
        "UPDATE insurer_intents SET claim = $3, claimed_by = $2, claimed_at = now() WHERE business_id = $1",
        [merchant.businessId, other.id, randomUUID()],
      );
      const [same, another] = await Promise.all([buy(request, key), buy(request, randomUUID())]);
      expectProblem(same, 409, "IDEMPOTENCY_IN_PROGRESS");
      expectProblem(another, 409, "OPERATION_IN_PROGRESS");
      for (const { headers } of [same, another]) expect(headers.get("retry-after")).to.equal("1");
      await other.close();
      expect((await buy(request, key)).status).to.equal(201);
      await expectOnePolicy(server, merchant, quote);
    });
  });
});
