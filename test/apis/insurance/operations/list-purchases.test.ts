import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "./refusals.ts";
import { type Headers, insuranceServer } from "./server.ts";

type Page = Schemas["PurchasePage"];

describe("listPurchases", () => {
  const server = insuranceServer();

  const page = (key: Headers, query = "") => server.must<Page>(server.get<Page>(`/purchases${query}`, key));

  /** As many purchases of a merchant, the newest first. */
  async function purchases(count: number) {
    const merchant = await server.aMerchant({ sells: [] });
    const made: Schemas["Purchase"][] = [];
    for (let index = 0; index < count; index++)
      made.unshift(await server.aPurchase(merchant, index % 2 === 0 ? "aegis" : "borealis"));
    return { merchant, made };
  }

  describe("200", () => {
    it("lists nothing where nothing was bought", async () => {
      const { key } = await server.aMerchant({ sells: [] });
      const pagination = { limit: 20, nextCursor: null, hasMore: false };
      expect(await page(key)).to.deep.equal({ items: [], pagination });
    });

    it("lists the newest first, of all insurers, as they were made", async () => {
      const { merchant, made } = await purchases(3);
      expect((await page(merchant.key)).items).to.deep.equal(made);
    });

    it("shows each once, page by page, whatever arrives meanwhile", async () => {
      const { merchant, made } = await purchases(5);
      const seen: Schemas["Purchase"][] = [];
      let query = "?limit=2";
      for (;;) {
        const { items, pagination } = await page(merchant.key, query);
        expect(pagination.limit).to.equal(2);
        expect(pagination.hasMore).to.equal(pagination.nextCursor !== null);
        seen.push(...items);
        if (pagination.nextCursor === null) break;
        await server.aPurchase(merchant);
        query = `?limit=2&cursor=${encodeURIComponent(pagination.nextCursor)}`;
      }
      expect(seen).to.deep.equal(made);
    });

    it("ends with a full page when there is no more", async () => {
      const { merchant } = await purchases(2);
      expect((await page(merchant.key, "?limit=2")).pagination).to.deep.equal({
        limit: 2,
        nextCursor: null,
        hasMore: false,
      });
    });

    it("keeps businesses and environments apart", async () => {
      const { merchant } = await purchases(1);
      const live = await server.aMerchant({ environment: "live", businessId: merchant.businessId, sells: [] });
      for (const { key } of [live, await server.aMerchant({ sells: [] })])
        expect((await page(key)).items).to.deep.equal([]);
    });
  });

  describe("400", () => {
    it("refuses a cursor that is no cursor, or one of another business or environment", async () => {
      const { merchant } = await purchases(2);
      const { pagination } = await page(merchant.key, "?limit=1");
      const query = `?limit=1&cursor=${encodeURIComponent(pagination.nextCursor ?? "")}`;
      expect((await page(merchant.key, query)).items).to.have.length(1);
      const live = await server.aMerchant({ environment: "live", businessId: merchant.businessId, sells: [] });
      for (const { key } of [live, await server.aMerchant({ sells: [] })])
        expectProblem(await server.get(`/purchases${query}`, key), 400, "INVALID_CURSOR");
      for (const cursor of ["x", "x".repeat(4_000)])
        expectProblem(await server.get(`/purchases?cursor=${cursor}`, merchant.key), 400, "INVALID_CURSOR");
    });
  });
});
