import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";

type Page = Schemas["ProductPage"];

describe("listProducts", () => {
  const server = sharedInsuranceServer();

  const path = (query: Readonly<Record<string, string>> = {}) => `/products?${new URLSearchParams(query)}`;
  const list = (merchant: Merchant, query?: Readonly<Record<string, string>>) =>
    server.must(server.get<Page>(path(query), merchant.key));
  const namesOf = ({ items }: Page) => items.map(({ providerId, productId }) => `${providerId}/${productId}`);

  describe("200", () => {
    it("shows products with their insurers and published prices", async () => {
      const sells = [{ providerId: "aegis", productId: "motor-third-party" }];
      const page = await list(await server.aMerchant({ sells }));
      expect(page).to.deep.equal({
        items: [
          {
            providerId: "aegis",
            providerName: "Aegis Mutual",
            productId: "motor-third-party",
            name: "Aegis Drive Basic",
            description: "Damage to others, Legal help: insured for a year.",
            category: "MOTOR",
            productType: "MOTOR_THIRD_PARTY",
            classCode: "GENERAL",
            country: "NG",
            currency: "NGN",
            publishedPrice: { amountMinor: 1_650_000, currency: "NGN" },
            environment: "test",
            updatedAt: "2026-10-01T08:00:00.000Z",
          },
        ],
        nextCursor: null,
      });
    });

    it("narrows by category, product type and class", async () => {
      const merchant = await server.aMerchant();
      expect(namesOf(await list(merchant, { category: "MOTOR" }))).to.deep.equal([
        "aegis/motor-comprehensive",
        "aegis/motor-third-party",
        "borealis/motor-comprehensive",
        "gullwing/motor-third-party",
      ]);
      expect(namesOf(await list(merchant, { productType: "TRAVEL_SINGLE_TRIP", classCode: "GENERAL" }))).to.deep.equal([
        "caravel/travel-single-trip",
        "harbour/travel-single-trip",
        "kestrel/travel-single-trip",
      ]);
      expect(namesOf(await list(merchant, { productType: "MOTOR_THIRD_PARTY", classCode: "MICRO" }))).to.deep.equal([]);
    });

    it("searches in one page, whose cursor is null even when more would match", async () => {
      const merchant = await server.aMerchant();
      const page = await list(merchant, { q: " drive AEGIS " });
      expect(namesOf(page)).to.deep.equal(["aegis/motor-comprehensive", "aegis/motor-third-party"]);
      const short = await list(merchant, { q: "accident", limit: "3" });
      expect([short.items.length, short.nextCursor]).to.deep.equal([3, null]);
    });

    it("goes on with another key of the same business and environment", async () => {
      const merchant = await server.aMerchant();
      const { nextCursor } = await list(merchant, { limit: "7" });
      const business = { id: merchant.businessId, name: "Acme", slug: "acme" };
      const grant = { environment: "test", scopes: [] } as const;
      const { key } = await createApiKey(await server.database.operator(), { business, project: null } as never, grant);
      const answer = await server.get<Page>(path({ limit: "7", cursor: nextCursor ?? "" }), { "x-api-key": key });
      expect(answer.status).to.equal(200);
    });
  });
});
