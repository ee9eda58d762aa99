import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aSellableProduct } from "../catalog/shelf.ts";
import { Comparing, insurersOf, outcomes, premiums, withQuotes } from "./comparing.ts";
import { InsuranceServer } from "./server.ts";

type Row = Schemas["ComparisonRow"];

describe("compareProducts", () => {
  const server = new InsuranceServer();
  const comparing = new Comparing(server);
  before(() => server.start());
  after(() => server.stop());

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

    it("has no row, and no trace, of what may not be sold, is withdrawn or of another type", async () => {
      const merchant = await server.aMerchant({
        sells: [
          { providerId: "aegis", productId: "home-contents" },
          { providerId: "aegis", productId: "personal-accident" },
          { providerId: "borealis", productId: "home-contents" },
        ],
      });
      expect(insurersOf(await comparing.compare(merchant, { productType: "HOME_CONTENTS" }))).to.deep.equal([
        "borealis",
      ]);
      const both = { ...withQuotes, providerIds: ["borealis", "aegis", "nobody"] };
      expect(outcomes(await comparing.compare(merchant, both))).to.deep.equal({ aegis: premiums.aegis });
      expect((await comparing.compare(merchant, { productType: "SPACE_TRAVEL" })).items).to.deep.equal([]);
    });

    it("compares what the key's environment may sell", async () => {
      const live = await comparing.selling(["borealis"], await comparing.selling(["aegis"]));
      expect(insurersOf(await comparing.compare(live, { productType: "PERSONAL_ACCIDENT" }))).to.deep.equal([
        "borealis",
      ]);
    });

    it("narrows to the insurers asked for; an empty list is all of them", async () => {
      const merchant = await server.aMerchant();
      const insurers = async (providerIds: string[]) =>
        insurersOf(await comparing.compare(merchant, { productType: "PERSONAL_ACCIDENT", providerIds }));
      expect(await insurers(["dunlin", "aegis", "nobody"])).to.deep.equal(["aegis", "dunlin"]);
      expect(await insurers([])).to.have.length(12);
    });

    it("has 20 rows at most, unless the limit says otherwise", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const many = { providerId: "aegis", productType: "MANY_OF_A_KIND" };
      for (let n = 0; n < 25; n++) await aSellableProduct(server.database, merchant, many);
      const rowsOf = async (body: object) =>
        (await comparing.compare(merchant, { productType: many.productType, ...body })).items;
      expect(await rowsOf({})).to.have.length(20);
      expect(await rowsOf({ limit: 5 })).to.have.length(5);
      expect(await rowsOf({ limit: 100 })).to.have.length(25);
    });

    it("leaves cells of an insurer that cannot be reached empty, over the same coverage and attributes", async () => {
      const { items } = await comparing.compare(await server.aMerchant(), { productType: "HEALTH_INDIVIDUAL" });
      const keysOf = ({ coverage, attributes }: Row) =>
        [...coverage, ...attributes].map(({ code, name }) => [code, name]);
      for (const row of items) expect(keysOf(row)).to.deep.equal(keysOf(items[0] as Row));
      const lantern = items.find(({ providerId }) => providerId === "lantern");
      expect(lantern?.coverage[0]).to.deep.equal({
        code: "HOSPITAL",
        name: "Hospital stays",
        included: null,
        limit: null,
        deductible: null,
      });
      expect(lantern?.attributes.map(({ value }) => value)).to.deep.equal([null, null]);
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

  describe("422", () => {
    const type = "PERSONAL_ACCIDENT";
    const refused: readonly [object, ...string[]][] = [
      [{}, "/body/productType required"],
      [{ productType: "  " }, "/body/productType blank"],
      [{ productType: "X".repeat(65) }, "/body/productType maxLength"],
      [{ productType: type, quotes: true }, "/body/inputs required"],
      [{ productType: type, quotes: true, inputs: null }, "/body/inputs type"],
      [{ productType: type, quotes: "yes" }, "/body/quotes type"],
      [{ productType: type, sort: "CHEAPEST" }, "/body/sort enum"],
      [{ productType: type, limit: 0 }, "/body/limit minimum"],
      [{ productType: type, limit: 101 }, "/body/limit maximum"],
      [{ productType: type, providerIds: ["aegis", "aegis"] }, "/body/providerIds uniqueItems"],
      [
        { productType: type, providerIds: Array.from({ length: 101 }, (_, n) => `i${n}`) },
        "/body/providerIds maxItems",
      ],
      [{ productType: type, country: "ng" }, "/body/country pattern"],
      [{ productType: type, currency: "naira" }, "/body/currency maxLength", "/body/currency pattern"],
      [{ productType: type, colour: "red" }, "/body/colour unknown"],
    ];
    for (const [body, ...findings] of refused) {
      it(`refuses ${JSON.stringify(body).slice(0, 80)}`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        expectProblem(await comparing.send(merchant, body), 422, "VALIDATION_FAILED", ...findings);
      });
    }
  });
});
