import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { aSellableProduct } from "#test/builders/insurance/catalog.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { Comparing, outcomes, premiums, withQuotes } from "./comparing.ts";

describe("compareProducts", () => {
  // Longer than anything takes that is not slow on purpose.
  const server = insuranceServer({ insurerDeadlineMs: 2_500 });
  const comparing = new Comparing(server);

  describe("200", () => {
    it("has one row for each sellable product, with the published price where there is one", async () => {
      const comparison = await comparing.compare(await server.aMerchant(), { productType: "MOTOR_THIRD_PARTY" });
      const shared = {
        country: "NG",
        currency: "NGN",
        updatedAt: "2026-10-01T08:00:00.000Z",
        productId: "motor-third-party",
        premiumUnavailable: null,
        coverage: [
          {
            code: "THIRD_PARTY",
            name: "Damage to others",
            included: true,
            limit: { amountMinor: 300_000_000, currency: "NGN" },
            deductible: null,
          },
          {
            code: "LEGAL",
            name: "Legal help",
            included: true,
            limit: { amountMinor: 20_000_000, currency: "NGN" },
            deductible: { amountMinor: 1_000_000, currency: "NGN" },
          },
        ],
        attributes: [
          { code: "TERM", name: "Term", value: "12 months" },
          { code: "CLAIMS", name: "Claims are settled within", value: "10 working days" },
        ],
      };
      expect(comparison).to.deep.equal({
        productType: "MOTOR_THIRD_PARTY",
        sort: "UPDATED_DESC",
        items: [
          {
            ...shared,
            providerId: "aegis",
            providerName: "Aegis Mutual",
            name: "Aegis Drive Basic",
            premium: { amountMinor: 1_650_000, currency: "NGN" },
            premiumSource: "published",
          },
          {
            ...shared,
            providerId: "gullwing",
            providerName: "Gullwing Assurance",
            name: "Gullwing Third Party",
            premium: null,
            premiumSource: null,
          },
        ],
      });
    });

    it("keeps rows of other countries and currencies: the insurers say what they do not quote", async () => {
      const merchant = await server.aMerchant();
      const body = { productType: "MOTOR_THIRD_PARTY", country: "GH", currency: "GHS", channel: "BRANCH" };
      expect(outcomes(await comparing.compare(merchant, body))).to.deep.equal({ aegis: 1_650_000, gullwing: null });
      const quoted = { ...withQuotes, providerIds: ["aegis"] };
      expect(outcomes(await comparing.compare(merchant, { ...quoted, currency: "GHS" }))).to.deep.equal({
        aegis: "QUOTE_FAILED",
      });
      const unsaid = { country: null, currency: null, channel: null };
      expect(outcomes(await comparing.compare(merchant, { ...quoted, ...unsaid }))).to.deep.equal({
        aegis: premiums.aegis,
      });
    });
  });

  describe("200, without a limit", () => {
    it("has the twenty rows that come first, and as many as are asked for where a limit is given", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      for (let i = 0; i < 21; i++)
        await aSellableProduct(server.database, merchant, { providerId: "aegis", productType: "HEALTH" });
      const rows = async (body: object) =>
        (await comparing.compare(merchant, { productType: "HEALTH", ...body })).items.length;
      expect(await rows({})).to.equal(20);
      expect(await rows({ limit: 21 })).to.equal(21);
    });
  });

  describe("200, with quotes", () => {
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

    it("does not look at the key when no quotes are asked for", async () => {
      const merchant = await comparing.selling(["aegis"]);
      for (const key of ["first", ""]) {
        const answer = await comparing.send(merchant, { productType: "PERSONAL_ACCIDENT" }, { "idempotency-key": key });
        expect(answer.status).to.equal(200);
      }
    });
  });

  describe("400", () => {
    it("refuses what is no UUID of version 4 for an Idempotency-Key with quotes, and asks nobody", async () => {
      const merchant = await comparing.selling(["aegis"]);
      const asked = server.gateway.seen.length;
      for (const key of ["", "first", "c232ab00-9414-11ec-b3c8-9f6bdeced846"]) {
        const answer = await comparing.send(merchant, withQuotes, { "idempotency-key": key });
        expectProblem(answer, 400, "BAD_REQUEST", "/header/idempotency-key pattern");
      }
      expect(server.gateway.seen.length).to.equal(asked);
    });
  });
});
