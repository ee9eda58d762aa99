import { expect } from "chai";
import { inTransaction } from "#src/storage/transaction.ts";
import { type Delivery, getDelivery, listDeliveries, retryDelivery } from "#src/webhooks/deliveries.ts";
import type { DispatcherOptions, RunningDispatcher } from "#src/webhooks/dispatcher.ts";
import { deleteEndpoint, getEndpoint } from "#src/webhooks/endpoints.ts";
import { emitBareEvent, emitEvents, newEventId } from "#src/webhooks/events.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import { type Answering, aReceiver, type Receiver } from "#test/builders/receiver.ts";
import {
  aDispatcher,
  anEndpoint,
  anEvent,
  anOwner,
  Clock,
  changeEndpoint,
  emit,
  someWebhooks,
} from "#test/builders/webhooks.ts";
import { testDatabase } from "#test/support/database.ts";
import { closedPort } from "#test/support/ports.ts";
import { until } from "#test/support/until.ts";

describe("the delivery of webhooks", () => {
  const database = testDatabase();
  let webhooks: Webhooks;
  let clock: Clock;
  let owner: Owner;
  const running: (RunningDispatcher | Receiver)[] = [];

  beforeEach(() => {
    clock = new Clock();
    webhooks = someWebhooks(database, { now: clock.now });
    owner = anOwner();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => ("stop" in one ? one.stop() : one.close())));
    await database.owner.query(
      "TRUNCATE webhook_endpoints, webhook_secrets, webhook_events, webhook_deliveries, webhook_endpoint_queues, webhook_arrivals",
    );
    webhooks.close();
  });

  function dispatch(given: Partial<DispatcherOptions> = {}): RunningDispatcher {
    // The clock jumps from attempt to attempt: the lease of a run that has just written one down must not run out by that.
    const started = aDispatcher(database, {
      now: clock.now,
      random: () => 0.5,
      leaseMs: 30 * 24 * 3_600_000,
      ...given,
    });
    running.push(started);
    return started;
  }

  async function receiver(answering?: Answering): Promise<Receiver> {
    const opened = await aReceiver(answering);
    running.push(opened);
    return opened;
  }

  /** An event on its way to the owner's one endpoint. */
  async function sending(answering?: Answering) {
    const to = await receiver(answering);
    const made = await anEndpoint(webhooks, owner, { url: to.url });
    const dispatcher = dispatch();
    const event = await emit(database, owner, {}, clock.now());
    return { ...to, ...made, ...event, dispatcher };
  }

  async function deliveries(of = owner): Promise<readonly Delivery[]> {
    return (await listDeliveries(webhooks, of, { limit: 100 })).items;
  }

  async function theDelivery(): Promise<Delivery> {
    const [delivery, ...others] = await deliveries();
    if (delivery === undefined || others.length > 0) throw new Error("expected exactly one delivery");
    return delivery;
  }

  /** Waits until the only delivery has had so many attempts and the last one is written down. */
  async function attempted(times: number): Promise<Delivery> {
    await until(async () => {
      const { attempt, status, nextAttemptAt } = await theDelivery();
      const settled = nextAttemptAt === null || Date.parse(nextAttemptAt) > clock.now().getTime();
      return attempt === times && settled && status !== "PENDING";
    });
    return theDelivery();
  }

  const statuses =
    (...given: number[]): Answering =>
    (response, _received, count) =>
      void response.writeHead(given[count - 1] ?? 204).end();

  it("posts a committed event once, signed, with every header the reference names", async () => {
    const { url, received } = await receiver();
    const { secret, endpoint } = await anEndpoint(webhooks, owner, { url });
    dispatch();
    const { eventId } = await emit(database, owner, { data: { text: "naïve ☂" } }, clock.now());
    await until(async () => received.length > 0 && (await theDelivery()).status === "SUCCEEDED");
    expect(received).to.have.length(1);
    const [one] = received;
    if (one === undefined) throw new Error("nothing was received");
    const { headers, body } = one;
    expect(headers).to.include({
      "hook-event-id": eventId,
      "hook-event-type": "policy.issued",
      "hook-timestamp": "2026-11-21T07:45:12Z",
      "hook-delivery-attempt": "1",
      "content-type": "application/json",
      "webhook-id": eventId,
    });
    expect(headers["hook-key-id"]).to.match(/^whk_/);
    expect(verifySignature(secret, headers, body, clock.now())).to.equal(null);
    const delivery = await theDelivery();
    expect(delivery).to.deep.include({ attempt: 1, nextAttemptAt: null, lastFailure: null, eventId });
    const { payload, endpoint: target } = await getDelivery(webhooks, owner, delivery.deliveryId);
    expect(payload).to.equal(body.toString());
    expect(target).to.deep.equal(endpoint);
  });

  it("sends nothing for a transaction that is rolled back", async () => {
    const { url, received } = await receiver();
    await anEndpoint(webhooks, owner, { url });
    dispatch();
    await inTransaction(database, async (transaction) => {
      await emitEvents(transaction, owner, [anEvent({ data: { number: 1 } })], clock.now());
      throw new Error("no");
    }).catch(() => {});
    await emit(database, owner, { data: { number: 2 } }, clock.now());
    await until(async () => (await theDelivery()).status === "SUCCEEDED");
    expect(received.map(({ body }) => JSON.parse(body.toString()).data)).to.deep.equal([{ number: 2 }]);
  });

  it("takes a connection of the caller's own for its transaction too", async () => {
    const { url, received } = await receiver();
    await anEndpoint(webhooks, owner, { url });
    dispatch();
    const client = await database.pool.connect();
    await client.query("BEGIN");
    const event = { eventId: newEventId(), type: "policy.issued", body: "{}" };
    await emitBareEvent(client, owner, event, clock.now());
    await client.query("COMMIT");
    client.release();
    await until(() => received.length === 1);
  });

  it("reaches the endpoints that name the event or hold the wildcard, of this owner and environment only", async () => {
    const { url, received } = await receiver();
    const at = (path: string) => ({ url: `${url}/${path}` });
    await anEndpoint(webhooks, owner, { ...at("named"), events: ["policy.issued", "quote.created"] });
    const { endpoint } = await anEndpoint(webhooks, owner, at("disabled"));
    await changeEndpoint(webhooks, owner, endpoint.endpointId, { enabled: false });
    await anEndpoint(webhooks, owner, { ...at("wildcard"), events: ["*"] });
    await anEndpoint(webhooks, owner, { ...at("other-event"), events: ["quote.created"] });
    await anEndpoint(webhooks, { ...owner, environment: "live" }, at("live"));
    await anEndpoint(webhooks, anOwner(), at("foreign"));
    dispatch();
    await emit(database, owner, {}, clock.now());
    await until(async () => (await deliveries()).every(({ status }) => status === "SUCCEEDED"));
    expect(received.map(({ path }) => path).toSorted()).to.deep.equal(["/hook/named", "/hook/wildcard"]);
  });

  it("numbers the events of one resource by one, apart from those of others", async () => {
    const resource = { type: "policy", providerId: "acme", id: "P1" };
    const versions: number[] = [];
    for (const given of [resource, resource, { ...resource, id: "P2" }, { ...resource, providerId: null }, resource]) {
      versions.push((await emit(database, owner, { resource: given })).version);
    }
    expect(versions).to.deep.equal([1, 2, 1, 1, 3]);
    expect((await emit(database, { ...owner, environment: "live" }, { resource })).version).to.equal(1);
  });

  it("gives concurrent events of one resource versions without gap or double", async () => {
    const resource = { type: "quote", providerId: "acme", id: "Q1" };
    const emitted = await Promise.all(Array.from({ length: 20 }, () => emit(database, owner, { resource })));
    const numbers = emitted.map(({ version }) => version).toSorted((a, b) => a - b);
    expect(numbers).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, signs afresh each time, and is then dead", async () => {
    const { received, secret } = await sending((response) => void response.writeHead(500).end());
    const waits: number[] = [];
    for (const times of [1, 2, 3, 4, 5, 6, 7]) {
      const delivery = await attempted(times);
      expect(delivery).to.deep.include({ status: "FAILED", attempt: times });
      expect(delivery.lastFailure).to.deep.equal({
        reason: "HTTP_STATUS",
        httpStatus: 500,
        at: clock.now().toISOString(),
      });
      waits.push((Date.parse(delivery.nextAttemptAt ?? "") - clock.now().getTime()) / 1000);
      clock.moveTo(delivery);
    }
    expect(waits).to.deep.equal([5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
    expect(await attempted(8)).to.deep.include({ status: "DEAD", attempt: 8, nextAttemptAt: null });
    expect(received.map(({ headers }) => headers["hook-delivery-attempt"])).to.deep.equal([..."12345678"]);
    expect(new Set(received.map(({ headers }) => headers["hook-event-id"])).size).to.equal(1);
    expect(new Set(received.map(({ headers }) => headers["hook-signature"])).size).to.equal(8);
    for (const { headers, body } of received) {
      const sentAt = new Date(String(headers["hook-timestamp"]));
      expect(verifySignature(secret, headers, body, sentAt)).to.equal(null);
    }
  });

  it("succeeds after a failure, and remembers what the last failure was", async () => {
    await sending(statuses(503));
    clock.moveTo(await attempted(1));
    const { status, lastFailure, nextAttemptAt } = await attempted(2);
    expect(status).to.equal("SUCCEEDED");
    expect(lastFailure).to.deep.include({ reason: "HTTP_STATUS", httpStatus: 503 });
    expect(nextAttemptAt).to.equal(null);
  });

  it("waits as long as the receiver says in Retry-After", async () => {
    await sending((response) => void response.writeHead(429, { "Retry-After": "120" }).end());
    const { nextAttemptAt } = await attempted(1);
    expect(Date.parse(nextAttemptAt ?? "") - clock.now().getTime()).to.equal(120_000);
  });

  it("takes a redirect for a failure and does not follow it", async () => {
    const other = await receiver();
    await sending((response) => void response.writeHead(307, { Location: other.url }).end());
    expect((await attempted(1)).lastFailure).to.deep.include({ reason: "REDIRECT", httpStatus: 307 });
    expect(other.received).to.have.length(0);
  });

  it("calls a receiver that hangs a time-out, and one that is away a failed connection", async () => {
    const hanging = await receiver(() => {});
    await anEndpoint(webhooks, owner, { url: hanging.url });
    await anEndpoint(webhooks, owner, { url: `http://127.0.0.1:${closedPort}/` });
    dispatch({ timeoutMs: 200 });
    await emit(database, owner, {}, clock.now());
    await until(async () => (await deliveries()).every(({ status }) => status === "FAILED"));
    const reasons = (await deliveries()).map(({ lastFailure }) => lastFailure?.reason);
    expect(reasons.toSorted()).to.deep.equal(["CONNECTION_FAILED", "TIMEOUT"]);
  });

  it("disables an endpoint that answers 410, and stops what else was to be sent there", async () => {
    const { received, endpoint } = await sending(statuses(500, 410));
    await attempted(1);
    await emit(database, owner, {}, clock.now());
    await until(async () => (await deliveries()).every(({ nextAttemptAt }) => nextAttemptAt === null));
    expect(await getEndpoint(webhooks, owner, endpoint.endpointId)).to.deep.include({
      enabled: false,
      disabledReason: "GONE",
    });
    expect((await deliveries()).map(({ status, lastFailure }) => [status, lastFailure?.reason])).to.deep.equal([
      ["FAILED", "HTTP_STATUS"],
      ["FAILED", "ENDPOINT_DISABLED"],
    ]);
    expect(received).to.have.length(2);
    const enabled = await changeEndpoint(webhooks, owner, endpoint.endpointId, { enabled: true });
    expect(enabled).to.deep.include({ enabled: true, disabledReason: null });
  });

  it("goes on at the new url when the old one, replaced meanwhile, answers 410", async () => {
    const answers: (() => void)[] = [];
    const old = await receiver((response) => void answers.push(() => response.writeHead(410).end()));
    const { url, received } = await receiver();
    const { endpoint } = await anEndpoint(webhooks, owner, { url: old.url });
    dispatch();
    await emit(database, owner, {}, clock.now());
    await until(() => answers.length === 1);
    await changeEndpoint(webhooks, owner, endpoint.endpointId, { url });
    answers[0]?.();
    const answered = await attempted(1);
    expect(answered.lastFailure).to.deep.include({ reason: "HTTP_STATUS", httpStatus: 410 });
    expect(await getEndpoint(webhooks, owner, endpoint.endpointId)).to.include({ enabled: true, url });
    clock.moveTo(answered);
    expect(await attempted(2)).to.include({ status: "SUCCEEDED" });
    expect(received).to.have.length(1);
  });

  it("counts no failures at a url that was replaced, before or meanwhile", async () => {
    const answers: (() => void)[] = [];
    const old = await receiver((response) => void answers.push(() => response.writeHead(500).end()));
    const { endpoint } = await anEndpoint(webhooks, owner, { url: old.url });
    const counted = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        "SELECT failed_attempts AS count FROM webhook_endpoints WHERE id = $1",
        [endpoint.endpointId],
      );
      return rows[0]?.count;
    };
    const dispatcher = dispatch();
    await emit(database, owner, {}, clock.now());
    await until(() => answers.length === 1);
    answers[0]?.();
    await until(async () => (await counted()) === 1);
    await emit(database, owner, {}, clock.now());
    await until(() => answers.length === 2);
    await changeEndpoint(webhooks, owner, endpoint.endpointId, { url: (await receiver()).url });
    expect(await counted()).to.equal(0);
    answers[1]?.();
    await dispatcher.stop();
    expect((await deliveries()).map(({ lastFailure }) => lastFailure?.httpStatus)).to.deep.equal([500, 500]);
    expect(await counted()).to.equal(0);
  });

  for (const [change, reason] of [
    ["disabled", "ENDPOINT_DISABLED"],
    ["deleted", "ENDPOINT_DELETED"],
  ] as const) {
    it(`fails what was pending when the endpoint is ${change}, and sends nothing more`, async () => {
      const { url, received } = await receiver();
      const { endpoint } = await anEndpoint(webhooks, owner, { url });
      await emit(database, owner, {}, clock.now());
      expect(await theDelivery()).to.deep.include({ status: "PENDING", attempt: 0 });
      if (change === "disabled") await changeEndpoint(webhooks, owner, endpoint.endpointId, { enabled: false });
      else
        await inTransaction(webhooks.database, (transaction) =>
          deleteEndpoint(webhooks, owner, endpoint.endpointId, transaction),
        );
      const stopped = await theDelivery();
      expect(stopped).to.deep.include({ status: "FAILED", nextAttemptAt: null });
      expect(stopped.lastFailure).to.deep.include({ reason, httpStatus: null });

      // A retry is always taken, and comes to the same end at the dispatcher.
      expect(
        await inTransaction(webhooks.database, (transaction) =>
          retryDelivery(webhooks, owner, stopped.deliveryId, transaction),
        ),
      ).to.include({ status: "PENDING" });
      dispatch();
      await until(async () => (await theDelivery()).status === "FAILED");
      expect((await theDelivery()).lastFailure?.reason).to.equal(reason);
      expect(received).to.have.length(0);
      expect((await getDelivery(webhooks, owner, stopped.deliveryId)).endpoint.url).to.equal(url);
    });
  }

  it("begins again from the first attempt after a retry, also when it was dead", async () => {
    const { received } = await sending(statuses(500));
    const { deliveryId } = await attempted(1);
    await database.pool.query("UPDATE webhook_deliveries SET status = 'DEAD', attempt = 8, next_attempt_at = NULL");
    expect(
      await inTransaction(webhooks.database, (transaction) => retryDelivery(webhooks, owner, deliveryId, transaction)),
    ).to.deep.include({
      status: "PENDING",
      attempt: 0,
      lastFailure: null,
    });
    expect(await attempted(1)).to.deep.include({ status: "SUCCEEDED", lastFailure: null });
    expect(received.map(({ headers }) => headers["hook-delivery-attempt"])).to.deep.equal(["1", "1"]);
  });

  it("sends each event once per endpoint with three workers at it", async () => {
    const { url, received } = await receiver();
    for (const path of ["a", "b", "c"]) await anEndpoint(webhooks, owner, { url: `${url}/${path}` });
    for (let workers = 0; workers < 3; workers++) dispatch();
    await Promise.all(Array.from({ length: 100 }, () => emit(database, owner, {}, clock.now())));
    await until(async () => {
      const { rows } = await database.pool.query("SELECT FROM webhook_deliveries WHERE status <> 'SUCCEEDED'");
      return rows.length === 0;
    });
    const seen = received.map(({ path, headers }) => `${path} ${headers["hook-event-id"]}`);
    expect(seen).to.have.length(300);
    expect(new Set(seen).size).to.equal(300);
  });

  it("never opens more than sixteen requests to one endpoint", async () => {
    let open = 0;
    let most = 0;
    const { url, received } = await receiver((response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(204).end();
      }, 5);
    });
    await anEndpoint(webhooks, owner, { url });
    for (let count = 0; count < 300; count++) await emit(database, owner, {}, clock.now());
    dispatch();
    dispatch();
    await until(() => received.length === 300);
    expect(most).to.be.within(2, 16);
  });

  it("serves other endpoints and owners while hanging ones wait for their time-out", async () => {
    const hanging = await receiver(() => {});
    const quick = await receiver();
    for (let count = 0; count < 10; count++) await anEndpoint(webhooks, owner, { url: hanging.url });
    const other = anOwner();
    await anEndpoint(webhooks, other, { url: quick.url });
    // Nobody waits for this long.
    dispatch({ timeoutMs: 600_000 });
    for (let count = 0; count < 20; count++) await emit(database, owner, {}, clock.now());
    await until(() => hanging.received.length >= 10);
    for (let count = 0; count < 20; count++) await emit(database, other, {}, clock.now());
    await until(() => quick.received.length === 20);
  });

  it("goes on when the database drops every connection", async () => {
    const { received } = await sending();
    // A queue in use would wait for its lease to end, which this clock never lets happen.
    await until(async () => {
      const { rows } = await database.pool.query(
        "SELECT FROM webhook_endpoint_queues WHERE due_at IS NULL AND lease_id IS NULL",
      );
      return rows.length === 1;
    });
    await inTransaction(database, ({ client }) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
      ),
    );
    await emit(database, owner, {}, clock.now());
    await until(() => received.length === 2);
  });

  it("finishes the attempt that has begun before it stops", async () => {
    const answer = Promise.withResolvers<void>();
    const { received, dispatcher: stopped } = await sending(
      (response) => void answer.promise.then(() => response.writeHead(204).end()),
    );
    await until(() => received.length === 1);
    const stopping = stopped.stop();
    answer.resolve();
    await stopping;
    expect((await theDelivery()).status).to.equal("SUCCEEDED");
  });
});
