import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { aDispatcher, endedAfterEach } from "#test/builders/webhooks.ts";
import { until } from "#test/support/until.ts";
import { withKey } from "./selling.ts";

describe("retryWebhookDelivery", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  describe("200", () => {
    it("replays what a key has queued, also when the delivery has succeeded since, and queues nothing", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      await server.anEndpoint(merchant, { url });
      const { deliveryId, eventId } = await server.aDelivery(merchant);
      await server.database.pool.query(
        `UPDATE webhook_deliveries SET status = 'DEAD', attempt = 8, failure_reason = 'HTTP_STATUS', failure_status = 500,
           failed_at = now(), next_attempt_at = NULL
         WHERE id = $1`,
        [deliveryId],
      );
      const headers = withKey(merchant, randomUUID());
      const retry = () =>
        server.send<Schemas["DeliveryEnvelope"]>("POST", `/webhooks/deliveries/${deliveryId}/retry`, { headers });
      const first = await retry();
      ending(aDispatcher(server.database));
      await until(async () => (await server.deliveryOf(merchant, eventId)).status === "SUCCEEDED");

      const again = await retry();
      expect([again.status, again.headers.get("idempotency-replayed")]).to.deep.equal([200, "true"]);
      expect(again.body).to.deep.equal(first.body);
      expect((await server.deliveryOf(merchant, eventId)).status).to.equal("SUCCEEDED");
      expect(received).to.have.length(1);
    });
  });
});
