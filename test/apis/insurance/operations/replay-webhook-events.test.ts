import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { aDispatcher, endedAfterEach } from "#test/builders/webhooks.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import { withKey } from "./selling.ts";

type Replay = Schemas["Replay"];

const longAgo = "2020-01-01T00:00:00Z";

describe("replaying events", () => {
  const server = sharedInsuranceServer();
  const ending = endedAfterEach(server);

  const one = (merchant: Merchant, eventId: string, body: object = {}, key?: string) =>
    server.post<Replay>(`/webhooks/events/${eventId}/replay`, body, withKey(merchant, key));
  const period = <T = Replay>({ key }: Merchant, body: object = {}) =>
    server.post<T>("/webhooks/replay", { from: longAgo, ...body }, key);
  const deliveries = async ({ key }: Merchant) =>
    (await server.must(server.get<Schemas["DeliveryPage"]>("/webhooks/deliveries?limit=100", key))).items;
  const change = ({ key }: Merchant, endpointId: string, changes: object) =>
    server.must(server.send("PATCH", `/webhook-endpoints/${endpointId}`, { headers: key, body: changes }));
  const into = (merchant: Merchant, state: "FAILED" | "DEAD" | "SUCCEEDED") =>
    server.database.pool.query(
      `UPDATE webhook_deliveries SET status = $2, attempt = 8, failure_reason = 'HTTP_STATUS', failure_status = 500,
         failed_at = now(), next_attempt_at = $3
       WHERE owner_id = $1`,
      [merchant.businessId, state, state === "FAILED" ? new Date(Date.now() + 10 * 3_600_000) : null],
    );

  describe("replayWebhookEvent", () => {
    for (const state of ["FAILED", "DEAD"] as const) {
      it(`queues a delivery that is ${state} from its first attempt, once`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        await server.anEndpoint(merchant);
        const { eventId } = await server.aDelivery(merchant);
        await into(merchant, state);
        expect(await one(merchant, eventId)).to.deep.include({ status: 200, body: { queued: 1, nextCursor: null } });
        expect(await server.deliveryOf(merchant, eventId)).to.deep.include({
          status: "PENDING",
          attempt: 0,
          lastFailure: null,
        });
        expect((await one(merchant, eventId)).body.queued).to.equal(0);
      });
    }

    it("sends what has arrived again only where that is asked for", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      await server.anEndpoint(merchant);
      const { eventId } = await server.aDelivery(merchant);
      await into(merchant, "SUCCEEDED");
      expect((await one(merchant, eventId)).body.queued).to.equal(0);
      expect((await one(merchant, eventId, { includeSucceeded: true })).body.queued).to.equal(1);
      expect((await server.deliveryOf(merchant, eventId)).status).to.equal("PENDING");
    });

    it("reaches endpoints that the event never went to: new ones, and those that were disabled then", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      const { endpoint } = await server.anEndpoint(merchant, { url: `${url}/disabled` });
      await change(merchant, endpoint.endpointId, { enabled: false });
      const { eventId } = await server.anEvent(merchant);
      await change(merchant, endpoint.endpointId, { enabled: true });
      await server.anEndpoint(merchant, { url: `${url}/new` });
      await server.anEndpoint(merchant, { url: `${url}/other`, events: ["quote.created"] });
      expect((await one(merchant, eventId)).body.queued).to.equal(2);
      ending(aDispatcher(server.database));
      await until(async () => (await deliveries(merchant)).every(({ status }) => status === "SUCCEEDED"));
      expect(received.map(({ path, headers }) => [path, headers["hook-event-id"]])).to.have.deep.members([
        ["/hook/disabled", eventId],
        ["/hook/new", eventId],
      ]);
    });

    it("reaches the one endpoint that is named", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { eventId } = await server.anEvent(merchant);
      const { endpoint } = await server.anEndpoint(merchant);
      await server.anEndpoint(merchant);
      const { endpointId } = endpoint;
      expect((await one(merchant, eventId, { endpointId })).body.queued).to.equal(1);
      expect((await deliveries(merchant)).map((delivery) => delivery.endpointId)).to.deep.equal([endpointId]);
    });

    it("leaves an attempt alone that is under way: the event arrives once", async () => {
      const gate = Promise.withResolvers<void>();
      const { url, received } = ending(
        await aReceiver((response) => void gate.promise.then(() => response.writeHead(204).end())),
      );
      const merchant = await server.aMerchant({ sells: [] });
      await server.anEndpoint(merchant, { url });
      const { eventId } = await server.aDelivery(merchant);
      ending(aDispatcher(server.database));
      await until(() => received.length === 1);
      const answers = await Promise.all([
        one(merchant, eventId, { includeSucceeded: true }),
        one(merchant, eventId),
        period(merchant, { includeSucceeded: true }),
      ]);
      expect(answers.map(({ body }) => body.queued)).to.deep.equal([0, 0, 0]);
      gate.resolve();
      await until(async () => (await server.deliveryOf(merchant, eventId)).status === "SUCCEEDED");
      expect((await server.deliveryOf(merchant, eventId)).attempt).to.equal(1);
      expect(received).to.have.length(1);
    });

    it("has one outcome with the delivery, whenever it comes: each of twenty events arrives once", async () => {
      const { url, received } = ending(await aReceiver());
      const merchant = await server.aMerchant({ sells: [] });
      await server.anEndpoint(merchant, { url });
      ending(aDispatcher(server.database));
      const eventIds = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { eventId } = await server.anEvent(merchant);
          const answers = await Promise.all([one(merchant, eventId), period(merchant), one(merchant, eventId)]);
          expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
          return eventId;
        }),
      );
      await until(async () => (await deliveries(merchant)).every(({ status }) => status === "SUCCEEDED"));
      expect((await deliveries(merchant)).map(({ attempt }) => attempt)).to.deep.equal(eventIds.map(() => 1));
      expect(received.map(({ headers }) => headers["hook-event-id"])).to.have.members(eventIds);
    });

    it("queues one delivery for requests that arrive at once, with and without a key", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { eventId } = await server.anEvent(merchant);
      await server.anEndpoint(merchant);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, index) => one(merchant, eventId, {}, index % 3 === 0 ? undefined : key)),
      );
      expect(answers.every(({ status }) => status === 200)).to.equal(true);
      expect(await deliveries(merchant)).to.have.length(1);
      const own = answers.filter(({ headers }) => !headers.has("idempotency-replayed"));
      expect(own.reduce((sum, { body }) => sum + body.queued, 0)).to.equal(1);
    });
  });

  describe("replayWebhookEvents", () => {
    it("queues what was missed in a period, whose end is no part of it", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      for (let count = 0; count < 3; count++) await server.anEvent(merchant);
      const { rows } = await server.database.pool.query<{ id: string; created_at: Date }>(
        "SELECT id, created_at FROM webhook_events WHERE owner_id = $1 ORDER BY id",
        [merchant.businessId],
      );
      const [first, second, third] = rows.map(({ id }) => id);
      const at = (ms: number) => new Date((rows[0]?.created_at.getTime() ?? 0) + ms).toISOString();
      const move = (id: string | undefined, ms: number) =>
        server.database.owner.query("UPDATE webhook_events SET created_at = $3 WHERE owner_id = $1 AND id = $2", [
          merchant.businessId,
          id,
          at(ms),
        ]);
      await move(second, 10);
      await move(third, 20);
      await server.anEndpoint(merchant);
      expect((await period(merchant, { from: at(10), until: at(20) })).body.queued).to.equal(1);
      expect((await deliveries(merchant)).map(({ eventId }) => eventId)).to.deep.equal([second]);
      expect((await period(merchant, { until: at(11) })).body.queued).to.equal(1);
      expect((await deliveries(merchant)).map(({ eventId }) => eventId)).to.have.members([first, second]);
    });

    it("goes on after 500 events with the cursor, until the period is through", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { eventId } = await server.anEvent(merchant);
      await server.database.pool.query(
        `INSERT INTO webhook_events (owner_id, environment, id, type, body, created_at)
         SELECT owner_id, environment, overlay(id placing lpad(to_hex(n), 12, '0') from 29 for 12), type, body, created_at
         FROM webhook_events CROSS JOIN generate_series(1, 500) AS n WHERE owner_id = $1 AND id = $2`,
        [merchant.businessId, eventId],
      );
      await server.anEndpoint(merchant);
      const first = await period(merchant);
      expect(first.body.queued).to.equal(500);
      expect(first.body.nextCursor).to.be.a("string");
      const again = await period<Schemas["Problem"]>(merchant, {
        from: "2021-01-01T00:00:00Z",
        cursor: first.body.nextCursor,
      });
      expectProblem(again, 400, "INVALID_CURSOR");
      expect((await period(merchant, { cursor: first.body.nextCursor })).body).to.deep.equal({
        queued: 1,
        nextCursor: null,
      });
    });

    it("sees nothing of other businesses and environments", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      await server.anEvent(merchant);
      for (const stranger of await server.strangersTo(merchant)) {
        await server.anEndpoint(stranger);
        expect((await period(stranger)).body.queued).to.equal(0);
      }
    });

    it("refuses a period that ends before it begins", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { status, body } = await period<Schemas["Problem"]>(merchant, { until: longAgo });
      expect([status, body.fieldErrors[0]?.path]).to.deep.equal([422, "/body/until"]);
    });
  });
});
