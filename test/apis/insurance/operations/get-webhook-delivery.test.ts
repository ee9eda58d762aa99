import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { hookDigest } from "#src/webhooks/signature.ts";
import { until } from "#test/support/until.ts";
import { aReceiver, type Received } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { aDelivery, aDispatcher, anEndpoint, endedAfterEach } from "./webhooks.ts";

describe("getWebhookDelivery", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const read = async ({ key }: Merchant, deliveryId: string) =>
    (await server.must(server.get<Schemas["DeliveryDetailsEnvelope"]>(`/webhooks/deliveries/${deliveryId}`, key)))
      .delivery;

  describe("200", () => {
    it("shows the body exactly as it is signed and sent, and the endpoint, without its secret", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint, secret } = await anEndpoint(server, merchant, { url });
      const listed = await aDelivery(server, merchant);
      const before = await read(merchant, listed.deliveryId);
      const { payload, endpoint: target, ...rest } = before;
      expect(rest).to.deep.equal(listed);
      expect(target).to.deep.equal(endpoint);
      expect(JSON.stringify(before)).to.not.include(secret);

      ending(aDispatcher(server));
      await until(() => received.length === 1);
      const { headers, body } = received[0] as Received;
      expect(body.toString()).to.equal(payload);
      const timestamp = String(headers["hook-timestamp"]);
      expect(headers["hook-signature"]).to.equal(`v1=${hookDigest(secret, timestamp, listed.eventId, payload)}`);
      await until(async () => (await read(merchant, listed.deliveryId)).status === "SUCCEEDED");
      expect(await read(merchant, listed.deliveryId)).to.deep.equal({
        ...before,
        status: "SUCCEEDED",
        attempt: 1,
        nextAttemptAt: null,
      });
    });
  });
});
