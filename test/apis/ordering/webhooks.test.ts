import { expect } from "chai";
import { orderingCommand } from "#src/apis/ordering/commands.ts";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { abandonExpiredAttempts } from "#src/apis/ordering/jobs.ts";
import type { RunningDispatcher } from "#src/webhooks/dispatcher.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { orderingServer } from "#test/builders/ordering.ts";
import { aReceiver, type Receiver } from "#test/builders/receiver.ts";
import { aDispatcher } from "#test/builders/webhooks.ts";
import { printedBy } from "#test/support/command-line.ts";
import { until } from "#test/support/until.ts";

interface Event {
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string; readonly version: number };
  readonly data: Readonly<Record<string, unknown>>;
}

describe("webhooks to whoever runs the shop", () => {
  let receiver: Receiver;
  let dispatcher: RunningDispatcher;
  // Before the server, whose database it uses, stops.
  after(async () => {
    await dispatcher.stop();
    await receiver.close();
  });
  const server = orderingServer();
  before(async () => {
    receiver = await aReceiver();
    dispatcher = aDispatcher(server.database);
  });

  async function webhooks<T>(...args: string[]): Promise<T> {
    const { masterKey } = server;
    const open = async () => {
      const config = { ...server.config, webhookAllowLoopback: true };
      return { database: await server.database.operator(), masterKey, config, close: async () => {} };
    };
    const printed = await printedBy(
      (write) => [orderingCommand(open, write)],
      ["ordering", "webhooks", ...args, "--json"],
    );
    return JSON.parse(printed) as T;
  }
  const eventsAbout = (id: string): Event[] =>
    receiver.received
      .map(({ body }) => JSON.parse(body.toString()) as Event)
      .filter(({ resource }) => resource.id === id)
      .sort((a, b) => a.resource.version - b.resource.version);

  it("tell of payments and deliveries, signed, in the transaction that changes them", async () => {
    const { secret } = await webhooks<{ secret: string }>("add", receiver.url);
    const declined = await server.aDeclinedOrder();
    const abandoned = await server.aCheckout();
    await server.age("payment_attempts", abandoned.reference, 30);
    await abandonExpiredAttempts(server.database, new Date());
    const { customerId, deliveryId } = await server.aDelivery("PENDING");
    await advanceDelivery(server.database, deliveryId, undefined, new Date());
    await until(() => eventsAbout(deliveryId).length === 2 && eventsAbout(abandoned.reference).length === 1);
    await until(() => eventsAbout(declined.reference).length === 1);
    expect(eventsAbout(declined.reference)[0]).to.deep.include({ type: "payment.failed" });
    expect(eventsAbout(abandoned.reference)[0]?.data).to.include({
      status: "ABANDONED",
      customerId: abandoned.customerId,
      amount: abandoned.amount,
    });
    const [created, moved] = eventsAbout(deliveryId);
    expect([created?.type, moved?.type]).to.deep.equal(["delivery.created", "delivery.moved"]);
    expect(created?.data).to.include({ status: "PENDING", customerId });
    expect(moved?.data).to.include({ status: "ASSIGNED" });
    for (const { headers, body } of receiver.received)
      expect(verifySignature(secret, headers, body, new Date())).to.equal(null);
  });

  it("tell once of a payment that many settle at once, and nothing of one that was rolled back", async () => {
    const { reference } = await server.aCheckout();
    const token = await server.pageToken(reference);
    const form = { decision: "approve", token };
    await server.whileMissing("deliveries", () => server.sendForm(reference, form));
    await Promise.all(Array.from({ length: 20 }, () => server.sendForm(reference, form)));
    const { rows } = await server.database.pool.query<{ type: string }>(
      "SELECT type FROM webhook_events WHERE owner_id = '00000000-0000-4000-8000-00000073686f' AND body LIKE $1",
      [`%${reference}%`],
    );
    expect(rows.map(({ type }) => type)).to.deep.equal(["payment.succeeded"]);
    await until(() => eventsAbout(reference).length === 1);
  });

  it("go to who asked for them, under a secret that can be exchanged, until they are removed", async () => {
    const other = await aReceiver();
    try {
      const args = ["add", other.url, "--event", "payment.succeeded"];
      const { endpointId, secret } = await webhooks<{ endpointId: string; secret: string }>(...args);
      const next = await webhooks<{ secret: string }>("new-secret", endpointId);
      const { reference } = await server.aCheckout();
      await server.settle(reference, "approve");
      await until(() => other.received.length === 1);
      const [{ headers, body }] = other.received as [(typeof other.received)[number]];
      for (const either of [secret, next.secret])
        expect(verifySignature(either, headers, body, new Date())).to.equal(null);
      await webhooks("remove", endpointId);
      const left = await webhooks<{ endpointId: string }[]>("list");
      expect(left.map((endpoint) => endpoint.endpointId)).not.to.include(endpointId);
    } finally {
      await other.close();
    }
  });

  it("are for addresses and events that there are", async () => {
    for (const args of [
      ["add", "http://shop.example/hook"],
      ["add", receiver.url, "--event", "payment.made"],
    ])
      expect(await webhooks(...args).catch((error: Error) => error)).to.be.instanceOf(Error);
  });
});
