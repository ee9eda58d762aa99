import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";

const path = "/webhook-events";

describe("listWebhookEvents", () => {
  const server = sharedInsuranceServer();

  describe("200", () => {
    it("names every event and the wildcard, and each of them can be subscribed to", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { status, body } = await server.get<Schemas["EventNames"]>(path, merchant.key);
      expect(status).to.equal(200);
      expect(body.allEvents).to.equal("*");
      expect(body.events).to.include("webhook.test").and.to.include("policy.issued");
      const { endpoint } = await server.anEndpoint(merchant, { events: [...body.events, body.allEvents] });
      expect(endpoint.events).to.deep.equal([...body.events, "*"]);
    });
  });
});
