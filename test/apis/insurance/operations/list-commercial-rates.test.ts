import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";

type Page = Schemas["CommercialRatePage"];

describe("listCommercialRates", () => {
  const server = sharedInsuranceServer();

  const path = (query: Readonly<Record<string, string>> = {}) => `/commercial-rates?${new URLSearchParams(query)}`;
  const list = (merchant: Merchant, query?: Readonly<Record<string, string>>) =>
    server.must(server.get<Page>(path(query), merchant.key));
  const namesOf = ({ items }: Page) => items.map(({ providerId, productId }) => `${providerId}/${productId}`);

  describe("200", () => {
    it("shows the business's own share and never the platform's", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const updatedAt = new Date("2026-11-01T09:30:00.000Z");
      const rate = { rateBasisPoints: 1_275, platformBasisPoints: 333 };
      await allowProduct(
        server.database,
        merchant,
        { providerId: "aegis", productId: "motor-third-party", ...rate },
        updatedAt,
      );
      expect(await list(merchant)).to.deep.equal({
        items: [
          {
            providerId: "aegis",
            productId: "motor-third-party",
            productName: "Aegis Drive Basic",
            rateBasisPoints: 1_275,
            environment: "test",
            updatedAt: updatedAt.toISOString(),
          },
        ],
        nextCursor: null,
      });
    });

    it("shows rates of the key's environment alone", async () => {
      const test = await server.aMerchant({ sells: [] });
      const live = await server.aMerchant({ businessId: test.businessId, environment: "live", sells: [] });
      const product = { providerId: "aegis", productId: "personal-accident" };
      await allowProduct(server.database, live, { ...product, rateBasisPoints: 900 });
      expect((await list(test)).items).to.deep.equal([]);
      const { items } = await list(live);
      expect(items.map(({ rateBasisPoints, environment }) => [rateBasisPoints, environment])).to.deep.equal([
        [900, "live"],
      ]);
    });

    it("narrows to one product id, of whichever insurer", async () => {
      const merchant = await server.aMerchant();
      expect(namesOf(await list(merchant, { productId: "device-damage" }))).to.deep.equal([
        "farrier/device-damage",
        "gullwing/device-damage",
        "juniper/device-damage",
      ]);
      expect(namesOf(await list(merchant, { productId: "space-travel" }))).to.deep.equal([]);
    });

    it("pages 20 at a time, or as many as asked for, until the cursor is null", async () => {
      const merchant = await server.aMerchant();
      const all = await list(merchant, { limit: "100" });
      expect((await list(merchant)).items).to.have.length(20);
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Page = await list(merchant, { limit: "9", ...(cursor !== "" && { cursor }) });
        seen.push(...namesOf(page));
        cursor = page.nextCursor;
      }
      expect(seen).to.deep.equal(namesOf(all));
    });
  });

  describe("400", () => {
    it("refuses cursors of nobody, of another business, of another filter and of another list", async () => {
      const [merchant, other] = [await server.aMerchant(), await server.aMerchant()];
      const { nextCursor } = await list(merchant, { limit: "1" });
      const products = await server.must(server.get<{ nextCursor: string }>("/products?limit=1", merchant.key));
      const refused = [
        server.get(path({ cursor: "bm90LW91cnM" }), merchant.key),
        server.get(path({ cursor: nextCursor ?? "" }), other.key),
        server.get(path({ cursor: nextCursor ?? "", productId: "device-damage" }), merchant.key),
        server.get(path({ cursor: products.nextCursor }), merchant.key),
      ];
      for (const answer of await Promise.all(refused)) expectProblem(answer, 400, "INVALID_CURSOR");
    });
  });
});
