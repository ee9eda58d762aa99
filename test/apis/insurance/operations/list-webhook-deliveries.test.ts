import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";

const path = "/webhooks/deliveries";

describe("listWebhookDeliveries", () => {
  const server = sharedInsuranceServer();

  const page = ({ key }: Merchant, query = "") =>
    server.must(server.get<Schemas["DeliveryPage"]>(`${path}${query}`, key));

  describe("200", () => {
    it("lists a delivery for each endpoint that wants the event, and no secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint, secret } = await server.anEndpoint(merchant, { events: ["policy.issued"] });
      await server.anEndpoint(merchant, { events: ["quote.created"] });
      const { eventId } = await server.anEvent(merchant);
      const { items, pagination } = await page(merchant);
      const [delivery] = items;
      expect(items).to.have.length(1);
      expect(delivery).to.deep.include({
        eventId,
        eventType: "policy.issued",
        endpointId: endpoint.endpointId,
        environment: "test",
        status: "PENDING",
        attempt: 0,
        nextAttemptAt: delivery?.createdAt,
        lastFailure: null,
      });
      expect(pagination).to.deep.equal({ limit: 20, nextCursor: null, hasMore: false });
      expect(JSON.stringify(items)).to.not.include(secret);
    });
  });
});
