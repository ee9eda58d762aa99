import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import { Comparing, insurersOf, outcomes, premiums, withQuotes } from "./comparing.ts";
import { type Headers, InsuranceServer, type Merchant } from "./server.ts";

describe("compareProducts, with quotes", () => {
  const server = new InsuranceServer();
  const comparing = new Comparing(server);
  // Longer than anything takes that is not slow on purpose.
  before(() => server.start({ insurerDeadlineMs: 2_500 }));
  after(() => server.stop());

  describe("200", () => {
    it("asks for no quote unless told to", async () => {
      const merchant = await server.aMerchant();
      const { comparison, forms, quotes } = await comparing.watched(merchant, { ...withQuotes, quotes: false });
      for (const row of comparison.items)
        expect(row).to.deep.include({ premium: null, premiumSource: null, premiumUnavailable: null });
      expect([...forms, ...quotes]).to.deep.equal([]);
    });

    it("asks ten of twelve insurers for quotes; the others carry QUOTE_LIMIT_REACHED and are not asked", async () => {
      const merchant = await server.aMerchant();
      const { comparison, forms, quotes } = await comparing.watched(merchant, withQuotes);
      expect(outcomes(comparison)).to.deep.equal({
        ...premiums,
        harbour: "QUOTE_FAILED",
        islander: "QUOTE_FAILED",
        juniper: "QUOTE_FAILED",
        kestrel: "QUOTE_LIMIT_REACHED",
        lantern: "QUOTE_LIMIT_REACHED",
      });
      const quoting = new Set([...forms, ...quotes].map(({ insurerId }) => insurerId));
      expect([...quoting].sort()).to.deep.equal([...Object.keys(premiums), "harbour", "islander", "juniper"]);
      expect(comparison.items[0]).to.deep.include({ premiumSource: "quoted", premiumUnavailable: null });
    });

    it("never asks again for the price of what has a published one", async () => {
      const merchant = await server.aMerchant();
      const body = {
        ...withQuotes,
        productType: "DEVICE_DAMAGE",
        inputs: { holderName: "Ada Obi", serialNumber: "356938035643809", sumInsured: 100_000 },
      };
      const { comparison, forms, quotes } = await comparing.watched(merchant, body);
      const rows = new Map(comparison.items.map((row) => [row.providerId, row]));
      expect(rows.get("gullwing")).to.deep.include({
        premium: { amountMinor: 450_000, currency: "NGN" },
        premiumSource: "published",
      });
      expect(rows.get("farrier")?.premiumSource).to.equal("quoted");
      expect([...forms, ...quotes].map(({ insurerId }) => insurerId)).to.not.include("gullwing");
    });

    it("lets choices of the product's config go along with the answers", async () => {
      const merchant = await comparing.selling(["aegis"]);
      const inputs = { ...withQuotes.inputs, plan: "plus" };
      expect(outcomes(await comparing.compare(merchant, { ...withQuotes, inputs }))).to.deep.equal({ aegis: 273_000 });
    });

    it("sorts all that are priced before the limit cuts, and puts rows without a premium last", async () => {
      const merchant = await server.aMerchant();
      const cheapest = await comparing.compare(merchant, { ...withQuotes, sort: "PREMIUM_ASC", limit: 3 });
      expect(insurersOf(cheapest)).to.deep.equal(["caravel", "estuary", "aegis"]);
      const dearest = await comparing.compare(merchant, { ...withQuotes, sort: "PREMIUM_DESC" });
      expect(insurersOf(dearest)).to.deep.equal([
        ...["gullwing", "borealis", "dunlin", "farrier", "aegis", "estuary", "caravel"],
        ...["harbour", "islander", "juniper", "kestrel", "lantern"],
      ]);
    });

    it("quotes only the rows that are shown, when premiums do not decide which", async () => {
      const merchant = await server.aMerchant();
      const { comparison, quotes } = await comparing.watched(merchant, { ...withQuotes, sort: "NAME_ASC", limit: 2 });
      expect(insurersOf(comparison)).to.deep.equal(["aegis", "borealis"]);
      expect(quotes.map(({ insurerId }) => insurerId).sort()).to.deep.equal(["aegis", "borealis"]);
    });

    it("fails an insurer's quote alone, whatever goes wrong there", async () => {
      const merchant = await comparing.selling([
        "aegis",
        "borealis",
        "caravel",
        "dunlin",
        "estuary",
        "farrier",
        "gullwing",
        "lantern",
      ]);
      const call = /^POST \/quotes$/;
      const ends = [
        server.gateway.trouble({ insurerId: "borealis", call, with: "own-error" }),
        server.gateway.trouble({ insurerId: "caravel", call, with: "status-500" }),
        server.gateway.trouble({ insurerId: "dunlin", call, with: "drop" }),
        server.gateway.trouble({ insurerId: "estuary", call, with: "slow" }),
        server.gateway.trouble({ insurerId: "farrier", call, with: "oversized" }),
        server.gateway.trouble({ insurerId: "gullwing", call: /forms/, with: "status-503" }),
      ];
      const comparison = await comparing.compare(merchant, withQuotes).finally(() => ends.map((end) => end()));
      const { aegis, ...others } = outcomes(comparison);
      expect(aegis).to.equal(premiums.aegis);
      expect(Object.keys(others)).to.have.length(7);
      expect(new Set(Object.values(others))).to.deep.equal(new Set(["QUOTE_FAILED"]));
    });

    it("gets the quote whose answer was lost by asking again with the same key", async () => {
      const merchant = await comparing.selling(["aegis"]);
      const trouble = { insurerId: "aegis", call: /^POST \/quotes$/, with: "drop-answer", times: 1 };
      server.gateway.trouble(trouble);
      const { comparison, quotes } = await comparing.watched(merchant, withQuotes);
      expect(outcomes(comparison)).to.deep.equal({ aegis: premiums.aegis });
      expect(quotes).to.have.length(2);
      expect(quotes[0]?.idempotencyKey).to.equal(quotes[1]?.idempotencyKey);
    });

    it("keeps no quote: there is nothing to list or to buy", async () => {
      const merchant = await comparing.selling(["aegis"]);
      await comparing.compare(merchant, withQuotes);
      const { rows } = await server.database.pool.query(
        "SELECT FROM insurance_quotes WHERE business_id = $1 AND environment = $2",
        [merchant.businessId, merchant.environment],
      );
      expect(rows).to.deep.equal([]);
    });
  });

  describe("200, with an Idempotency-Key", () => {
    /** The keys that insurers are sent, by insurer. */
    const keysSent = async (merchant: Merchant, headers?: Headers) => {
      const { quotes } = await comparing.watched(merchant, withQuotes, headers);
      return Object.fromEntries(quotes.map(({ insurerId, idempotencyKey }) => [insurerId, idempotencyKey]));
    };

    it("asks each insurer with a key of its own, and with the same one again", async () => {
      const merchant = await comparing.selling(["aegis", "borealis"]);
      const headers = { "idempotency-key": randomUUID() };
      const first = await keysSent(merchant, headers);
      expect(await keysSent(merchant, headers)).to.deep.equal(first);
      expect(new Set([...Object.values(first), headers["idempotency-key"]]).size).to.equal(3);
    });

    it("uses keys that nobody else can use: of this business, environment and header", async () => {
      const merchant = await comparing.selling(["aegis"]);
      const headers = { "idempotency-key": randomUUID() };
      const sent = [
        await keysSent(merchant, headers),
        await keysSent(merchant, { "idempotency-key": randomUUID() }),
        await keysSent(merchant),
        await keysSent(merchant),
        await keysSent(await comparing.selling(["aegis"], merchant), headers),
        await keysSent(await comparing.selling(["aegis"]), headers),
      ];
      expect(new Set(sent.map(({ aegis }) => aegis)).size).to.equal(6);
    });

    it("never answers 409 or replays: other inputs take the quotes of the products concerned, and only theirs", async () => {
      const merchant = await server.aMerchant();
      const headers = { "idempotency-key": randomUUID() };
      const inputs = { ...withQuotes.inputs, sumInsured: 2_000_000 };
      await comparing.compare(merchant, { ...withQuotes, providerIds: ["aegis", "borealis"] }, headers);
      const other = { ...withQuotes, inputs, providerIds: ["aegis", "borealis", "caravel"] };
      const answer = await comparing.send(merchant, other, headers);
      expect(answer.status).to.equal(200);
      expect(answer.headers.has("idempotency-replayed")).to.equal(false);
      expect(outcomes(answer.body)).to.deep.equal({
        aegis: "QUOTE_FAILED",
        borealis: "QUOTE_FAILED",
        caravel: 2 * premiums.caravel,
      });
      const before = await comparing.compare(merchant, { ...withQuotes, providerIds: ["aegis", "borealis"] }, headers);
      expect(outcomes(before)).to.deep.equal({ aegis: premiums.aegis, borealis: premiums.borealis });
    });

    it("takes no quote again that has expired since", async () => {
      const merchant = await comparing.selling(["farrier"]);
      const headers = { "idempotency-key": randomUUID() };
      // Its quotes last half a minute, by a clock that now goes a minute behind ours.
      server.insurersAheadMs = -60_000;
      await comparing.compare(merchant, withQuotes, headers).finally(() => {
        server.insurersAheadMs = 0;
      });
      expect(outcomes(await comparing.compare(merchant, withQuotes, headers))).to.deep.equal({
        farrier: "QUOTE_FAILED",
      });
      expect(outcomes(await comparing.compare(merchant, withQuotes))).to.deep.equal({ farrier: premiums.farrier });
    });

    it("does not look at the key when no quotes are asked for", async () => {
      const merchant = await comparing.selling(["aegis"]);
      for (const key of ["first", ""]) {
        const answer = await comparing.send(merchant, { productType: "PERSONAL_ACCIDENT" }, { "idempotency-key": key });
        expect(answer.status).to.equal(200);
      }
    });
  });

  describe("400", () => {
    for (const key of ["", "first", "c232ab00-9414-11ec-b3c8-9f6bdeced846"]) {
      it(`refuses ${JSON.stringify(key)} for an Idempotency-Key with quotes, and asks nobody`, async () => {
        const merchant = await comparing.selling(["aegis"]);
        const asked = server.gateway.seen.length;
        const answer = await comparing.send(merchant, withQuotes, { "idempotency-key": key });
        expectProblem(answer, 400, "BAD_REQUEST", "/header/idempotency-key pattern");
        expect(server.gateway.seen.length).to.equal(asked);
      });
    }
  });
});
