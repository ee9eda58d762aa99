import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type EventName, eventNames } from "#src/apis/insurance/events.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { describedEvents, eventExample, exampleData, strayFrom } from "#test/builders/insurance/event-document.ts";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { aReceiver, type Received } from "#test/builders/receiver.ts";
import { aDispatcher, endedAfterEach } from "#test/builders/webhooks.ts";
import { until } from "#test/support/until.ts";

describe("the events of the insurance API", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const parsed = ({ headers, body }: Received) => ({ headers, body: JSON.parse(body.toString()) });
  const typeOf = ({ headers }: Received) => String(headers["hook-event-type"]);

  it("are those that the document describes", () => {
    expect(describedEvents).to.have.members([...eventNames]);
  });

  it("arrive signed, as the document describes them", async () => {
    const { url, received } = ending(await aReceiver());
    const merchant = await server.aMerchant({ sells: [] });
    const { endpoint, secret } = await server.anEndpoint(merchant, { url });
    const emitted = eventNames.filter((name): name is EventName => !name.startsWith("webhook"));
    for (const type of emitted) await server.anEvent(merchant, type);
    ending(aDispatcher(server.database));
    await server.post(`/webhook-endpoints/${endpoint.endpointId}/test`, undefined, merchant.key);
    await until(() => received.length === emitted.length + 1);

    expect(received.map(typeOf)).to.have.members([...emitted, "webhook.test"]);
    for (const delivery of received) {
      const { headers, body } = parsed(delivery);
      const type = typeOf(delivery);
      expect(strayFrom(type, { headers, body }), type).to.deep.equal([]);
      expect(verifySignature(secret, headers, delivery.body, new Date())).to.equal(null);
      expect(body).to.include({ type, eventId: headers["hook-event-id"], apiVersion: "1.0.0", environment: "test" });
      const { type: kind, providerId } = eventExample(type).resource as Schemas["EventResource"];
      expect(body.resource).to.include({ type: kind, providerId, version: 1 });
    }
  });

  it("about an endpoint go to the others: that it is failing, once, and that it is gone", async () => {
    const merchant = await server.aMerchant({ sells: [] });
    const { url, received } = ending(await aReceiver());
    const broken = ending(
      await aReceiver((response, _, count) => void response.writeHead(count <= 6 ? 500 : 410).end()),
    );
    const description = "The broken one";
    const { endpoint } = await server.anEndpoint(merchant, { url: broken.url, description });
    await server.anEndpoint(merchant, { url, events: ["webhook_endpoint.failing", "webhook_endpoint.disabled"] });
    for (let count = 0; count < 6; count++) await server.anEvent(merchant);
    ending(aDispatcher(server.database));
    await until(() => received.length === 1 && broken.received.length >= 6);
    const listed = await server.must(server.get<Schemas["EndpointList"]>("/webhook-endpoints", merchant.key));
    expect(listed.items.map(({ failingSince }) => failingSince === null)).to.deep.equal([false, true]);
    await server.anEvent(merchant);
    await until(() => received.length === 2);

    expect(received.map(typeOf)).to.deep.equal(["webhook_endpoint.failing", "webhook_endpoint.disabled"]);
    for (const delivery of received) expect(strayFrom(typeOf(delivery), parsed(delivery))).to.deep.equal([]);
    const [failing, disabled] = received.map((delivery) => parsed(delivery).body);
    const { endpointId } = endpoint;
    expect(failing.resource).to.include({ id: endpointId, version: 1 });
    expect(failing.data).to.deep.include({ endpointId, description });
    expect(failing.data.failedAttempts).to.be.at.least(5);
    expect(failing.data.lastFailure).to.include({ reason: "HTTP_STATUS", httpStatus: 500 });
    expect(disabled.data).to.deep.include({ endpointId, description, disabledReason: "GONE" });
    expect(JSON.stringify(received.map((delivery) => parsed(delivery).body))).not.to.include(broken.url);
  });

  it("of a sale arrive as the document describes them: the quote, its purchase and the policy", async () => {
    const { url, received } = ending(await aReceiver());
    const merchant = await server.aMerchant();
    await server.anEndpoint(merchant, { url });
    ending(aDispatcher(server.database));
    const purchase = await server.aPurchase(merchant);
    await until(() => received.length === 2);
    expect(received.map(typeOf)).to.have.members(["purchase.created", "policy.issued"]);
    for (const delivery of received) expect(strayFrom(typeOf(delivery), parsed(delivery))).to.deep.equal([]);
    const bought = received.find((delivery) => typeOf(delivery) === "purchase.created") as Received;
    expect(parsed(bought).body.data).to.deep.equal(purchase);
  });

  it("are held against the document strictly: what it does not describe would be found", () => {
    const type = "policy.issued";
    const body = { ...eventExample(type), data: { ...exampleData(type), colour: "red", holder: undefined } };
    const found = strayFrom(type, { headers: { "hook-event-type": type, "hook-signature": "v1=1" }, body });
    expect(found).to.include.members([
      "/data must have required property 'holder'",
      "/data must NOT have additional properties",
      "Hook-Event-Id is missing",
    ]);
    expect(found.some((finding) => finding.startsWith("Hook-Signature"))).to.equal(true);
  });
});
