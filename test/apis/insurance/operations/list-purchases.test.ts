import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";

describe("listPurchases", () => {
  const server = sharedInsuranceServer();

  describe("200", () => {
    it("lists the newest first, of all insurers, as they were made", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const made: Schemas["Purchase"][] = [];
      for (const providerId of ["aegis", "borealis", "aegis"])
        made.unshift(await server.aPurchase(merchant, providerId));
      const { items } = await server.must(server.get<Schemas["PurchasePage"]>("/purchases", merchant.key));
      expect(items).to.deep.equal(made);
    });
  });
});
