import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";

describe("getPurchase", () => {
  const server = sharedInsuranceServer();

  const pathOf = ({ providerId, purchaseId }: Pick<Schemas["Purchase"], "providerId" | "purchaseId">) =>
    `/purchases/${providerId}/${encodeURIComponent(purchaseId)}`;

  describe("200", () => {
    it("reads the purchase as it was made, without asking the insurer", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const purchase = await server.aPurchase(merchant, "borealis");
      const calls = server.gateway.calls("borealis").length;
      const answer = await server.get<Schemas["Purchase"]>(pathOf(purchase), merchant.key);
      expect(answer).to.deep.include({ status: 200, body: purchase });
      expect(server.gateway.calls("borealis")).to.have.length(calls);
    });
  });
});
