import { expect } from "chai";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import {
  dropExpiredPartitions,
  ensurePartitions,
  ensurePartitionsOf,
} from "#src/apis/observability/store/partitions.ts";
import { listOperations, listServices } from "#src/apis/observability/store/queries/services.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { takePending } from "#src/apis/observability/symbols/symbolication/rows.ts";
import { emptiedDatabase } from "#test/support/database.ts";
import { storedSpanIds } from "#test/support/stored-records.ts";
import { anEvent, aSpan, aTenant, plenty, spanBatch } from "#test/support/telemetry.ts";
import { findTraces } from "./whole-traces.ts";

describe("telemetry partitions", () => {
  const database = emptiedDatabase();
  beforeEach(async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'symbolications'::regclass",
    );
    if (rows.length > 0) await database.owner.query(`DROP TABLE ${rows.map(({ name }) => name).join()}`);
  });

  const partitions = async (kind: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1",
      [kind],
    );
    return rows.map(({ name }) => name);
  };

  it("exist from yesterday to three days ahead", async () => {
    await ensurePartitions(database.pool, new Date("2026-02-27T12:00:00Z"));
    expect(await partitions("symbolications")).to.deep.equal(
      ["20260226", "20260227", "20260228", "20260301", "20260302"].map((day) => `symbolications_p${day}`),
    );
  });

  it("are made once by two processes that start together", async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ensurePartitions(database.pool, new Date("2026-02-27T12:00:00Z"))),
    );
    expect(made.flat()).to.have.length(5);
    expect(await ensurePartitions(database.pool, new Date("2026-02-27T23:00:00Z"))).to.deep.equal([]);
  });

  it("take the last millisecond of a day and the first of the next into one table each", async () => {
    const midnight = Date.parse("2026-03-01T00:00:00Z");
    const tenant = aTenant();
    for (const now of [midnight - 1, midnight]) {
      const log = new TelemetryWriter(database.pool, { now: () => now });
      const rows = [anEvent({ eventId: `at ${now}`, mayNeedSymbols: true })];
      await log.append(tenant, { kind: "events", rows }, plenty);
    }
    while ((await takePending(database, tenant)).some(({ attempts }) => attempts === 1));
    const { rows } = await database.pool.query(
      // A shard of a partition has its number behind its name.
      "SELECT regexp_replace(tableoid::regclass::text, '_[0-9]+$', '') AS name, subject FROM symbolications ORDER BY 1",
    );
    expect(rows).to.deep.equal([
      { name: "symbolications_p20260228", subject: `at ${midnight - 1}` },
      { name: "symbolications_p20260301", subject: `at ${midnight}` },
    ]);
  });

  it("find a repeated event across midnight", async () => {
    const midnight = Date.parse("2026-03-01T00:00:00Z");
    await ensurePartitions(database.pool, new Date(midnight));
    const tenant = aTenant();
    let now = midnight - 1;
    const log = new TelemetryWriter(database.pool, { now: () => now });
    const event = anEvent();
    expect(await log.append(tenant, { kind: "events", rows: [event] }, plenty)).to.include({ stored: 1, deduped: 0 });
    now = midnight + 1;
    expect(await log.append(tenant, { kind: "events", rows: [event] }, plenty)).to.include({ stored: 0, deduped: 1 });
  });

  it("are made by symbolication itself when nobody made them", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool, { now: () => Date.parse("2034-04-04T12:00Z") });
    await log.append(tenant, { kind: "events", rows: [anEvent({ mayNeedSymbols: true }), anEvent()] }, plenty);
    expect(await takePending(database, tenant)).to.have.length(1);
    expect(await partitions("symbolications")).to.deep.equal(["symbolications_p20340404"]);
  });

  it("tell the planner that a key finds few rows and a tenant many", async () => {
    await ensurePartitions(database.pool);
    const log = new TelemetryWriter(database.pool);
    const tenant = aTenant();
    const stacked = Array.from({ length: 5_000 }, () => anEvent({ mayNeedSymbols: true }));
    await log.append(tenant, { kind: "events", rows: stacked }, plenty);
    await takePending(database, tenant);
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT result FROM symbolications WHERE project_id = '${tenant.projectId}' AND environment = 'test'
       AND kind = 'event' AND subject = 'v' AND received_at >= now() - interval '1 hour' AND status = 'pending'`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).to.match(/Index Cond: .*subject = /);
  });

  describe("retention", () => {
    it("drops a partition when its last row is too old, and not a millisecond earlier", async () => {
      await ensurePartitionsOf(database.pool, [new Date("2026-02-01"), new Date("2026-02-02")]);
      const retention = { events: 7, spans: 7, logs: 7, web_vitals: 395 };
      const lastMoment = Date.parse("2026-02-02T00:00:00Z") + 7 * 86_400_000;
      await dropExpiredPartitions(database.pool, retention, new Date(lastMoment - 1));
      expect(await partitions("symbolications")).to.deep.equal([
        "symbolications_p20260201",
        "symbolications_p20260202",
      ]);
      expect(await dropExpiredPartitions(database.pool, retention, new Date(lastMoment))).to.deep.equal([
        "symbolications_p20260201",
      ]);
      expect(await partitions("symbolications")).to.deep.equal(["symbolications_p20260202"]);
    });

    it("drops the segments of a day that is over, and the day of them alone", async () => {
      const tenant = aTenant();
      const [old, recent] = [Date.parse("2026-02-01T12:00:00Z"), Date.parse("2026-02-02T12:00:00Z")];
      for (const now of [old, recent]) {
        const log = new TelemetryWriter(database.pool, { now: () => now });
        await log.append(tenant, spanBatch(aSpan({ name: new Date(now).toISOString() })), plenty);
      }
      await compactRecordsOf(database.pool, "spans", tenant, { now: recent + 86_400_000 });
      const at = async () => (await partitions("span_segments")).filter((name) => /_p\d/.test(name));
      expect(await at()).to.deep.equal(["span_segments_p20260201", "span_segments_p20260202"]);
      const retention = { events: 7, spans: 7, logs: 30, web_vitals: 395 };
      await dropExpiredPartitions(database.pool, retention, new Date(Date.parse("2026-02-09T00:00:00Z") - 1));
      expect(await at()).to.have.length(2);
      await dropExpiredPartitions(database.pool, retention, new Date("2026-02-09T00:00:00Z"));
      expect(await at()).to.deep.equal(["span_segments_p20260202"]);
      expect(await storedSpanIds(database.pool, tenant.projectId)).to.have.length(1);
    });

    it("forgets services and operations that no kept span names, and keeps those in use", async () => {
      const tenant = aTenant();
      const old = Date.parse("2026-02-01T12:00:00Z");
      const recent = Date.parse("2026-02-09T12:00:00Z");
      for (const [now, name] of [
        [old, "legacy"],
        [recent, "current"],
      ] as const) {
        const log = new TelemetryWriter(database.pool, { now: () => now });
        const startTimeUnixNano = BigInt(now) * 1_000_000n;
        await log.append(
          tenant,
          spanBatch(aSpan({ serviceName: name, name, startTimeUnixNano, resourceJson: `["${name}"]` })),
          plenty,
        );
      }
      await dropExpiredPartitions(
        database.pool,
        { events: 90, spans: 7, logs: 7, web_vitals: 395 },
        new Date("2026-02-10T12:00:00Z"),
      );
      expect(await listServices(database.pool, tenant)).to.deep.equal(["current"]);
      expect(await listOperations(database.pool, tenant, "legacy")).to.deep.equal([]);
      const [trace] = await findTraces(database.pool, tenant, {
        start: BigInt(recent - 1000) * 1_000_000n,
        end: BigInt(recent + 1000) * 1_000_000n,
        limit: 10,
      });
      expect(trace?.spans[0]?.resourceJson).to.equal('["current"]');
    });
  });
});
