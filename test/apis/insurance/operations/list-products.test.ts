import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { expectProblem } from "#test/support/refusals.ts";
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

    it("shows nothing that the business may not sell, that is withdrawn, or that the other environment may sell", async () => {
      const sells = [
        { providerId: "aegis", productId: "home-contents" },
        { providerId: "aegis", productId: "personal-accident" },
      ];
      const test = await server.aMerchant({ sells });
      const live = await server.aMerchant({
        businessId: test.businessId,
        environment: "live",
        sells: [{ providerId: "borealis", productId: "personal-accident" }],
      });
      expect(namesOf(await list(test))).to.deep.equal(["aegis/personal-accident"]);
      const { items } = await list(live);
      expect(items.map(({ providerId, environment }) => [providerId, environment])).to.deep.equal([
        ["borealis", "live"],
      ]);
    });

    it("shows nothing of an insurer while it is switched off", async () => {
      const merchant = await server.aMerchant({ sells: [{ providerId: "kestrel", productId: "personal-accident" }] });
      await switchInsurer(await server.database.operator(), "kestrel", false);
      expect(namesOf(await list(merchant))).to.deep.equal([]);
      await switchInsurer(await server.database.operator(), "kestrel", true);
      expect(namesOf(await list(merchant))).to.deep.equal(["kestrel/personal-accident"]);
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

    it("pages 20 at a time, or as many as asked for, until the cursor is null", async () => {
      const merchant = await server.aMerchant();
      const all = await list(merchant, { limit: "100" });
      expect(all.nextCursor).to.equal(null);
      expect((await list(merchant)).items).to.have.length(20);
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Page = await list(merchant, { limit: "7", ...(cursor !== "" && { cursor }) });
        seen.push(...namesOf(page));
        cursor = page.nextCursor;
      }
      expect(seen).to.deep.equal(namesOf(all));
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

  describe("400", () => {
    it("refuses cursors of nobody, of another business, of other filters and of another list", async () => {
      const [merchant, other] = [await server.aMerchant(), await server.aMerchant()];
      const { nextCursor } = await list(merchant, { limit: "1" });
      const rates = await server.must(server.get<{ nextCursor: string }>("/commercial-rates?limit=1", merchant.key));
      const refused = [
        server.get(path({ cursor: "bm90LW91cnM" }), merchant.key),
        server.get(path({ cursor: nextCursor ?? "" }), other.key),
        server.get(path({ cursor: nextCursor ?? "", category: "MOTOR" }), merchant.key),
        server.get(path({ cursor: nextCursor ?? "", q: "drive" }), merchant.key),
        server.get(path({ cursor: rates.nextCursor }), merchant.key),
      ];
      for (const answer of await Promise.all(refused)) expectProblem(answer, 400, "INVALID_CURSOR");
    });
  });

  describe("422", () => {
    const refused: readonly [Readonly<Record<string, string>>, string][] = [
      [{ limit: "0" }, "/query/limit minimum"],
      [{ limit: "101" }, "/query/limit maximum"],
      [{ limit: "ten" }, "/query/limit type"],
      [{ q: "   " }, "/query/q blank"],
      [{ q: "x".repeat(201) }, "/query/q maxLength"],
      [{ category: " " }, "/query/category blank"],
      [{ productType: "X".repeat(65) }, "/query/productType maxLength"],
      [{ classCode: "" }, "/query/classCode minLength"],
      [{ cursor: "" }, "/query/cursor minLength"],
    ];
    for (const [query, finding] of refused) {
      it(`refuses ${new URLSearchParams(query).toString().slice(0, 60)}`, async () => {
        const { key } = await server.aMerchant({ sells: [] });
        expectProblem(await server.get(path(query), key), 422, "VALIDATION_FAILED", finding);
      });
    }
  });
});
