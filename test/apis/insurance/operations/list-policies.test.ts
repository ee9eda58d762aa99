import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { renewed } from "#test/support/renewed.ts";
import { dayMs, dayOf } from "./policies.ts";

describe("listPolicies", () => {
  const server = sharedInsuranceServer();
  afterEach(() => {
    server.sandbox.aheadMs = 0;
  });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  const page = () => server.must(server.get<Schemas["PolicyPage"]>("/policies", merchant.key));

  describe("200", () => {
    it("lists a policy from the moment it was bought, and asks no insurer", async () => {
      const { policyId } = await server.aPolicy(merchant);
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
      const policy = await server.aPolicy(merchant, "aegis", dayOf(Date.now() + 10 * dayMs));
      server.sandbox.aheadMs = 11 * dayMs;
      const stale = (await page()).items[0];
      expect([stale?.status, stale?.policy.status]).to.deep.equal(["PENDING", "PENDING"]);
      const read = await server.must(server.get<Schemas["PolicyEnvelope"]>(policy.path, merchant.key));
      const fresh = (await page()).items[0];
      expect(fresh?.status).to.equal("ACTIVE");
      expect(fresh?.policy).to.deep.equal(read.policy);
      expect(Date.parse(fresh?.readAt ?? "")).to.be.above(Date.parse(stale?.readAt ?? ""));
    });

    it("shows a cancelled policy as cancelled before it is read again", async () => {
      const policy = await server.aPolicy(merchant);
      await server.must(server.post(`${policy.path}/cancel`, { reason: "OTHER" }, merchant.key));
      const [row] = (await page()).items;
      expect([row?.status, row?.policy.status]).to.deep.equal(["CANCELLED", "CANCELLED"]);
    });
  });
});
