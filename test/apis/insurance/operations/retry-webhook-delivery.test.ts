import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import { aReceiver } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { aDelivery, aDispatcher, anEndpoint, deliveryOf, endedAfterEach } from "./webhooks.ts";

type Delivery = Schemas["Delivery"];

describe("retryWebhookDelivery", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const send = <T>({ key }: Merchant, deliveryId: string, idempotencyKey?: string) =>
    server.send<T>("POST", `/webhooks/deliveries/${deliveryId}/retry`, {
      headers: {
        ...key,
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
    });
  const retry = (merchant: Merchant, deliveryId: string, key?: string) =>
    send<Schemas["DeliveryEnvelope"]>(merchant, deliveryId, key);
  const refusal = (merchant: Merchant, deliveryId: string, key?: string) =>
    send<Schemas["Problem"]>(merchant, deliveryId, key);

  /** A delivery in this state, at an endpoint on which nobody listens. */
  async function aDeliveryThat(merchant: Merchant, state: "FAILED" | "DEAD" | "SUCCEEDED"): Promise<Delivery> {
    const delivery = await aDelivery(server, merchant);
    await server.database.pool.query(
      `UPDATE webhook_deliveries SET status = $2, attempt = 8, failure_reason = 'HTTP_STATUS', failure_status = 500,
         failed_at = now(), next_attempt_at = $3
       WHERE id = $1`,
      [delivery.deliveryId, state, state === "FAILED" ? new Date(Date.now() + 10 * 3_600_000) : null],
    );
    return deliveryOf(server, merchant, delivery.eventId);
  }

  describe("200", () => {
    it("replays what a key has queued, also when the delivery has succeeded since, and queues nothing", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      await anEndpoint(server, merchant, { url });
      const { deliveryId, eventId } = await aDeliveryThat(merchant, "DEAD");
      const key = randomUUID();
      const first = await retry(merchant, deliveryId, key);
      ending(aDispatcher(server));
      await until(async () => (await deliveryOf(server, merchant, eventId)).status === "SUCCEEDED");

      const again = await retry(merchant, deliveryId, key);
      expect([again.status, again.headers.get("idempotency-replayed")]).to.deep.equal([200, "true"]);
      expect(again.body).to.deep.equal(first.body);
      expect((await deliveryOf(server, merchant, eventId)).status).to.equal("SUCCEEDED");
      expect(received).to.have.length(1);
    });
  });

  describe("409", () => {
    it("refuses a key that came with another delivery", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      await anEndpoint(server, merchant);
      const [one, other] = [await aDeliveryThat(merchant, "DEAD"), await aDeliveryThat(merchant, "DEAD")];
      const key = randomUUID();
      await retry(merchant, one.deliveryId, key);
      expectProblem(await refusal(merchant, other.deliveryId, key), 409, "IDEMPOTENCY_KEY_CONFLICT");
      expect(await deliveryOf(server, merchant, other.eventId)).to.deep.equal(other);
    });
  });
});
