import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { listAuditEvents } from "#src/identity/audit.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { until } from "#test/support/until.ts";
import { aReceiver, type Received } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { aDispatcher, anEndpoint, anEvent, endedAfterEach } from "./webhooks.ts";

const dayMs = 86_400_000;

describe("rotateWebhookSecret", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const rotate = <T = Schemas["RotatedEndpoint"]>({ key }: Merchant, endpointId: string, idempotencyKey?: string) =>
    server.send<T>("POST", `/webhook-endpoints/${endpointId}/rotate-secret`, {
      headers: {
        ...key,
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
    });

  describe("200", () => {
    it("is in the audit log once, under the key that asked, without the secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant, { url: ending(await aReceiver()).url });
      const idempotencyKey = randomUUID();
      const { body } = await rotate(merchant, endpoint.endpointId, idempotencyKey);
      await rotate(merchant, endpoint.endpointId, idempotencyKey);
      const events = await listAuditEvents(server.database, { businessId: merchant.businessId, limit: 10 });
      const rotated = events.filter(({ action }) => action === "webhook_secret.rotated");
      expect(rotated).to.have.length(1);
      expect(rotated[0]).to.include({ actorKind: "api-key", subject: endpoint.endpointId });
      expect(rotated[0]?.actor).to.equal(merchant.keyId);
      expect(JSON.stringify(events)).not.to.include(body.secret);
    });

    it("shows a new secret; for 24 hours deliveries are signed with the previous one as well", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint, secret: first } = await anEndpoint(server, merchant, { url });
      let aheadMs = 0;
      ending(aDispatcher(server, () => new Date(Date.now() + aheadMs)));
      /** Which of the secrets have signed the next delivery, and how many signatures it has. */
      const signers = async (...secrets: string[]) => {
        const { eventId } = await anEvent(server, merchant);
        const arrived = () => received.find(({ headers }) => headers["hook-event-id"] === eventId);
        await until(() => arrived() !== undefined);
        const { headers, body } = arrived() as Received;
        const at = new Date(Date.now() + aheadMs);
        const signed = secrets.map((secret) => verifySignature(secret, headers, body, at) === null);
        return [...signed, headers["hook-signature"]?.toString().split(",").length];
      };
      expect(await signers(first)).to.deep.equal([true, 1]);

      const { status, body } = await rotate(merchant, endpoint.endpointId);
      const second = body.secret ?? "";
      expect([status, body.endpoint]).to.deep.equal([200, { ...endpoint, updatedAt: body.endpoint.updatedAt }]);
      expect(second)
        .to.match(/^whsec_/)
        .and.not.equal(first);
      expect(await signers(first, second)).to.deep.equal([true, true, 2]);

      aheadMs = dayMs - 60_000;
      expect(await signers(first, second)).to.deep.equal([true, true, 2]);
      aheadMs = dayMs + 60_000;
      expect(await signers(first, second)).to.deep.equal([false, true, 1]);
    });

    it("keeps neither the secret nor the url for a repetition", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant);
      const key = randomUUID();
      const first = await rotate(merchant, endpoint.endpointId, key);
      const { rows } = await server.database.pool.query<{ answer: unknown }>(
        "SELECT answer FROM idempotency_keys WHERE key = $1",
        [key],
      );
      const { url: _, ...kept } = first.body.endpoint;
      expect(rows).to.deep.equal([{ answer: { endpoint: kept } }]);
    });
  });
});
