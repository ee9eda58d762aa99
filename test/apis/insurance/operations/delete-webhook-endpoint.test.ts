import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { until } from "#test/support/until.ts";
import { aReceiver } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { aDelivery, aDispatcher, anEndpoint, anEvent, deliveryOf, endedAfterEach } from "./webhooks.ts";

describe("deleteWebhookEndpoint", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const remove = ({ key }: Merchant, endpointId: string) =>
    server.send<Schemas["Problem"]>("DELETE", `/webhook-endpoints/${endpointId}`, { headers: key });
  const endpointsOf = async ({ key }: Merchant) =>
    (await server.must(server.get<Schemas["EndpointList"]>("/webhook-endpoints", key))).items;

  describe("204", () => {
    it("removes the endpoint and answers nothing else", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant);
      const { endpoint: kept } = await anEndpoint(server, merchant);
      const { status, body, headers } = await remove(merchant, endpoint.endpointId);
      expect([status, body, headers.get("content-type")]).to.deep.equal([204, null, null]);
      expect(await endpointsOf(merchant)).to.deep.equal([kept]);
    });

    it("fails what was still to be sent; nothing more is sent there, and the log still says where it went", async () => {
      const gone = ending(await aReceiver());
      const kept = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant, { url: gone.url });
      const { deliveryId, eventId } = await aDelivery(server, merchant);
      await remove(merchant, endpoint.endpointId);
      const stopped = await deliveryOf(server, merchant, eventId);
      expect(stopped).to.deep.include({ deliveryId, status: "FAILED", nextAttemptAt: null });
      expect(stopped.lastFailure).to.include({ reason: "ENDPOINT_DELETED", httpStatus: null });

      await anEndpoint(server, merchant, { url: kept.url });
      const { eventId: later } = await anEvent(server, merchant);
      ending(aDispatcher(server));
      await until(async () => (await deliveryOf(server, merchant, later)).status === "SUCCEEDED");
      expect([gone.received.length, kept.received.length]).to.deep.equal([0, 1]);
      const { delivery } = await server.must(
        server.get<Schemas["DeliveryDetailsEnvelope"]>(`/webhooks/deliveries/${deliveryId}`, merchant.key),
      );
      expect(delivery.endpoint).to.include({ endpointId: endpoint.endpointId, url: gone.url, enabled: false });
    });
  });
});
