import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "./server.ts";
import { anEndpoint } from "./webhooks.ts";

describe("getWebhookEndpoint", () => {
  const server = sharedInsuranceServer();

  describe("200", () => {
    it("shows the endpoint, and no secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant);
      const answer = await server.get<Schemas["EndpointEnvelope"]>(
        `/webhook-endpoints/${endpoint.endpointId}`,
        merchant.key,
      );
      expect(answer).to.deep.include({ status: 200, body: { endpoint } });
    });
  });
});
