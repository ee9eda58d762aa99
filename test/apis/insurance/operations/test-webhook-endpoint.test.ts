import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { activationChecklist } from "#src/identity/activation.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { endedAfterEach } from "#test/builders/webhooks.ts";

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
    it("completes the webhook step of the activation checklist after a 2xx to a test key, and only then", async () => {
      let status = 500;
      const { url } = ending(await aReceiver((response) => void response.writeHead(status).end("oops")));
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant, { url });
      const failed = await test(merchant, endpoint.endpointId);
      expect(failed.body).to.include({ delivered: false, httpStatus: 500, bodyExcerpt: "oops" });
      expect(await stepDone(merchant)).to.equal(false);

      status = 204;
      const live = await server.aMerchant({ sells: [], environment: "live", businessId: merchant.businessId });
      const { endpoint: liveEndpoint } = await server.anEndpoint(live, { url });
      expect((await test(live, liveEndpoint.endpointId)).body.delivered).to.equal(true);
      expect(await stepDone(merchant)).to.equal(false);

      for (let count = 0; count < 2; count++) await test(merchant, endpoint.endpointId);
      expect(await stepDone(merchant)).to.equal(true);
    });
  });
});
