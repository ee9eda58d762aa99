import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { withKey } from "./selling.ts";

type Endpoint = Schemas["Endpoint"];

describe("updateWebhookEndpoint", () => {
  const server = sharedInsuranceServer();

  const change = (merchant: Merchant, { endpointId }: Endpoint, body: unknown, key?: string) =>
    server.send<Schemas["EndpointEnvelope"]>("PATCH", `/webhook-endpoints/${endpointId}`, {
      headers: withKey(merchant, key),
      body,
    });
  const read = async (merchant: Merchant, { endpointId }: Endpoint) =>
    (await server.must(server.get<Schemas["EndpointEnvelope"]>(`/webhook-endpoints/${endpointId}`, merchant.key)))
      .endpoint;

  describe("200", () => {
    it("ignores other members, also those of the endpoint that nobody can change", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant);
      const changes = {
        endpointId: "whe_other",
        environment: "live",
        secret: "whsec_mine",
        disabledReason: "GONE",
        createdAt: "1970-01-01T00:00:00.000Z",
        owner_id: randomUUID(),
        colour: ["red"],
        description: "changed",
      };
      const { status, body } = await change(merchant, endpoint, changes);
      expect(status).to.equal(200);
      const { updatedAt } = body.endpoint;
      expect(body.endpoint).to.deep.equal({ ...endpoint, description: "changed", updatedAt });
    });

    it("replays the stored answer for a key, also after the endpoint has gone", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant);
      const key = randomUUID();
      const first = await change(merchant, endpoint, { description: "once" }, key);
      expect(first.headers.has("idempotency-replayed")).to.equal(false);
      await change(merchant, endpoint, { description: "twice" });
      const again = await change(merchant, endpoint, { description: "once" }, key);
      expect([again.status, again.headers.get("idempotency-replayed")]).to.deep.equal([200, "true"]);
      expect(again.body).to.deep.equal(first.body);
      expect((await read(merchant, endpoint)).description).to.equal("twice");

      await server.send("DELETE", `/webhook-endpoints/${endpoint.endpointId}`, { headers: merchant.key });
      expect((await change(merchant, endpoint, { description: "once" }, key)).body).to.deep.equal(first.body);
    });
  });
});
