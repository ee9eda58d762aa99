import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { activationChecklist } from "#src/identity/activation.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { closedPort } from "#test/support/ports.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aReceiver, type Received } from "#test/webhooks/support/receiver.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { anEndpoint, endedAfterEach, strangersOf } from "./webhooks.ts";

describe("testWebhookEndpoint", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach();

  const test = <T = Schemas["TestReply"]>({ key }: Merchant, endpointId: string) =>
    server.send<T>("POST", `/webhook-endpoints/${endpointId}/test`, { headers: key });
  /** Whether the webhook step of the activation checklist is done. */
  const stepDone = async ({ businessId }: Merchant) => {
    const checklist = await activationChecklist(server.database.pool, businessId);
    return checklist.find(({ step }) => step === "WEBHOOK_TEST")?.completedAt !== null;
  };

  describe("200", () => {
    it("sends a signed webhook.test now, whatever the subscription, and answers what the receiver replied", async () => {
      const { url, received } = ending(await aReceiver((response) => void response.writeHead(202).end("thanks")));
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint, secret } = await anEndpoint(server, merchant, { url, events: ["quote.created"] });
      const { status, body } = await test(merchant, endpoint.endpointId);
      expect(status).to.equal(200);
      expect(body).to.include({ delivered: true, httpStatus: 202, bodyExcerpt: "thanks", error: null });
      expect(body.durationMs).to.be.at.least(0);

      expect(received).to.have.length(1);
      const { headers, body: bytes } = received[0] as Received;
      expect(verifySignature(secret, headers, bytes, new Date())).to.equal(null);
      expect(headers).to.include({ "hook-event-type": "webhook.test", "hook-delivery-attempt": "1" });
      expect(JSON.parse(bytes.toString())).to.deep.include({
        eventId: headers["hook-event-id"],
        type: "webhook.test",
        environment: "test",
      });
    });

    it("puts nothing on the list of deliveries", async () => {
      const { url } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant, { url });
      await test(merchant, endpoint.endpointId);
      const { items } = await server.must(server.get<Schemas["DeliveryPage"]>("/webhooks/deliveries", merchant.key));
      expect(items).to.deep.equal([]);
    });

    it("completes the webhook step of the activation checklist after a 2xx to a test key, and only then", async () => {
      let status = 500;
      const { url } = ending(await aReceiver((response) => void response.writeHead(status).end("oops")));
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await anEndpoint(server, merchant, { url });
      const failed = await test(merchant, endpoint.endpointId);
      expect(failed.body).to.include({ delivered: false, httpStatus: 500, bodyExcerpt: "oops" });
      expect(await stepDone(merchant)).to.equal(false);

      status = 204;
      const live = await server.aMerchant({ sells: [], environment: "live", businessId: merchant.businessId });
      const { endpoint: liveEndpoint } = await anEndpoint(server, live, { url });
      expect((await test(live, liveEndpoint.endpointId)).body.delivered).to.equal(true);
      expect(await stepDone(merchant)).to.equal(false);

      for (let count = 0; count < 2; count++) await test(merchant, endpoint.endpointId);
      expect(await stepDone(merchant)).to.equal(true);
    });

    it("says why nothing arrived", async () => {
      const redirecting = ending(
        await aReceiver((response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end()),
      );
      const merchant = await server.aMerchant({ sells: [] });
      for (const [url, httpStatus, error] of [
        [`http://127.0.0.1:${closedPort}/`, null, /^No connection/],
        [redirecting.url, 302, /redirects are not followed/],
      ] as const) {
        const { endpoint } = await anEndpoint(server, merchant, { url });
        const { status, body } = await test(merchant, endpoint.endpointId);
        expect(status).to.equal(200);
        expect(body).to.include({ delivered: false, httpStatus });
        expect(body.error).to.match(error);
      }
      expect(await stepDone(merchant)).to.equal(false);
    });

    it("sends nothing to a disabled endpoint, nor to one whose secret was revoked", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint: disabled } = await anEndpoint(server, merchant, { url });
      await server.must(
        server.send("PATCH", `/webhook-endpoints/${disabled.endpointId}`, {
          headers: merchant.key,
          body: { enabled: false },
        }),
      );
      const { endpoint: revoked } = await anEndpoint(server, merchant, { url });
      await server.database.pool.query("DELETE FROM webhook_secrets WHERE endpoint_id = $1", [revoked.endpointId]);
      for (const [{ endpointId }, reason] of [
        [disabled, "the endpoint is disabled"],
        [revoked, "the endpoint has no active signing secret"],
      ] as const) {
        const { status, body } = await test(merchant, endpointId);
        expect(status).to.equal(200);
        expect(body).to.deep.equal({
          delivered: false,
          httpStatus: null,
          durationMs: 0,
          bodyExcerpt: null,
          error: `Nothing was sent: ${reason}.`,
        });
      }
      expect(received).to.deep.equal([]);
      expect(await stepDone(merchant)).to.equal(false);
    });
  });

  describe("404", () => {
    it("knows no endpoint of another business or of the other environment, and sends nothing for them", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpointId } = (await anEndpoint(server, merchant, { url })).endpoint;
      for (const stranger of await strangersOf(server, merchant)) {
        expectProblem(await test(stranger, endpointId), 404, "NOT_FOUND");
      }
      await server.send("DELETE", `/webhook-endpoints/${endpointId}`, { headers: merchant.key });
      expectProblem(await test(merchant, endpointId), 404, "NOT_FOUND");
      expectProblem(await test(merchant, "whe_unknown"), 404, "NOT_FOUND");
      expect(received).to.deep.equal([]);
    });
  });
});
