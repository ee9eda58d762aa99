import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { until } from "#test/support/until.ts";
import { aReceiver } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { aDelivery, aDispatcher, anEndpoint, anEvent, deliveryOf, endedAfterEach } from "./webhooks.ts";

const path = "/webhooks/deliveries";

describe("listWebhookDeliveries", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const page = ({ key }: Merchant, query = "") =>
    server.must(server.get<Schemas["DeliveryPage"]>(`${path}${query}`, key));

  describe("200", () => {
    it("lists a delivery for each endpoint that wants the event, and no secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint, secret } = await anEndpoint(server, merchant, { events: ["policy.issued"] });
      await anEndpoint(server, merchant, { events: ["quote.created"] });
      const { eventId } = await anEvent(server, merchant);
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

    it("tells what became of a delivery: succeeded, to be tried again, and given up with its endpoint", async () => {
      const good = ending(await aReceiver());
      const bad = ending(await aReceiver((response) => void response.writeHead(503).end()));
      const gone = ending(await aReceiver((response) => void response.writeHead(410).end()));
      ending(aDispatcher(server));
      const outcomes: unknown[] = [];
      for (const { url } of [good, bad, gone]) {
        const merchant = await server.aMerchant({ sells: [] });
        const { endpoint } = await anEndpoint(server, merchant, { url });
        const { eventId } = await aDelivery(server, merchant);
        await until(async () => (await deliveryOf(server, merchant, eventId)).status !== "PENDING");
        const { status, attempt, nextAttemptAt, lastFailure } = await deliveryOf(server, merchant, eventId);
        await until(async () => {
          const { items } = await server.must(server.get<Schemas["EndpointList"]>("/webhook-endpoints", merchant.key));
          return url !== gone.url || items.some(({ disabledReason }) => disabledReason === "GONE");
        });
        const failure = lastFailure && [lastFailure.reason, lastFailure.httpStatus];
        outcomes.push([status, attempt, nextAttemptAt !== null, failure]);
        expect(endpoint.enabled).to.equal(true);
      }
      expect(outcomes).to.deep.equal([
        ["SUCCEEDED", 1, false, null],
        ["FAILED", 1, true, ["HTTP_STATUS", 503]],
        ["FAILED", 1, false, ["HTTP_STATUS", 410]],
      ]);
    });
  });
});
