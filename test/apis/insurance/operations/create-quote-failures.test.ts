import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import {
  accident,
  answering,
  aQuoteRequest,
  aSeller,
  askForQuote,
  countOf,
  eventsOf,
  expectNothingKept,
  letSell,
  type Product,
  pretendFetched,
  refusing,
} from "./selling.ts";
import { insuranceServer, type Merchant } from "./server.ts";

type Quote = Schemas["Quote"];

const quoteCall = /^POST \/quotes$/;

describe("createQuote, when no quote comes of it", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });

  const ask = (merchant: Merchant, body: object = aQuoteRequest(), key?: string) =>
    askForQuote<Quote>(server, merchant, body, key);
  const refusal = (merchant: Merchant, body: object, key?: string) => askForQuote(server, merchant, body, key);
  /** A merchant that has fetched the forms of products that it may sell: accident cover of Aegis, and others. */
  const aMerchant = (...more: readonly Product[]) => aSeller(server, [accident(), ...more]);

  describe("422", () => {
    it("refuses a form that the business has not fetched from this insurer, and asks no insurer", async () => {
      const merchant = await aMerchant(accident("dunlin"));
      const stranger = await server.aMerchant({ sells: [accident()] });
      const live = await server.aMerchant({
        environment: "live",
        businessId: merchant.businessId,
        sells: [accident()],
      });
      await letSell(server, merchant, accident("borealis"), { providerId: "aegis", productId: "motor-third-party" });
      await server.must(server.get("/products/aegis/personal-accident/form?context=renewal", merchant.key));
      const before = server.gateway.seen.length;
      const [unknownForm, unknownVersion] = ["/body/formId unknown", "/body/formVersion unknown"];
      const refused: readonly (readonly [Merchant, Schemas["QuoteRequest"], string])[] = [
        [merchant, aQuoteRequest("aegis", { formVersion: 2 }), unknownVersion],
        [merchant, aQuoteRequest("aegis", { formId: "personal-accident" }), unknownForm],
        [merchant, aQuoteRequest("aegis", { formId: "personal-accident.renewal" }), unknownForm],
        [merchant, aQuoteRequest("borealis"), unknownForm],
        [merchant, aQuoteRequest("aegis", { productId: "motor-third-party" }), unknownForm],
        [stranger, aQuoteRequest(), unknownForm],
        [live, aQuoteRequest(), unknownForm],
      ];
      for (const [who, request, finding] of refused)
        expectProblem(await refusal(who, request, randomUUID()), 422, "VALIDATION_FAILED", finding);
      expect(server.gateway.seen).to.have.length(before);
      await expectNothingKept(server, merchant);
    });

    it("takes a form that also serves another occasion", async () => {
      const merchant = await aMerchant();
      await server.database.pool.query(
        `INSERT INTO fetched_forms SELECT business_id, environment, provider_id, form_id, form_version, product_id,
           'renewal', fields, now() FROM fetched_forms WHERE business_id = $1`,
        [merchant.businessId],
      );
      expect((await ask(merchant)).status).to.equal(201);
    });

    it("says what is wrong with a quote that breaks the schema, and keeps nothing of it", async () => {
      const merchant = await aMerchant(accident("juniper"));
      const key = randomUUID();
      for (let time = 1; time <= 2; time++) {
        const answer = await refusal(merchant, aQuoteRequest("juniper"), key);
        expectProblem(answer, 422, "VALIDATION_FAILED", "/body/quoteId required", "/body/mood unknown");
        expect(answer.body.details).to.deep.equal({ providerId: "juniper" });
      }
      await expectNothingKept(server, merchant);
    });

    it("takes no quote whose lines do not add up", async () => {
      const merchant = await aMerchant();
      const amount = { amountMinor: 100, currency: "NGN" };
      const end = server.gateway.trouble({
        insurerId: "aegis",
        call: quoteCall,
        with: answering(201, {
          ...{ quoteId: "q.2", productId: "personal-accident", formId: "personal-accident.new_business" },
          ...{ formVersion: 1, total: { ...amount, amountMinor: 101 } },
          lines: [{ kind: "PREMIUM", label: "Premium", amount }],
          ...{ expiresAt: "2099-01-01T00:00:00Z", createdAt: "2026-01-01T00:00:00Z" },
        }),
      });
      const answer = await refusal(merchant, aQuoteRequest());
      end();
      expectProblem(answer, 422, "VALIDATION_FAILED", "/body/total/amountMinor inconsistent");
      await expectNothingKept(server, merchant);
    });

    it("takes no second quote under the id of an earlier one", async () => {
      const merchant = await aMerchant();
      const first = await server.must<Quote>(ask(merchant));
      const { quoteId, productId, formId, formVersion, total, lines, expiresAt, createdAt } = first;
      const quote = { quoteId, productId, formId, formVersion, total, lines, expiresAt, createdAt };
      const end = server.gateway.trouble({ insurerId: "aegis", call: quoteCall, with: answering(201, quote) });
      const answer = await refusal(merchant, aQuoteRequest());
      // Ids are the insurer's, and each business has its own.
      const other = await ask(await aMerchant());
      end();
      expectProblem(answer, 422, "VALIDATION_FAILED", "/body/quoteId inconsistent");
      expect(other.status).to.equal(201);
      expect((await server.get(`/quotes/aegis/${quoteId}`, merchant.key)).body).to.deep.equal(first);
      expect(await eventsOf(server, merchant)).to.have.length(1);
    });

    it("passes on what the insurer finds, where it lies in the merchant's request", async () => {
      const merchant = await aMerchant();
      const configuration = { plan: "plus", dateOfBirth: "1990-02-30", sumInsured: 1 };
      const answer = await refusal(merchant, aQuoteRequest("aegis", { configuration }));
      expectProblem(
        answer,
        422,
        "ANSWERS_INVALID",
        "/body/configuration/holderName required",
        "/body/configuration/dateOfBirth answer",
        "/body/configuration/sumInsured answer",
      );
      expect(answer.body.details.providerCorrelationId).to.match(/^ins-/);
      const unknownPlan = { ...aQuoteRequest().configuration, plan: "gold" };
      const refused = await refusal(merchant, aQuoteRequest("aegis", { configuration: unknownPlan }));
      expectProblem(refused, 422, "ANSWERS_INVALID", "/body/configuration/plan enum");
      const findings = ["/body/sale/currency", "/body/sale", "/body/inputs", "/body/productId", "/body/inputsOf/x"];
      const found = refusing(
        422,
        "AEG_FINDINGS",
        findings.map((path) => ({ path, code: "wrong", message: "is wrong" })),
      );
      const end = server.gateway.trouble({ insurerId: "aegis", call: quoteCall, with: found });
      const rewritten = await refusal(merchant, aQuoteRequest());
      end();
      expect(rewritten.body.fieldErrors.map(({ path }) => path)).to.deep.equal([
        ...["/body/currency", "/body", "/body/configuration", "/body/productId", "/body/inputsOf/x"],
      ]);
      await expectNothingKept(server, merchant);
    });

    it("says everything that is wrong with a request", async () => {
      const merchant = await aMerchant();
      const wrong = {
        ...{ providerId: "", productId: 1, formId: " ", formVersion: 0, configuration: { a: {}, b: [1] } },
        ...{ context: "renewal", country: "ng", currency: "naira", channel: "x".repeat(33), colour: "red" },
      };
      expectProblem(
        await refusal(merchant, wrong),
        422,
        "VALIDATION_FAILED",
        ...["/body/providerId minLength", "/body/productId type", "/body/formId blank", "/body/formVersion minimum"],
        ...["/body/configuration/a type", "/body/configuration/b/0 type", "/body/context enum"],
        ...["/body/country pattern", "/body/currency maxLength", "/body/currency pattern"],
        ...["/body/channel maxLength", "/body/colour unknown"],
      );
      const required = ["providerId", "productId", "formId", "formVersion", "configuration"];
      expectProblem(
        await refusal(merchant, {}),
        422,
        "VALIDATION_FAILED",
        ...required.map((name) => `/body/${name} required`),
      );
    });
  });

  describe("when the insurer fails", () => {
    it("passes on its own code, status and correlation id: 4XX", async () => {
      const merchant = await aMerchant(accident("harbour"));
      const answer = await refusal(merchant, aQuoteRequest("harbour"), randomUUID());
      expectProblem(answer, 422, "HBR_RISK_DECLINED");
      expect(answer.body).to.include({
        detail: "We do not insure this risk at present.",
        title: "Refused by the insurer",
      });
      expect(answer.body.details).to.have.keys("providerId", "providerCorrelationId");
      await expectNothingKept(server, merchant);
    });

    const troubles = [
      ["4XX", "gullwing", refusing(402, "GLW_PREPAY"), 402, "GLW_PREPAY"],
      ["5XX", "gullwing", refusing(500, "GLW_BATCH_RUNNING"), 500, "GLW_BATCH_RUNNING"],
      ["502", "lantern", "drop", 502, "INSURER_UNREACHABLE"],
      ["502", "gullwing", "oversized", 502, "INSURER_ANSWER_INVALID"],
      ["504", "kestrel", "slow", 504, "INSURER_TIMEOUT"],
    ] as const;
    for (const [documented, providerId, trouble, status, code] of troubles) {
      it(`answers ${documented}: ${code}, and keeps nothing`, async () => {
        const merchant = await aMerchant(...(providerId === "lantern" ? [] : [accident(providerId)]));
        if (providerId === "lantern") {
          await letSell(server, merchant, accident("lantern"));
          await pretendFetched(server, merchant, "aegis", "lantern");
        }
        const end = server.gateway.trouble({ insurerId: providerId, call: quoteCall, with: trouble });
        const answer = await refusal(merchant, aQuoteRequest(providerId), randomUUID());
        end();
        expectProblem(answer, status, code);
        expect(answer.body.details.providerId).to.equal(providerId);
        await expectNothingKept(server, merchant);
      });
    }

    for (const [what, trouble] of [
      ["was lost", "lose-answer"],
      ["came too late", "hold-answer"],
    ] as const) {
      it(`finds the quote again with the same key when the insurer's answer ${what}`, async () => {
        const merchant = await aMerchant(accident("estuary"));
        const [request, key] = [aQuoteRequest("estuary"), randomUUID()];
        const end = server.gateway.trouble({ insurerId: "estuary", call: quoteCall, with: trouble });
        const before = server.gateway.calls("estuary", quoteCall).length;
        expect((await refusal(merchant, request, key)).status).to.be.within(502, 504);
        end();
        const { status, body } = await ask(merchant, request, key);
        expect(status).to.equal(201);
        const calls = server.gateway.calls("estuary", quoteCall).slice(before);
        expect(calls.length).to.be.above(1);
        expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).to.equal(1);
        expect(await countOf(server, "insurance_quotes", merchant)).to.equal(1);
        const events = await eventsOf(server, merchant);
        expect(events.map(({ type, data }) => ({ type, data }))).to.deep.equal([{ type: "quote.created", data: body }]);
      });
    }

    it("finds the quote again with the same key when it could not be written down", async () => {
      const merchant = await aMerchant();
      const [request, key] = [aQuoteRequest(), randomUUID()];
      const before = server.gateway.calls("aegis", quoteCall).length;
      const failed = await server.whileMissing("insurance_quotes", () => refusal(merchant, request, key));
      expectProblem(failed, 500, "INTERNAL_ERROR");
      expect((await ask(merchant, request, key)).status).to.equal(201);
      const calls = server.gateway.calls("aegis", quoteCall).slice(before);
      expect(calls).to.have.length(2);
      expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).to.equal(1);
      expect(await countOf(server, "insurance_quotes", merchant)).to.equal(1);
      expect(await eventsOf(server, merchant)).to.have.length(1);
    });
  });
});
