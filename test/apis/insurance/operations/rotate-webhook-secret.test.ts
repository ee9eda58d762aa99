import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { listAuditEvents } from "#src/identity/audit.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { endedAfterEach } from "#test/builders/webhooks.ts";
import { withKey } from "./selling.ts";

describe("rotateWebhookSecret", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const rotate = (merchant: Merchant, endpointId: string, key: string) =>
    server.send<Schemas["RotatedEndpoint"]>("POST", `/webhook-endpoints/${endpointId}/rotate-secret`, {
      headers: withKey(merchant, key),
    });

  describe("200", () => {
    it("is in the audit log once, under the key that asked, without the secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant, { url: ending(await aReceiver()).url });
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

    it("keeps neither the secret nor the url for a repetition", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant);
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
