import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { insuranceServer } from "./server.ts";
import { anEndpoint, somewhere, strangersOf } from "./webhooks.ts";

const path = "/webhook-endpoints";

describe("listWebhookEndpoints", () => {
  const server = insuranceServer();

  describe("200", () => {
    it("lists the endpoints of the environment oldest first, without secrets", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const made: Schemas["Endpoint"][] = [];
      for (let count = 0; count < 3; count++) {
        made.push((await anEndpoint(server, merchant, { url: `${somewhere}/${count}` })).endpoint);
      }
      expect(await server.get<Schemas["EndpointList"]>(path, merchant.key)).to.deep.include({
        status: 200,
        body: { items: made },
      });
    });

    it("shows nothing of another business or of the other environment", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      await anEndpoint(server, merchant);
      for (const stranger of await strangersOf(server, merchant)) {
        const { body } = await server.get<Schemas["EndpointList"]>(path, stranger.key);
        expect(body).to.deep.equal({ items: [] });
      }
    });
  });
});
