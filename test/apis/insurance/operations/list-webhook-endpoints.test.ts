import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "./server.ts";
import { anEndpoint, somewhere } from "./webhooks.ts";

const path = "/webhook-endpoints";

describe("listWebhookEndpoints", () => {
  const server = sharedInsuranceServer();

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
  });
});
