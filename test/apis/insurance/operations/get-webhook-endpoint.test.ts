import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "./refusals.ts";
import { insuranceServer, type Merchant } from "./server.ts";
import { anEndpoint, strangersOf } from "./webhooks.ts";

describe("getWebhookEndpoint", () => {
  const server = insuranceServer();

  const pathOf = async (merchant: Merchant) =>
    `/webhook-endpoints/${(await anEndpoint(server, merchant)).endpoint.endpointId}`;

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

  describe("404", () => {
    it("knows no endpoint of another business or of the other environment, none that is removed, and no other", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const path = await pathOf(merchant);
      for (const stranger of await strangersOf(server, merchant)) {
        expectProblem(await server.get(path, stranger.key), 404, "NOT_FOUND");
      }
      await server.send("DELETE", path, merchant.key);
      expectProblem(await server.get(path, merchant.key), 404, "NOT_FOUND");
      expectProblem(await server.get("/webhook-endpoints/whe_unknown", merchant.key), 404, "NOT_FOUND");
    });
  });
});
