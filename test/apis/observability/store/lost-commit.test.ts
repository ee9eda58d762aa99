/** What becomes of telemetry when the answer to its COMMIT is lost: stored exactly once, and answered as stored. */
import { expect } from "chai";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import type { Batch } from "#src/apis/observability/store/table.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { entities, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { type CommitFault, CommitProxy } from "#test/support/commit-proxy.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { silent } from "#test/support/postgres.ts";
import { aLog, anEvent, aSpan, aTenant, aVital, batchId, spanBatch } from "#test/support/telemetry.ts";
import { storedVitalValues } from "#test/support/vitals.ts";
import { countOf } from "./queues.ts";

const batches: Readonly<Record<Batch["kind"], () => Batch>> = {
  events: () => ({ kind: "events", rows: [anEvent(), anEvent(), anEvent()] }),
  spans: () => spanBatch(aSpan(), aSpan(), aSpan()),
  logs: () => ({ kind: "logs", batchId: batchId(), rows: [aLog(), aLog(), aLog()] }),
  web_vitals: () => ({ kind: "web_vitals", rows: [aVital(), aVital(), aVital()] }),
};
const quota = { name: "requests", amount: 3, limitPerMinute: 1_000 };

describe("a COMMIT whose answer is lost", () => {
  /** Two ways to one database: the tests', and that of the telemetry writer through the proxy. */
  let direct: Database;
  let proxied: Database;
  let proxy: CommitProxy;

  async function openBoth(url: string): Promise<void> {
    const opened = await CommitProxy.open(url);
    proxy = opened.proxy;
    direct = await openDatabase(url, { entities, migrations, log: silent });
    proxied = await openDatabase(opened.url, { entities: [], migrations: [], log: silent });
  }

  async function closeBoth(): Promise<void> {
    await proxy.close();
    await proxied.close();
    await direct.close();
  }

  /** Appends while the fault happens, and does `meanwhile` once it has. */
  async function isStoredOnce(
    kind: Batch["kind"],
    fault: CommitFault,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<void> {
    const tenant = aTenant();
    const log = new TelemetryWriter(proxied.pool);
    const batch = batches[kind]();
    const caught = proxy.arm(fault);
    const answer = log.append(tenant, batch, { quota });
    await caught;
    await meanwhile();
    const outcome = await answer;
    expect(outcome).to.include({ stored: 3, deduped: 0 });
    expect(outcome.quota.remaining, "the charge").to.equal(997);
    expect(log.counters.retries).to.be.at.least(1);
    expect(await countOf(direct, kind, tenant.projectId)).to.equal(3);
    // Vitals are stored again, and replace themselves.
    if (kind === "web_vitals") expect(await storedVitalValues(direct.pool, tenant.projectId)).to.have.length(3);
    else expect(await log.append(tenant, batch, { quota })).to.include({ stored: 0, deduped: 3 });
  }

  describe("because the connection is reset", () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
      await openBoth(database.url);
    });
    after(async () => {
      await closeBoth();
      await database.drop();
    });

    for (const kind of ["events", "spans", "logs", "web_vitals"] as const) {
      it(`after the commit: ${kind} are stored once`, () => isStoredOnce(kind, "reset after"));
      it(`before the commit: ${kind} are stored once`, () => isStoredOnce(kind, "reset before"));
    }

    it("is answered as it would have been, to each request of the flush", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(proxied.pool);
      const [known, twice, first, second] = [anEvent(), anEvent(), anEvent(), anEvent()];
      await log.append(tenant, { kind: "events", rows: [known] }, { quota });
      void proxy.arm("reset after");
      const outcomes = await Promise.allSettled([
        log.append(tenant, { kind: "events", rows: [known, twice, first] }, { quota }),
        log.append(tenant, { kind: "events", rows: [twice, second] }, { quota }),
        log.append(tenant, { kind: "events", rows: [anEvent()] }, { quota: { ...quota, limitPerMinute: 3 } }),
      ]);
      expect(outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value.stored)).to.deep.equal([
        2,
        1,
        false,
      ]);
      expect(outcomes[2]).to.have.nested.property("reason.code", "RATE_LIMITED");
      expect(await countOf(direct, "events", tenant.projectId)).to.equal(4);
    });

    it("and compaction has taken the block: vitals are read once", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(proxied.pool);
      const caught = proxy.arm("reset after");
      const answer = log.append(tenant, batches.web_vitals(), { quota });
      await caught;
      await compactRecordsOf(direct.pool, "web_vitals", tenant);
      expect(await answer).to.include({ stored: 3 });
      for (const step of ["before compaction", "after it"]) {
        expect(await storedVitalValues(direct.pool, tenant.projectId), step).to.have.length(3);
        await compactRecordsOf(direct.pool, "web_vitals", tenant);
      }
    });

    it("is made again when it had stored nothing that could tell", async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(proxied.pool);
      void proxy.arm("reset after");
      const outcome = await log.append(tenant, spanBatch(), { quota });
      expect(outcome).to.include({ stored: 0, deduped: 0 });
      expect(log.counters.retries).to.equal(1);
    });
  });

  describe("because PostgreSQL crashes", () => {
    const postgres = new MortalPostgres();
    before(async () => {
      await openBoth(await postgres.start());
      await postgres.migrate();
      await ensurePartitions(direct.pool);
    });
    after(async () => {
      await closeBoth();
      await postgres.stop();
    });

    /** The end of any session by SIGKILL makes PostgreSQL end them all and recover from its log. */
    async function crash(): Promise<void> {
      const { rows } = await direct.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      process.kill(rows[0]?.pid ?? 0, "SIGKILL");
    }

    for (const kind of ["events", "spans", "logs", "web_vitals"] as const) {
      it(`after the commit: ${kind} are stored once`, () => isStoredOnce(kind, "hold after", crash));
      it(`before the commit: ${kind} are stored once`, () => isStoredOnce(kind, "hold before", crash));
    }
  });
});
