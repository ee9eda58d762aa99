import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { allowProduct, withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { anInsurersQuote } from "#test/builders/insurance/answers.ts";
import {
  accident,
  aQuoteRequest,
  insuranceServer,
  type Merchant,
  type Product,
} from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { answering, askForQuote, countOf, eventsOf, expectNothingKept, refusing } from "./selling.ts";

type Quote = Schemas["Quote"];

const quoteCall = /^POST \/quotes$/;

describe("createQuote", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });

  const ask = (merchant: Merchant, body: object = aQuoteRequest(), key?: string) =>
    askForQuote<Quote>(server, merchant, body, key);
  const refusal = (merchant: Merchant, body: object, key?: string) => askForQuote(server, merchant, body, key);
  /** A merchant that has fetched the forms of products that it may sell: accident cover of Aegis, and others. */
  const aMerchant = (...more: readonly Product[]) => server.aSeller([accident(), ...more]);
  /** What an insurer was sent last. */
  const sentTo = (providerId: string): Record<string, unknown> =>
    JSON.parse(server.gateway.calls(providerId, quoteCall).at(-1)?.sent ?? "{}");

  describe("201", () => {
    it("answers the price that binds the insurer", async () => {
      const merchant = await aMerchant();
      const { status, headers, body } = await ask(merchant);
      expect(status).to.equal(201);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      const { quoteId, expiresAt, createdAt, updatedAt, ...quote } = body;
      expect(quoteId).to.match(/^quo_/);
      expect(updatedAt).to.equal(createdAt);
      expect(Date.parse(createdAt)).to.be.closeTo(Date.now(), 10_000);
      expect(Date.parse(expiresAt)).to.be.closeTo(Date.now() + 15 * 60_000, 10_000);
      // 1,000,000 naira at 0.2 %, plan plus (1.3), and a levy of 5 %.
      expect(quote).to.deep.equal({
        ...accident(),
        formId: "personal-accident.new_business",
        formVersion: 1,
        context: "new_business",
        policyId: null,
        status: "USABLE",
        total: { amountMinor: 273_000, currency: "NGN" },
        currency: "NGN",
        lines: [
          { kind: "PREMIUM", label: "Premium", amount: { amountMinor: 260_000, currency: "NGN" } },
          { kind: "TAX", label: "Insurance levy", amount: { amountMinor: 13_000, currency: "NGN" } },
        ],
        environment: "test",
      });
    });

    it("is live with a live key, and the insurer is told so", async () => {
      const merchant = await server.aSeller([accident()], { environment: "live" });
      const { status, body } = await ask(merchant);
      expect([status, body.environment]).to.deep.equal([201, "live"]);
      expect(server.gateway.calls("aegis", quoteCall).at(-1)?.environment).to.equal("live");
    });

    it("has the insurer's price for a product that has a published one, too", async () => {
      const motor = { providerId: "aegis", productId: "motor-third-party" };
      const merchant = await server.aSeller([motor]);
      const published = await server.get<Schemas["Product"]>("/products/aegis/motor-third-party", merchant.key);
      expect(published.body.publishedPrice).to.deep.equal({ amountMinor: 1_650_000, currency: "NGN" });
      const asked = server.gateway.calls("aegis", quoteCall).length;
      const { body, status } = await ask(merchant, {
        ...motor,
        formId: "motor-third-party.new_business",
        formVersion: 1,
        configuration: {
          holderName: "Ada Obi",
          dateOfBirth: "1990-04-12",
          vehicleMake: "toyota",
          vehicleModel: "corolla",
          registrationNumber: "ABC-123-DE",
          usedForWork: false,
        },
      });
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(server.gateway.calls("aegis", quoteCall).length).to.equal(asked + 1);
    });

    it("keeps the quote, and tells of it once", async () => {
      const merchant = await aMerchant();
      const { body } = await ask(merchant);
      expect((await server.get<Quote>(`/quotes/aegis/${body.quoteId}`, merchant.key)).body).to.deep.equal(body);
      const events = await eventsOf(server, merchant);
      expect(events.map(({ type, resource, data }) => ({ type, resource, data }))).to.deep.equal([
        {
          type: "quote.created",
          resource: { type: "quote", providerId: "aegis", id: body.quoteId, version: 1 },
          data: body,
        },
      ]);
      expect(await countOf(server, "insurer_intents", merchant)).to.equal(0);
    });

    it("sends the insurer answers to the form apart from choices of the product, and the terms of the sale", async () => {
      const merchant = await aMerchant();
      const sale = { country: "NG", currency: "NGN", channel: "MOBILE" };
      expect((await ask(merchant, aQuoteRequest("aegis", { ...sale, context: "new_business" }))).status).to.equal(201);
      expect(sentTo("aegis")).to.deep.equal({
        productId: "personal-accident",
        formId: "personal-accident.new_business",
        formVersion: 1,
        context: "new_business",
        inputs: { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 },
        configuration: { plan: "plus" },
        sale,
        indicative: false,
      });
    });

    it("leaves to the product what is null or left out of the sale", async () => {
      const merchant = await aMerchant();
      const nothing = { country: null, currency: null, channel: null };
      for (const sale of [nothing, {}]) {
        expect((await ask(merchant, aQuoteRequest("aegis", sale))).status).to.equal(201);
        expect(sentTo("aegis").sale).to.deep.equal(nothing);
      }
    });

    it("prices what was answered, and makes a quote of every request without a key", async () => {
      const merchant = await aMerchant();
      const configuration = { ...aQuoteRequest().configuration, plan: "standard" };
      const plus = await server.must<Quote>(ask(merchant));
      const standard = await server.must<Quote>(ask(merchant, aQuoteRequest("aegis", { configuration })));
      const again = await server.must<Quote>(ask(merchant));
      expect([plus, standard, again].map(({ total }) => total.amountMinor)).to.deep.equal([273_000, 210_000, 273_000]);
      expect(new Set([plus, standard, again].map(({ quoteId }) => quoteId)).size).to.equal(3);
    });

    it("keeps a quote that is over as soon as it comes, as one that is over", async () => {
      const merchant = await aMerchant();
      // A leap second, with an offset.
      const times = { expiresAt: "2017-01-01T00:59:60.5+01:00", createdAt: "2016-12-31T23:00:00Z" };
      const over = answering(201, anInsurersQuote(100, times));
      const end = server.gateway.trouble({ insurerId: "aegis", call: quoteCall, with: over });
      const { status, body } = await ask(merchant);
      end();
      expect([status, body.status, body.expiresAt]).to.deep.equal([201, "EXPIRED", "2016-12-31T23:59:59.500Z"]);
    });
  });

  describe("200", () => {
    it("replays the quote that the key produced also when the product may no longer be sold, and its insurer is switched off", async () => {
      const merchant = await aMerchant(accident("farrier"));
      const [request, key] = [aQuoteRequest("farrier"), randomUUID()];
      const first = await ask(merchant, request, key);
      await withdrawProduct(server.database, merchant, "farrier", "personal-accident");
      await switchInsurer(await server.database.operator(), "farrier", false);
      const again = await ask(merchant, request, key);
      await switchInsurer(await server.database.operator(), "farrier", true);
      expect([again.status, again.body]).to.deep.equal([200, first.body]);
    });
  });

  describe("422", () => {
    it("refuses a form that the business has not fetched from this insurer, and asks no insurer", async () => {
      const merchant = await aMerchant(accident("dunlin"));
      const stranger = await server.aMerchant({ sells: [accident()] });
      const live = await server.aMerchant({
        environment: "live",
        businessId: merchant.businessId,
        sells: [accident()],
      });
      for (const product of [accident("borealis"), { providerId: "aegis", productId: "motor-third-party" }])
        await allowProduct(server.database, merchant, { ...product, rateBasisPoints: 1_000 });
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

    it("takes no quote whose lines do not add up", async () => {
      const merchant = await aMerchant();
      const { lines } = anInsurersQuote(100);
      const wrong = answering(201, anInsurersQuote(101, { lines }));
      const end = server.gateway.trouble({ insurerId: "aegis", call: quoteCall, with: wrong });
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
  });

  describe("when the insurer fails", () => {
    it("finds the quote again with the same key when the insurer's answer was lost", async () => {
      const merchant = await aMerchant(accident("estuary"));
      const [request, key] = [aQuoteRequest("estuary"), randomUUID()];
      const end = server.gateway.trouble({ insurerId: "estuary", call: quoteCall, with: "lose-answer" });
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
  });
});
