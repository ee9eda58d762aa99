import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";

describe("deleteWebhookEndpoint", () => {
  const server = sharedInsuranceServer();

  const remove = ({ key }: Merchant, endpointId: string) =>
    server.send<Schemas["Problem"]>("DELETE", `/webhook-endpoints/${endpointId}`, { headers: key });
  const endpointsOf = async ({ key }: Merchant) =>
    (await server.must(server.get<Schemas["EndpointList"]>("/webhook-endpoints", key))).items;

  describe("204", () => {
    it("removes the endpoint and answers nothing else", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant);
      const { endpoint: kept } = await server.anEndpoint(merchant);
      const { status, body, headers } = await remove(merchant, endpoint.endpointId);
      expect([status, body, headers.get("content-type")]).to.deep.equal([204, null, null]);
      expect(await endpointsOf(merchant)).to.deep.equal([kept]);
    });
  });
});
