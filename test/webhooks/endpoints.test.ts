import { expect } from "chai";
import { RisingIds } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { listDeliveries } from "#src/webhooks/deliveries.ts";
import {
  checkEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
} from "#src/webhooks/endpoints.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { forgetOldDeliveries } from "#src/webhooks/retention.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { sendTest } from "#src/webhooks/test-delivery.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import { aReceiver, type Received } from "#test/builders/receiver.ts";
import { anEndpoint, anOwner, Clock, changeEndpoint, emit, someWebhooks } from "#test/builders/webhooks.ts";
import { testDatabase } from "#test/support/database.ts";
import { problemOf } from "#test/support/failure-of.ts";

const url = "http://127.0.0.1:9/hook";

describe("webhook endpoints", () => {
  const database = testDatabase();
  let webhooks: Webhooks;
  let clock: Clock;
  let owner: Owner;

  beforeEach(() => {
    clock = new Clock();
    webhooks = someWebhooks(database, { now: clock.now });
    owner = anOwner();
  });
  afterEach(async () => {
    webhooks.close();
    await database.owner.query("TRUNCATE webhook_endpoints, webhook_secrets, webhook_events, webhook_deliveries");
  });

  async function findings(work: Promise<unknown>): Promise<string[]> {
    const problem = await problemOf(work);
    expect([problem.code, problem.status]).to.deep.equal(["VALIDATION_FAILED", 422]);
    return problem.fieldErrors.map(({ path, code }) => `${path} ${code}`);
  }

  it("are created with a secret that is shown once and stored encrypted", async () => {
    const given = { url, events: ["policy.issued", "policy.issued", "*"], description: "orders" };
    const { endpoint, secret } = await anEndpoint(webhooks, owner, given);
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(endpoint).to.deep.include({
      url,
      events: ["policy.issued", "*"],
      description: "orders",
      enabled: true,
      disabledReason: null,
      environment: "test",
      createdAt: clock.now().toISOString(),
    });
    expect(await getEndpoint(webhooks, owner, endpoint.endpointId)).to.deep.equal(endpoint);
    expect(JSON.stringify(endpoint)).not.to.include(secret);
    const { rows } = await database.pool.query("SELECT encode(secret, 'escape') AS stored FROM webhook_secrets");
    expect(rows.some(({ stored }) => stored.includes(secret.slice(6)))).to.equal(false);
  });

  it("are refused with every finding at once", async () => {
    const given = { url: "http://10.0.0.1/", events: ["policy.issued", "no.such", "x"] };
    expect(await findings(anEndpoint(webhooks, owner, given))).to.deep.equal([
      "/body/events/1 unknownEvent",
      "/body/events/2 unknownEvent",
      "/body/url scheme",
    ]);
    expect(await listEndpoints(webhooks, owner)).to.deep.equal([]);
  });

  it("are at most ten per owner and environment, also when eleven are created at once", async () => {
    const created = await Promise.allSettled(Array.from({ length: 11 }, () => anEndpoint(webhooks, owner, { url })));
    expect(created.filter(({ status }) => status === "fulfilled")).to.have.length(10);
    expect(await findings(anEndpoint(webhooks, owner, { url }))).to.deep.equal(["/body tooMany"]);
    await anEndpoint(webhooks, { ...owner, environment: "live" }, { url });
    const [first] = await listEndpoints(webhooks, owner);
    await inTransaction(webhooks.database, (transaction) =>
      deleteEndpoint(webhooks, owner, first?.endpointId ?? "", transaction),
    );
    await anEndpoint(webhooks, owner, { url });
  });

  it("are listed oldest first, without those that were deleted", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await anEndpoint(webhooks, owner, { url })).endpoint.endpointId);
      clock.advance(1_000);
    }
    await inTransaction(webhooks.database, (transaction) => deleteEndpoint(webhooks, owner, ids[1] ?? "", transaction));
    expect((await listEndpoints(webhooks, owner)).map(({ endpointId }) => endpointId)).to.deep.equal([ids[0], ids[2]]);
  });

  it("change only in what is given; a null description clears it", async () => {
    const { endpoint } = await anEndpoint(webhooks, owner, { url, description: "old", events: ["quote.created"] });
    const change = (changes: Parameters<typeof changeEndpoint>[3]) =>
      changeEndpoint(webhooks, owner, endpoint.endpointId, changes);
    clock.advance(1_000);
    const changed = { ...endpoint, events: ["*"], updatedAt: clock.now().toISOString() };
    expect(await change({ events: ["*"] })).to.deep.equal(changed);
    expect(await change({ description: null })).to.deep.equal({ ...changed, description: null });
    expect(await change({ enabled: false })).to.deep.include({ enabled: false, disabledReason: "REQUESTED" });
    expect(await change({ description: "new" })).to.deep.include({ enabled: false, disabledReason: "REQUESTED" });
    expect(await change({ url: `${url}/2`, enabled: true })).to.deep.include({ url: `${url}/2`, disabledReason: null });
    expect(await findings(change({ url: "https://localhost/" }))).to.deep.equal(["/body/url hostName"]);
  });

  it("do not exist for another owner, for the other environment, or once deleted", async () => {
    const { endpoint } = await anEndpoint(webhooks, owner, { url });
    const { endpoint: deleted } = await anEndpoint(webhooks, owner, { url });
    await inTransaction(webhooks.database, (transaction) =>
      deleteEndpoint(webhooks, owner, deleted.endpointId, transaction),
    );
    for (const [who, id] of [
      [anOwner(), endpoint.endpointId],
      [{ ...owner, environment: "live" }, endpoint.endpointId],
      [owner, deleted.endpointId],
      [owner, "whe_unknown"],
    ] as const) {
      for (const work of [
        () => getEndpoint(webhooks, who, id),
        () => changeEndpoint(webhooks, who, id, { enabled: true }),
        () => inTransaction(webhooks.database, (transaction) => deleteEndpoint(webhooks, who, id, transaction)),
        () => inTransaction(webhooks.database, (transaction) => rotateSecret(webhooks, who, id, transaction)),
        () => sendTest(webhooks, who, id),
      ]) {
        expect((await problemOf(work())).code).to.equal("NOT_FOUND");
      }
    }
  });

  it("are created within the caller's transaction when it brings one", async () => {
    const checked = await checkEndpoint(webhooks, { url, events: ["*"] });
    const { endpoint } = await inTransaction(database, (transaction) =>
      createEndpoint(webhooks, owner, checked, transaction),
    );
    const undone = inTransaction(database, async (transaction) => {
      await createEndpoint(webhooks, owner, checked, transaction);
      throw new Error("no");
    });
    expect(await undone.catch((error: Error) => error.message)).to.equal("no");
    expect(await listEndpoints(webhooks, owner)).to.deep.equal([endpoint]);
  });

  it("keep the url as it was written", async () => {
    const written = "http://127.0.0.1:9";
    const { endpoint } = await anEndpoint(webhooks, owner, { url: written });
    expect((await getEndpoint(webhooks, owner, endpoint.endpointId)).url).to.equal(written);
  });

  it("keep the url encrypted, for this endpoint alone, also where it is changed", async () => {
    const secret = "/services/T0/B0/x7Gk2";
    const stored = async () => {
      const { rows } = await database.pool.query<{ id: string; url: string }>("SELECT id, url FROM webhook_endpoints");
      return new Map(rows.map((row) => [row.id, row.url]));
    };
    const { endpoint } = await anEndpoint(webhooks, owner, { url: `http://127.0.0.1:9${secret}` });
    const { endpoint: other } = await anEndpoint(webhooks, owner, { url });
    expect([...(await stored()).values()].join()).not.to.match(/services|hook|http/);
    const changed = await changeEndpoint(webhooks, owner, other.endpointId, { url: `http://127.0.0.1:9${secret}/2` });
    expect(changed.url).to.equal(`http://127.0.0.1:9${secret}/2`);
    expect((await stored()).get(other.endpointId)).to.match(/^sealed:[A-Za-z0-9+/=]+$/);
    await database.pool.query("UPDATE webhook_endpoints SET url = $2 WHERE id = $1", [
      other.endpointId,
      (await stored()).get(endpoint.endpointId),
    ]);
    const moved = await getEndpoint(webhooks, owner, other.endpointId).catch((error: Error) => error.message);
    expect(moved).to.match(/cannot be decrypted/);
  });

  it("that were stored before urls were encrypted are as they were", async () => {
    const { endpoint } = await anEndpoint(webhooks, owner, { url });
    await database.pool.query("UPDATE webhook_endpoints SET url = $1", [url]);
    expect((await getEndpoint(webhooks, owner, endpoint.endpointId)).url).to.equal(url);
  });

  describe("signing secrets", () => {
    it("sign beside their successor for 24 hours, and never more than two of them", async () => {
      const receiver = await aReceiver();
      const { endpoint, secret: first } = await anEndpoint(webhooks, owner, { url: receiver.url });
      const signersAmong = async (...secrets: string[]) => {
        expect((await sendTest(webhooks, owner, endpoint.endpointId)).delivered).to.equal(true);
        const { headers, body } = receiver.received.at(-1) as Received;
        expect(headers["hook-signature"]?.toString().split(",")).to.have.length(
          secrets.filter((secret) => verifySignature(secret, headers, body, clock.now()) === null).length,
        );
        return secrets.map((secret) => verifySignature(secret, headers, body, clock.now()) === null);
      };
      const keyId = () => receiver.received.at(-1)?.headers["hook-key-id"];

      expect(await signersAmong(first)).to.deep.equal([true]);
      const firstKey = keyId();
      const { secret: second } = await inTransaction(webhooks.database, (transaction) =>
        rotateSecret(webhooks, owner, endpoint.endpointId, transaction),
      );
      expect(await signersAmong(first, second)).to.deep.equal([true, true]);
      expect(keyId()).not.to.equal(firstKey);
      clock.advance(86_399_000);
      expect(await signersAmong(first, second)).to.deep.equal([true, true]);
      clock.advance(1_000);
      expect(await signersAmong(first, second)).to.deep.equal([false, true]);

      const { secret: third } = await inTransaction(webhooks.database, (transaction) =>
        rotateSecret(webhooks, owner, endpoint.endpointId, transaction),
      );
      const { secret: fourth } = await inTransaction(webhooks.database, (transaction) =>
        rotateSecret(webhooks, owner, endpoint.endpointId, transaction),
      );
      expect(await signersAmong(second, third, fourth)).to.deep.equal([false, true, true]);
      await receiver.close();
    });

    it("are gone with their endpoint", async () => {
      const { endpoint } = await anEndpoint(webhooks, owner, { url });
      await inTransaction(webhooks.database, (transaction) =>
        deleteEndpoint(webhooks, owner, endpoint.endpointId, transaction),
      );
      const { rows } = await database.pool.query("SELECT FROM webhook_secrets WHERE endpoint_id = $1", [
        endpoint.endpointId,
      ]);
      expect(rows).to.deep.equal([]);
    });
  });

  describe("the test operation", () => {
    it("sends a signed webhook.test whatever the subscription, and logs nothing", async () => {
      const receiver = await aReceiver((response) => void response.writeHead(202).end("é".repeat(1_000)));
      const { endpoint, secret } = await anEndpoint(webhooks, owner, { url: receiver.url, events: ["quote.created"] });
      const reply = await sendTest(webhooks, owner, endpoint.endpointId);
      expect(reply).to.deep.include({ delivered: true, httpStatus: 202, error: null });
      expect(reply.durationMs).to.be.at.least(0);
      expect(Buffer.byteLength(reply.bodyExcerpt ?? "")).to.equal(1_024);
      const { headers, body } = receiver.received[0] as Received;
      expect(headers).to.include({ "hook-event-type": "webhook.test", "hook-delivery-attempt": "1" });
      expect(verifySignature(secret, headers, body, clock.now())).to.equal(null);
      expect(JSON.parse(body.toString())).to.deep.include({
        eventId: headers["hook-event-id"],
        type: "webhook.test",
        apiVersion: "1.0.0",
        environment: "test",
        occurredAt: clock.now().toISOString(),
      });
      expect((await listDeliveries(webhooks, owner)).items).to.deep.equal([]);
      await receiver.close();
    });

    it("says what went wrong", async () => {
      const receiver = await aReceiver((response) => void response.writeHead(500).end("broken"));
      const { endpoint } = await anEndpoint(webhooks, owner, { url: receiver.url });
      expect(await sendTest(webhooks, owner, endpoint.endpointId)).to.deep.include({
        delivered: false,
        httpStatus: 500,
        bodyExcerpt: "broken",
        error: "The receiver did not answer 2xx.",
      });
      await receiver.close();
      const reply = await sendTest(webhooks, owner, endpoint.endpointId);
      expect(reply).to.deep.include({ delivered: false, httpStatus: null, bodyExcerpt: null });
      expect(reply.error).to.match(/^No connection/);
    });

    it("sends nothing to a disabled endpoint", async () => {
      const receiver = await aReceiver();
      const { endpoint } = await anEndpoint(webhooks, owner, { url: receiver.url });
      await changeEndpoint(webhooks, owner, endpoint.endpointId, { enabled: false });
      expect(await sendTest(webhooks, owner, endpoint.endpointId)).to.deep.include({
        delivered: false,
        error: "Nothing was sent: the endpoint is disabled.",
      });
      expect(receiver.received).to.deep.equal([]);
      await receiver.close();
    });

    it("sends nothing to an endpoint whose secret was revoked", async () => {
      const receiver = await aReceiver();
      const { endpoint } = await anEndpoint(webhooks, owner, { url: receiver.url });
      await database.pool.query("DELETE FROM webhook_secrets WHERE endpoint_id = $1", [endpoint.endpointId]);
      expect(await sendTest(webhooks, owner, endpoint.endpointId)).to.deep.include({
        delivered: false,
        httpStatus: null,
        error: "Nothing was sent: the endpoint has no active signing secret.",
      });
      expect(receiver.received).to.deep.equal([]);
      await receiver.close();
    });
  });

  describe("the delivery log", () => {
    it("has after its cause what is caused in a process whose clock is behind", async () => {
      await anEndpoint(webhooks, owner, { url });
      const { eventId: cause } = await emit(database, owner, {}, clock.now());
      const ahead = `whd_${new RisingIds(() => Date.now() + 60_000).next()}`;
      await database.pool.query("UPDATE webhook_deliveries SET id = $2 WHERE event_id = $1", [cause, ahead]);
      const effects: string[] = [];
      for (let count = 0; count < 3; count++) effects.unshift((await emit(database, owner, {}, clock.now())).eventId);
      const { items } = await listDeliveries(webhooks, owner);
      expect(items.map(({ eventId }) => eventId)).to.deep.equal([...effects, cause]);
    });

    it("is forgotten after 30 days, with its events and the endpoints deleted before", async () => {
      const { endpoint } = await anEndpoint(webhooks, owner, { url });
      const { endpoint: deleted } = await anEndpoint(webhooks, owner, { url });
      await emit(database, owner, {}, clock.now());
      await inTransaction(webhooks.database, (transaction) =>
        deleteEndpoint(webhooks, owner, deleted.endpointId, transaction),
      );
      clock.advance(86_400_000);
      const { eventId: younger } = await emit(database, owner, {}, clock.now());
      clock.advance(29 * 86_400_000);
      expect(await forgetOldDeliveries(database, clock.now())).to.equal(0);
      clock.advance(1);
      // One event, its two deliveries, one endpoint.
      expect(await forgetOldDeliveries(database, clock.now())).to.equal(4);
      expect((await listDeliveries(webhooks, owner)).items.map(({ eventId }) => eventId)).to.deep.equal([younger]);
      expect((await listEndpoints(webhooks, owner)).map(({ endpointId }) => endpointId)).to.deep.equal([
        endpoint.endpointId,
      ]);
    });
  });
});
