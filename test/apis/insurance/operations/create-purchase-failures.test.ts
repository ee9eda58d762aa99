import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { expectNoPolicy, expectOnePolicy, keysFor, recordsOf } from "#test/apis/insurance/exactly-once/records.ts";
import type { Trouble } from "#test/builders/insurance/gateway.ts";
import { type Answer, insuranceServer, type Problem } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";
import { answering, eventsOf, refusing, withKey } from "./selling.ts";

const buying = /^POST \/purchases$/;

describe("createPurchase, when its insurer refuses or fails", () => {
  const server = insuranceServer({ insurerDeadlineMs: 1_000 });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  function buy(body: unknown, key?: string): Promise<Answer<Problem>> {
    return server.post("/purchases", body, withKey(merchant, key));
  }

  /** Every test of trouble has an insurer of its own, for what it does to its connections. */
  async function withTrouble(
    providerId: string,
    trouble: Trouble["with"],
  ): Promise<{ readonly quote: QuoteRow; readonly request: Schemas["PurchaseRequest"]; readonly end: () => void }> {
    const quote = await server.aQuote(merchant, providerId);
    const end = server.gateway.trouble({ insurerId: providerId, call: buying, with: trouble });
    return { quote, request: server.aPurchaseRequest(quote), end };
  }

  describe("what it is sent", () => {
    it("passes on what was sent, with the quote's currency and today where nothing else was said", async () => {
      const { request, end } = await withTrouble("aegis", refusing(422, "SEEN"));
      const { currency: _, ...payment } = request.payment;
      const customer = { firstName: " Ada ", lastName: "Obi", nin: "123", address: { city: "Lagos " } };
      const { beneficiaries: _b, consents: _c, ...short } = { ...request, payment, customer, startDate: null };
      const day = () => new Date().toISOString().slice(0, 10);
      const days = [day()];
      expectProblem(await buy(short), 422, "SEEN");
      expectProblem(await buy({ ...request, country: "NG", currency: "NGN", channel: "USSD" }), 422, "SEEN");
      days.push(day());
      end();
      const sent = server.gateway.calls("aegis", buying).slice(-2);
      const [first, second] = sent.map((call) => JSON.parse(call.sent) as { readonly startDate: string });
      expect(first?.startDate).to.be.oneOf(days);
      expect(first).to.deep.equal({
        quoteId: request.quoteId,
        transactionId: request.transactionId,
        customer: { firstName: "Ada", lastName: "Obi", nin: "123", address: { city: "Lagos" } },
        payment: request.payment,
        beneficiaries: [],
        consents: [],
        startDate: first?.startDate,
        sale: { country: null, currency: null, channel: null },
      });
      const { providerId: _p, ...rest } = request;
      expect(second).to.deep.equal({ ...rest, sale: { country: "NG", currency: "NGN", channel: "USSD" } });
    });
  });

  describe("409", () => {
    it("QUOTE_EXPIRED, in the insurer's words when its clock is ahead; the quote is then expired here, too", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote);
      server.sandbox.aheadMs = 16 * 60_000;
      const refusal = await buy(request, randomUUID());
      server.sandbox.aheadMs = 0;
      expectProblem(refusal, 409, "QUOTE_EXPIRED");
      expect(refusal.body.details).to.have.property("providerCorrelationId").that.matches(/^ins-/);
      const expected = { quotes: { EXPIRED: 1 }, purchases: [], policies: [], events: { "quote.expired": 1 }, open: 0 };
      expect(await recordsOf(server.database, merchant)).to.deep.equal(expected);
      const [{ resource, data } = {}] = await eventsOf(server, merchant);
      expect(resource).to.deep.equal({ type: "quote", providerId: "aegis", id: quote.quoteId, version: 1 });
      expect(data).to.include({ quoteId: quote.quoteId, status: "EXPIRED" });
      expectProblem(await buy(request, randomUUID()), 409, "QUOTE_EXPIRED");
      expect(keysFor(server, quote)).to.have.length(1);
    });

    it("QUOTE_ALREADY_BOUGHT, in the insurer's words when it was bought elsewhere", async () => {
      const quote = await server.aQuote(merchant);
      const { providerId: _, ...sold } = server.aPurchaseRequest(quote);
      const body = { ...sold, payment: { amountMinor: quote.totalMinor, currency: "NGN" }, sale: {} };
      const asked = { body: body as never, idempotencyKey: randomUUID() };
      await server.insurer("aegis").call("createPurchase", asked, { requestId: "req_test" });
      const refusal = await buy(server.aPurchaseRequest(quote), randomUUID());
      expectProblem(refusal, 409, "QUOTE_ALREADY_BOUGHT");
      expect(refusal.body.details).to.have.property("providerCorrelationId").that.matches(/^ins-/);
    });
  });

  describe("422", () => {
    it("passes on what the insurer finds, where it lies in the merchant's request", async () => {
      const quote = await server.aQuote(merchant);
      const request = server.aPurchaseRequest(quote, { startDate: "2020-01-01" });
      expectProblem(await buy(request), 422, "START_DATE_INVALID", "/body/startDate minimum");
      const path = "/body/sale/country";
      const elsewhere = refusing(422, "ELSEWHERE", [{ path, code: "wrong", message: "is wrong" }]);
      const { request: second, end } = await withTrouble("aegis", elsewhere);
      expectProblem(await buy(second), 422, "ELSEWHERE", "/body/country wrong");
      end();
    });
  });

  /** It is not known what became of the purchase; the same key finds out. */
  async function findsOut(quote: QuoteRow, request: Schemas["PurchaseRequest"], key: string): Promise<void> {
    expect((await recordsOf(server.database, merchant)).open).to.equal(1);
    expect((await buy(request, key)).status).to.equal(201);
    expect((await buy(request, key)).status).to.equal(200);
    await expectOnePolicy(server, merchant, quote);
  }

  for (const [insurerId, trouble, status, code] of [
    ["caravel", refusing(507, "FULL"), 507, "FULL"],
    ["estuary", "lose-answer", 502, "INSURER_UNREACHABLE"],
    ["farrier", "invalid", 502, "INSURER_ANSWER_INVALID"],
    ["islander", "status-503", 503, "OVERLOADED"],
    ["gullwing", "hold-answer", 504, "INSURER_TIMEOUT"],
  ] as const)
    it(`${status} ${code}: the same key finds out`, async () => {
      const { quote, request, end } = await withTrouble(insurerId, trouble);
      const key = randomUUID();
      const failure = await buy(request, key);
      end();
      expectProblem(failure, status, code);
      expect(failure.headers.has("retry-after")).to.equal(status === 503);
      await findsOut(quote, request, key);
    });

  describe("502", () => {
    it("INSURER_UNREACHABLE when the insurer is switched off; it is not asked and nothing is left", async () => {
      const quote = await server.aQuote(merchant);
      await switchInsurer(await server.database.operator(), "aegis", false);
      const answer = await buy(server.aPurchaseRequest(quote), randomUUID());
      await switchInsurer(await server.database.operator(), "aegis", true);
      expectProblem(answer, 502, "INSURER_UNREACHABLE");
      await expectNoPolicy(server, merchant, quote);
    });

    it("believes no insurer that gives the id of an earlier purchase or policy, and asks it again", async () => {
      const { purchaseId, policyId } = await server.aPurchase(merchant, "gullwing");
      const known = { path: { policyId } };
      const policy = await server.insurer("gullwing").call("getPolicy", known, { requestId: "req_test" });
      const news = { purchaseId: "pur_new", policy: { ...policy, policyId: "pol_new" } };
      for (const used of [{ purchaseId }, { policy }]) {
        const { request, end } = await withTrouble("gullwing", (asked, response) => {
          const { quoteId, transactionId, payment } = request;
          const told = { quoteId, transactionId, payment, createdAt: policy.issuedAt, ...news, ...used };
          answering(201, told)(asked, response);
        });
        const key = randomUUID();
        expectProblem(await buy(request, key), 502, "INSURER_ANSWER_INVALID");
        end();
        expect((await buy(request, key)).status).to.equal(201);
      }
      const { purchases, policies, open } = await recordsOf(server.database, merchant);
      expect([purchases.length, policies.length, open]).to.deep.equal([3, 3, 0]);
    });
  });
});
