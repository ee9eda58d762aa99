import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { withdrawProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import {
  accident,
  answering,
  aQuoteRequest,
  aSeller,
  askForQuote,
  countOf,
  eventsOf,
  expectNothingKept,
  type Product,
} from "./selling.ts";
import { insuranceServer, type Merchant } from "./server.ts";

type Quote = Schemas["Quote"];

const quoteCall = /^POST \/quotes$/;

describe("createQuote", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });

  const ask = (merchant: Merchant, body: object = aQuoteRequest(), key?: string) =>
    askForQuote<Quote>(server, merchant, body, key);
  const refusal = (merchant: Merchant, body: object, key?: string) => askForQuote(server, merchant, body, key);
  /** A merchant that has fetched the forms of products that it may sell: accident cover of Aegis, and others. */
  const aMerchant = (...more: readonly Product[]) => aSeller(server, [accident(), ...more]);
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

    it("quotes a product whose price is published for that price", async () => {
      const travel = { providerId: "caravel", productId: "travel-single-trip" };
      const merchant = await aMerchant(travel);
      const configuration = {
        ...{ holderName: "Ada Obi", dateOfBirth: "1990-04-12", destination: "ghana", travellers: 1 },
        ...{ departureDate: "2099-01-01", returnDate: "2099-01-08" },
      };
      const { fields } = await server.must<Schemas["Form"]>(
        server.get(`/products/caravel/travel-single-trip/form?context=new_business`, merchant.key),
      );
      const asked = Object.fromEntries(
        Object.entries(configuration).filter(([name]) => fields.some(({ fieldId }) => fieldId === name)),
      );
      const body = { ...travel, formId: "travel-single-trip.new_business", formVersion: 1, configuration: asked };
      const quote = await server.must<Quote>(ask(merchant, body));
      expect(quote.total).to.deep.equal({ amountMinor: 1_900_000, currency: "NGN" });
    });

    it("makes live quotes with live keys, which test keys do not see", async () => {
      const merchant = await aSeller(server, [accident()], { environment: "live" });
      const { body } = await ask(merchant);
      expect(body.environment).to.equal("live");
      const test = await server.aMerchant({ businessId: merchant.businessId });
      expectProblem(await server.get(`/quotes/aegis/${body.quoteId}`, test.key), 404, "NOT_FOUND");
    });

    it("keeps a quote that is over as soon as it comes, as one that is over", async () => {
      const merchant = await aMerchant();
      const form = { formId: "personal-accident.new_business", formVersion: 1, productId: "personal-accident" };
      const total = { amountMinor: 100, currency: "NGN" };
      const end = server.gateway.trouble({
        insurerId: "aegis",
        call: quoteCall,
        with: answering(201, {
          ...form,
          quoteId: "q.1",
          total,
          lines: [{ kind: "PREMIUM", label: "Premium", amount: total }],
          // A leap second, with an offset.
          expiresAt: "2017-01-01T00:59:60.5+01:00",
          createdAt: "2016-12-31T23:00:00Z",
        }),
      });
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

    it("makes one quote of a hundred requests at once with one key", async () => {
      const merchant = await aMerchant();
      const [request, key] = [aQuoteRequest(), randomUUID()];
      const before = server.gateway.calls("aegis", quoteCall).length;
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(merchant, request, key)));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(answers.filter(({ status }) => status === 200)).to.have.length(99);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).to.equal(1);
      expect(server.gateway.calls("aegis", quoteCall)).to.have.length(before + 1);
      expect(await countOf(server, "insurance_quotes", merchant)).to.equal(1);
      expect(await eventsOf(server, merchant)).to.have.length(1);
    });
  });

  describe("400", () => {
    for (const [key, ...rules] of [
      ["", "pattern", "format"],
      ["1", "pattern", "format"],
      ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "pattern"],
      ["0190f3c2-0000-7000-8000-000000000001", "pattern"],
    ] as const) {
      it(`refuses ${JSON.stringify(key)} for an Idempotency-Key: it is no UUID of version 4`, async () => {
        const findings = rules.map((rule) => `/header/idempotency-key ${rule}`);
        expectProblem(await refusal(await aMerchant(), aQuoteRequest(), key), 400, "BAD_REQUEST", ...findings);
      });
    }
  });

  describe("404", () => {
    it("is the same for what may not be sold, is withdrawn or does not exist, and no insurer is asked", async () => {
      const merchant = await aMerchant(accident("dunlin"), accident("farrier"));
      await server.aFetchedForm(merchant, "borealis", "personal-accident");
      await withdrawProduct(server.database, merchant, "dunlin", "personal-accident");
      await switchInsurer(await server.database.operator(), "farrier", false);
      const before = server.gateway.seen.length;
      const unsold = ["borealis", "dunlin", "farrier", "unknown"].map((providerId) => aQuoteRequest(providerId));
      const others = ["home-contents", "unknown"].map((productId) => aQuoteRequest("aegis", { productId }));
      for (const request of [...unsold, ...others]) {
        const answer = await refusal(merchant, request, randomUUID());
        expectProblem(answer, 404, "NOT_FOUND");
        expect(answer.body.details).to.deep.equal({});
      }
      await switchInsurer(await server.database.operator(), "farrier", true);
      expect(server.gateway.seen).to.have.length(before);
      await expectNothingKept(server, merchant);
    });
  });

  describe("409", () => {
    it("refuses a key that came with another request", async () => {
      const merchant = await aMerchant(accident("dunlin"));
      const key = randomUUID();
      const first = await server.must<Quote>(ask(merchant, aQuoteRequest(), key));
      const others = [
        aQuoteRequest("dunlin"),
        aQuoteRequest("aegis", { configuration: {} }),
        aQuoteRequest("aegis", { channel: "WEB" }),
        aQuoteRequest("aegis", { formVersion: 2 }),
      ];
      for (const other of others) expectProblem(await refusal(merchant, other, key), 409, "IDEMPOTENCY_KEY_CONFLICT");
      expect((await ask(merchant, aQuoteRequest(), key)).body).to.deep.equal(first);
      // A key belongs to its business.
      expect((await ask(await aMerchant(), aQuoteRequest("aegis", { channel: "WEB" }), key)).status).to.equal(201);
    });

    it("refuses another request with a key that is being worked on", async () => {
      const merchant = await aMerchant(accident("gullwing"));
      const [request, key] = [aQuoteRequest("gullwing"), randomUUID()];
      const end = server.gateway.trouble({ insurerId: "gullwing", call: quoteCall, with: "hold-answer" });
      const first = refusal(merchant, request, key);
      await until(() => server.gateway.held === 1);
      expectProblem(await refusal(merchant, { ...request, channel: "WEB" }, key), 409, "IDEMPOTENCY_KEY_CONFLICT");
      end();
      expectProblem(await first, 504, "INSURER_TIMEOUT");
    });

    it("leaves a key free whose request was refused", async () => {
      const merchant = await aMerchant();
      const key = randomUUID();
      const wrong = aQuoteRequest("aegis", { configuration: { plan: "plus" } });
      expectProblem(await refusal(merchant, wrong, key), 422, "ANSWERS_INVALID");
      expectProblem(await refusal(merchant, aQuoteRequest("aegis", { formVersion: 2 }), key), 422, "VALIDATION_FAILED");
      expect((await ask(merchant, aQuoteRequest(), key)).status).to.equal(201);
    });
  });
});
