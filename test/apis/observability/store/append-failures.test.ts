import { expect } from "chai";
import type { Tenant } from "#src/apis/observability/records.ts";
import { listServices } from "#src/apis/observability/store/queries/services.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Problem } from "#src/http/problem.ts";
import { openDatabase } from "#src/storage/database.ts";
import { clusterNodes, waitingForLocks } from "#test/support/cluster.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { aLog, anEvent, aSpan, aTenant, batchId, plenty, spanBatch } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";
import { countOf, holdEvents } from "./queues.ts";

describe("failures of the telemetry writer", () => {
  const database = testDatabase();
  const second = opened(() => openDatabase(database.url, { entities: [], migrations: [] }));

  describe("a request that PostgreSQL refuses", () => {
    it("fails alone: the others of its flush are stored", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      const poisonous = new Set([3, 11]);
      const results = await Promise.allSettled(
        Array.from({ length: 16 }, (_, index) =>
          log.append(
            tenant,
            { kind: "events", rows: [anEvent(), anEvent({ message: poisonous.has(index) ? "a\0b" : "fine" })] },
            plenty,
          ),
        ),
      );
      for (const [index, result] of results.entries()) {
        if (!poisonous.has(index)) expect(result.status, `request ${index}`).to.equal("fulfilled");
        else expect(result).to.have.nested.property("reason.code", "VALIDATION_FAILED");
      }
      expect(await countOf(database, "events", tenant.projectId)).to.equal(28);
    });

    it("is a 400 for every kind of value that does not fit", async () => {
      const log = new TelemetryWriter(database.pool);
      const refused = [
        { kind: "events", rows: [anEvent({ time: Number.NaN })] },
        { kind: "events", rows: [anEvent({ level: -1 })] },
        { kind: "events", rows: [anEvent({ time: 2 ** 53 })] },
        { kind: "events", rows: [anEvent({ eventId: "a\0" })] },
        spanBatch(aSpan({ serviceName: "a\0" })),
        { kind: "logs", batchId: batchId(), rows: [aLog({ bodyText: "\0" })] },
      ] as const;
      for (const batch of refused) {
        const problem = await log.append(aTenant(), batch, plenty).catch((reason) => reason);
        expect(problem, JSON.stringify(batch.kind)).to.be.instanceOf(Problem).and.to.have.property("status", 400);
      }
    });

    it("cannot be in a batch of spans when it does not fit its column", () => {
      const unfit = [
        { startTimeUnixNano: 2n ** 63n },
        { endTimeUnixNano: 2n ** 64n },
        { traceId: new Uint8Array(3) },
        { spanId: new Uint8Array(3) },
      ];
      for (const given of unfit) expect(() => spanBatch(aSpan(given))).to.throw(RangeError);
    });

    it("is not charged", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      const quota = { name: "events", amount: 1, limitPerMinute: 1_000 };
      await log.append(tenant, { kind: "events", rows: [anEvent({ message: "\0" })] }, { quota }).catch(() => {});
      const { quota: state } = await log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota });
      expect(state.remaining).to.equal(999);
    });
  });

  describe("when connections break", () => {
    const terminate = () =>
      database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'victim' AND state <> 'idle'`,
      );

    it("tries again and stores everything once", async () => {
      const victim = await openDatabase(database.url, { entities: [], migrations: [], applicationName: "victim" });
      const tenant = aTenant();
      const log = new TelemetryWriter(victim.pool);
      const letGo = await holdEvents(second.pool, tenant.projectId);
      const waiting = log.append(tenant, { kind: "events", rows: [anEvent(), anEvent()] }, plenty);
      await until(async () => (await waitingForLocks(second.pool)) > 0);
      await terminate();
      await letGo();
      expect(await waiting).to.include({ stored: 2, deduped: 0 });
      expect(log.counters.retries).to.be.at.least(1);
      expect(await countOf(database, "events", tenant.projectId)).to.equal(2);
      await victim.close();
    });

    it("refuses those that wait behind it too, when it is given up: they would wait as long again", async () => {
      const victim = await openDatabase(database.url, { entities: [], migrations: [], applicationName: "victim" });
      const tenant = aTenant();
      const log = new TelemetryWriter(victim.pool, { retryMs: 0 });
      const letGo = await holdEvents(second.pool, tenant.projectId);
      const append = () =>
        log.append(tenant, { kind: "events", rows: [anEvent()] }, plenty).catch((error: unknown) => error);
      const first = append();
      await until(async () => (await waitingForLocks(second.pool)) > 0);
      const behind = [append(), append()];
      await terminate();
      for (const refused of await Promise.all([first, ...behind])) expect(refused).to.include({ code: "OVERLOADED" });
      expect(log.counters.transactions).to.equal(1);
      await letGo();
      expect(await append()).to.include({ stored: 1 });
      await victim.close();
    });

    it("is 503 when the database stays away", async () => {
      const victim = await openDatabase(database.url, { entities: [], migrations: [] });
      await victim.close();
      const log = new TelemetryWriter(victim.pool, { retryMs: 100 });
      const problem = await log.append(aTenant(), { kind: "events", rows: [anEvent()] }, plenty).catch((e) => e);
      expect(problem).to.include({ code: "OVERLOADED", status: 503 });
      expect(problem.headers).to.have.property("Retry-After");
    });
  });

  describe("while the node of a cluster is away that has some tenants' rows", () => {
    const away = Array.from({ length: 8 }, () => aTenant());
    before(async function () {
      // A real cluster has no triggers on its tables, and nodes that may really be away (test/cluster).
      if (clusterNodes().length > 0) return this.skip();
      await database.owner.query(`
        CREATE TABLE tenants_away (project_id uuid PRIMARY KEY);
        GRANT SELECT ON tenants_away TO PUBLIC;
        CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM tenants_away WHERE project_id = NEW.project_id) THEN
            RAISE EXCEPTION 'connection to the remote node worker-2:5432 failed' USING ERRCODE = 'connection_failure';
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER be_away BEFORE INSERT ON quota_windows FOR EACH ROW EXECUTE FUNCTION be_away()`);
      await database.owner.query("INSERT INTO tenants_away SELECT unnest($1::uuid[])", [
        away.map(({ projectId }) => projectId),
      ]);
    });
    after(() => database.owner.query("DROP FUNCTION IF EXISTS be_away CASCADE; DROP TABLE IF EXISTS tenants_away"));

    it("those of others are stored meanwhile, and theirs once it is back", async () => {
      const log = new TelemetryWriter(database.pool, { maxConcurrentFlushes: 2, retryMs: 60_000 });
      const send = (tenant: Tenant, rows: number) =>
        log.append(tenant, { kind: "events", rows: Array.from({ length: rows }, () => anEvent()) }, plenty);
      const theirs = away.map((tenant, index) => send(tenant, index % 2 === 0 ? 1 : 12));
      await until(() => log.counters.retries >= away.length);
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(aTenant(), index % 2 === 0 ? 1 : 12)),
      );
      expect(others.map(({ stored }) => stored)).to.deep.equal(others.map((_, index) => (index % 2 === 0 ? 1 : 12)));
      await database.owner.query("DELETE FROM tenants_away");
      expect((await Promise.all(theirs)).map(({ stored }) => stored)).to.deep.equal([1, 12, 1, 12, 1, 12, 1, 12]);
      expect(log.pending).to.deep.equal({ rows: 0, bytes: 0 });
      await log.drain();
    });
  });

  it("stores others' telemetry while the node is silent that has some tenants' rows, and theirs when it answers", async () => {
    const silent = Array.from({ length: 6 }, () => aTenant());
    const letGo: (() => Promise<void>)[] = [];
    const log = new TelemetryWriter(database.pool, { maxConcurrentFlushes: 2 });
    const send = (tenant: Tenant) => log.append(tenant, { kind: "events", rows: [anEvent()] }, plenty);
    for (const { projectId } of silent) await send({ projectId, environment: "test" });
    for (const { projectId } of silent) letGo.push(await holdEvents(second.pool, projectId));
    const theirs = silent.map(send);
    const others = await Promise.all(Array.from({ length: 6 }, () => send(aTenant())));
    expect(others.map(({ stored }) => stored)).to.deep.equal([1, 1, 1, 1, 1, 1]);
    for (const go of letGo) await go();
    expect((await Promise.all(theirs)).map(({ stored }) => stored)).to.deep.equal([1, 1, 1, 1, 1, 1]);
    // Those that were slow are taken as all others are again.
    expect(await send(silent[0] ?? aTenant())).to.include({ stored: 1 });
    await log.drain();
  });

  it("knows a service after a rollback had forgotten it", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    const poison = aSpan({ serviceName: "shop", name: "\0" });
    await log.append(tenant, spanBatch(aSpan(), poison), plenty).catch(() => {});
    expect(await listServices(database.pool, tenant)).to.deep.equal([]);
    await log.append(tenant, spanBatch(aSpan()), plenty);
    expect(await listServices(second.pool, tenant)).to.deep.equal(["shop"]);
  });
});
