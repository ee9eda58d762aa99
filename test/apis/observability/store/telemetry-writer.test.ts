import { expect } from "chai";
import { getEvent } from "#src/apis/observability/store/queries/events.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { openDatabase } from "#src/storage/database.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { aLog, anEvent, aSpan, aTenant, batchId, plenty, spanBatch } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";
import { countOf, holdEvents } from "./queues.ts";

describe("the telemetry writer", () => {
  const database = testDatabase();
  const second = opened(() => openDatabase(database.url, { entities: [], migrations: [] }));

  describe("group commit", () => {
    it("commits what arrives during a flush together", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      const letGo = await holdEvents(second.pool, tenant.projectId);
      const first = log.append(tenant, { kind: "events", rows: [anEvent()] }, plenty);
      await until(() => log.counters.transactions === 1);
      const others = Array.from({ length: 50 }, () =>
        log.append(tenant, { kind: "events", rows: [anEvent(), anEvent()] }, plenty),
      );
      await letGo();
      await Promise.all([first, ...others]);
      expect(log.counters).to.deep.equal({ transactions: 2, retries: 0 });
      const { rows } = await database.pool.query<{ items: number }>(
        "SELECT items FROM event_blocks WHERE project_id = $1 ORDER BY block_id",
        [tenant.projectId],
      );
      expect(rows).to.deep.equal([{ items: 1 }, { items: 100 }]);
    });

    it("gives tenants, environments and kinds flushes of their own", async () => {
      const tenant = aTenant("test");
      const log = new TelemetryWriter(database.pool);
      await Promise.all([
        log.append(tenant, { kind: "events", rows: [anEvent()] }, plenty),
        log.append({ ...tenant, environment: "live" }, { kind: "events", rows: [anEvent()] }, plenty),
        log.append(tenant, spanBatch(aSpan()), plenty),
        log.append(aTenant(), { kind: "events", rows: [anEvent()] }, plenty),
      ]);
      expect(log.counters.transactions).to.equal(4);
    });

    it("takes no more rows into a flush than it may, but a larger request alone", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool, { maxFlushRows: 3 });
      const sizes = [1, 1, 2, 5, 1];
      await Promise.all(
        sizes.map((length) =>
          log.append(tenant, { kind: "events", rows: Array.from({ length }, () => anEvent()) }, plenty),
        ),
      );
      expect(log.counters.transactions).to.equal(4);
      expect(await countOf(database, "events", tenant.projectId)).to.equal(10);
    });

    it("answers only when the rows are visible to others", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const event = anEvent();
          await log.append(tenant, { kind: "events", rows: [event] }, plenty);
          expect(await getEvent(second.pool, tenant, event.eventId)).to.not.equal(null);
        }),
      );
    });
  });

  describe("deduplication", () => {
    it("stores each event once when two processes receive the same ones at the same time", async () => {
      const tenant = aTenant();
      const logs = [new TelemetryWriter(database.pool), new TelemetryWriter(second.pool)];
      const ids = Array.from({ length: 200 }, (_, index) => `evt-${index}`);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, client) => {
          // Each client sends half of the ids, starting somewhere else.
          const rows = ids.map((_, i) => anEvent({ eventId: ids[(i + client * 7) % ids.length] ?? "" })).slice(0, 100);
          // Browser and mobile events are charged to different quotas.
          const quota = { ...plenty.quota, name: `quota ${client % 2}` };
          return logs[client % 2]?.append(tenant, { kind: "events", rows }, { quota });
        }),
      );
      expect(await countOf(database, "events", tenant.projectId)).to.equal(200);
      const sum = (part: "stored" | "deduped") =>
        outcomes.reduce((total, outcome) => total + (outcome?.[part] ?? 0), 0);
      expect(sum("stored")).to.equal(200);
      expect(sum("deduped")).to.equal(40 * 100 - 200);
    });

    it("counts ten minutes from the first receipt of an event, not from its last repeat", async () => {
      const tenant = aTenant();
      const start = Date.now();
      let now = start;
      const log = new TelemetryWriter(database.pool, { now: () => now });
      const event = anEvent();
      const send = () => log.append(tenant, { kind: "events", rows: [event] }, plenty);
      const minute = 60_000;
      expect(await send()).to.include({ stored: 1 });
      now = start + 9 * minute;
      expect(await send()).to.include({ stored: 0, deduped: 1 });
      now = start + 10 * minute - 1;
      expect(await send()).to.include({ stored: 0, deduped: 1 });
      now = start + 10 * minute;
      expect(await send()).to.include({ stored: 1, deduped: 0 });
    });

    it("does not take the same id of another project or environment for a repeat", async () => {
      const tenant = aTenant("test");
      const log = new TelemetryWriter(database.pool);
      for (const owner of [tenant, { ...tenant, environment: "live" as const }, aTenant()]) {
        const outcome = await log.append(owner, { kind: "events", rows: [anEvent({ eventId: "shared" })] }, plenty);
        expect(outcome).to.include({ stored: 1, deduped: 0 });
      }
    });

    it("stores both sides of a call that share an id, whatever else was stored at the same time", async () => {
      const client = aSpan();
      const startTimeUnixNano = client.startTimeUnixNano + 2_000_000n;
      const server = { ...client, startTimeUnixNano, endTimeUnixNano: startTimeUnixNano + 1_000_000n };
      const both = aTenant();
      const log = new TelemetryWriter(database.pool);
      expect(await log.append(both, spanBatch(client, server), plenty)).to.include({ stored: 2, deduped: 0 });
      const one = aTenant();
      const another = aSpan({ startTimeUnixNano });
      expect(await log.append(one, spanBatch(client, another), plenty)).to.include({ stored: 2 });
      expect(await log.append(one, spanBatch(server), plenty)).to.include({ stored: 1, deduped: 0 });
      expect(await log.append(one, spanBatch(client, server), plenty)).to.include({ stored: 0, deduped: 2 });
    });

    it("stores a span once, whether it repeats in the request, in another or in another process", async () => {
      const tenant = aTenant();
      const span = aSpan();
      const sibling = aSpan({ traceId: span.traceId });
      const [one, other] = [new TelemetryWriter(database.pool), new TelemetryWriter(second.pool)];
      expect(await one.append(tenant, spanBatch(span, span), plenty)).to.include({
        stored: 1,
        deduped: 1,
      });
      const outcomes = await Promise.all(
        [one, other].map((log) => log.append(tenant, spanBatch(sibling, span), plenty)),
      );
      expect(outcomes.map(({ stored }) => stored).sort()).to.deep.equal([0, 1]);
      expect(await countOf(database, "spans", tenant.projectId)).to.equal(2);
    });

    it("stores a log batch once, and equal records of different batches each", async () => {
      const tenant = aTenant();
      const batch = { kind: "logs", batchId: batchId(), rows: [aLog(), aLog()] } as const;
      const logs = [new TelemetryWriter(database.pool), new TelemetryWriter(second.pool)];
      const outcomes = await Promise.all([0, 0, 1, 1].map((index) => logs[index]?.append(tenant, batch, plenty)));
      expect(outcomes.map((outcome) => outcome?.stored).sort()).to.deep.equal([0, 0, 0, 2]);
      await logs[0]?.append(tenant, { ...batch, batchId: batchId() }, plenty);
      expect(await countOf(database, "logs", tenant.projectId)).to.equal(4);
    });
  });

  describe("backpressure", () => {
    it("refuses at once with 503 when too many rows wait, and takes more when they are stored", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool, { maxPendingRows: 10 });
      const letGo = await holdEvents(second.pool, tenant.projectId);
      const waiting = log.append(tenant, { kind: "events", rows: Array.from({ length: 8 }, () => anEvent()) }, plenty);
      const three = { kind: "events", rows: [anEvent(), anEvent(), anEvent()] } as const;
      const problem = await log.append(tenant, three, plenty).catch((reason) => reason);
      expect(problem).to.include({ code: "OVERLOADED", status: 503 });
      expect(Number(problem.headers["Retry-After"])).to.be.at.least(1);
      await letGo();
      await waiting;
      expect(log.pending).to.deep.equal({ rows: 0, bytes: 0 });
      expect(await log.append(tenant, three, plenty)).to.include({ stored: 3 });
    });

    it("bounds the bytes that wait too", async () => {
      const log = new TelemetryWriter(database.pool, { maxPendingBytes: 10_000 });
      const rows = [anEvent({ payloadJson: JSON.stringify({ extra: "x".repeat(10_000) }) })];
      const problem = await log.append(aTenant(), { kind: "events", rows }, plenty).catch((reason) => reason);
      expect(problem).to.have.property("code", "OVERLOADED");
    });

    it("runs no more flushes at a time than it may, and keeps no tenant waiting for good", async () => {
      const held = aTenant();
      const log = new TelemetryWriter(database.pool, { maxConcurrentFlushes: 2 });
      const letGo = await holdEvents(second.pool, held.projectId);
      const stuck = log.append(held, { kind: "events", rows: [anEvent()] }, plenty);
      await until(() => log.counters.transactions === 1);
      const passing = Array.from({ length: 20 }, () =>
        log.append(aTenant(), { kind: "events", rows: [anEvent()] }, plenty),
      );
      await Promise.all(passing);
      await letGo();
      expect(await stuck).to.include({ stored: 1 });
    });

    it("drains: answers what waits and refuses what comes", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      const waiting = Array.from({ length: 10 }, () => log.append(tenant, spanBatch(aSpan()), plenty));
      const drained = log.drain();
      const late = await log.append(tenant, spanBatch(aSpan()), plenty).catch((reason) => reason);
      expect(late).to.have.property("code", "OVERLOADED");
      await drained;
      expect(await countOf(database, "spans", tenant.projectId)).to.equal(10);
      expect((await Promise.all(waiting)).every(({ stored }) => stored === 1)).to.equal(true);
    });
  });
});
