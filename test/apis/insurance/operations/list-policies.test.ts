import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { aPolicy, dayMs, dayOf } from "./policies.ts";
import { expectProblem } from "./refusals.ts";
import { insuranceServer, type Merchant } from "./server.ts";

describe("listPolicies", () => {
  const server = insuranceServer();
  afterEach(() => {
    server.insurersAheadMs = 0;
  });

  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
  });

  const page = (query = "", { key }: Merchant = merchant) =>
    server.must(server.get<Schemas["PolicyPage"]>(`/policies${query}`, key));

  describe("200", () => {
    it("lists a policy from the moment it was bought, and asks no insurer", async () => {
      const { policyId } = await aPolicy(server, merchant);
      const before = server.gateway.seen.length;
      const { items, pagination } = await page();
      expect(server.gateway.seen.length).to.equal(before);
      expect(pagination).to.deep.equal({ limit: 20, nextCursor: null, hasMore: false });
      const [row] = items;
      expect(items).to.have.length(1);
      expect(row).to.deep.include({
        providerId: "aegis",
        policyId,
        productId: "personal-accident",
        status: "PENDING",
        environment: "test",
        createdAt: row?.readAt,
        updatedAt: row?.readAt,
      });
      expect(row?.policy).to.deep.include({
        policyId,
        status: "PENDING",
        holder: "Ada Obi",
        purchaseId: row?.purchaseId,
      });
    });

    it("carries the policy as it was read last", async () => {
      const policy = await aPolicy(server, merchant, "aegis", dayOf(Date.now() + 10 * dayMs));
      server.insurersAheadMs = 11 * dayMs;
      const stale = (await page()).items[0];
      expect([stale?.status, stale?.policy.status]).to.deep.equal(["PENDING", "PENDING"]);
      const read = await server.must(server.get<Schemas["PolicyEnvelope"]>(policy.path, merchant.key));
      const fresh = (await page()).items[0];
      expect(fresh?.status).to.equal("ACTIVE");
      expect(fresh?.policy).to.deep.equal(read.policy);
      expect(Date.parse(fresh?.readAt ?? "")).to.be.above(Date.parse(stale?.readAt ?? ""));
    });

    it("shows a cancelled policy as cancelled before it is read again", async () => {
      const policy = await aPolicy(server, merchant);
      await server.must(server.post(`${policy.path}/cancel`, { reason: "OTHER" }, merchant.key));
      const [row] = (await page()).items;
      expect([row?.status, row?.policy.status]).to.deep.equal(["CANCELLED", "CANCELLED"]);
    });

    it("is paged newest first, without gaps or repetitions while more are bought", async () => {
      const bought: string[] = [];
      for (let count = 0; count < 5; count++) bought.unshift((await aPolicy(server, merchant)).policyId);
      const seen: string[] = [];
      for (let query = "?limit=2"; query !== ""; ) {
        const { items, pagination } = await page(query);
        seen.push(...items.map(({ policyId }) => policyId));
        expect(pagination).to.deep.include({ limit: 2, hasMore: pagination.nextCursor !== null });
        await aPolicy(server, merchant);
        query = pagination.nextCursor === null ? "" : `?limit=2&cursor=${pagination.nextCursor}`;
      }
      expect(seen).to.deep.equal(bought);
    });

    it("lists nothing of another business or environment", async () => {
      await aPolicy(server, merchant);
      const live = await server.aMerchant({ sells: [], environment: "live", businessId: merchant.businessId });
      expect((await page("", live)).items).to.deep.equal([]);
      expect((await page("", await server.aMerchant({ sells: [] }))).items).to.deep.equal([]);
    });
  });

  describe("400", () => {
    it("refuses cursors that it did not issue, of other lists and of others' lists", async () => {
      for (let count = 0; count < 2; count++) await aPolicy(server, merchant);
      const { nextCursor } = (await page("?limit=1")).pagination;
      const purchases = await server.must(server.get<Schemas["PurchasePage"]>("/purchases?limit=1", merchant.key));
      const refused = [
        server.get("/policies?cursor=bm90LW91cnM", merchant.key),
        server.get(`/policies?cursor=${purchases.pagination.nextCursor}`, merchant.key),
        server.get(`/policies?cursor=${nextCursor}`, (await server.aMerchant({ sells: [] })).key),
      ];
      for (const answer of await Promise.all(refused)) expectProblem(answer, 400, "INVALID_CURSOR");
    });
  });
});
