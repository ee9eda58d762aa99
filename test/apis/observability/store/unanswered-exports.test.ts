import { expect } from "chai";
import { logBatch } from "#src/apis/observability/store/logs-table.ts";
import { dropExpiredPartitions } from "#src/apis/observability/store/partitions.ts";
import type { LogBatch } from "#src/apis/observability/store/table.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { testDatabase } from "#test/support/database.ts";
import { aLog, aTenant, plenty } from "#test/support/telemetry.ts";

describe("log exports in which no record has a time", () => {
  const database = testDatabase();
  let log: TelemetryWriter;
  let now: number;
  beforeEach(() => {
    now = Date.now();
    log = new TelemetryWriter(database.pool, { now: () => now });
  });

  const anExport = (): LogBatch =>
    logBatch(
      [aLog({ timeUnixNano: 0n, observedTimeUnixNano: 0n }), aLog({ timeUnixNano: 0n, observedTimeUnixNano: 0n })],
      Buffer.from("the same bytes"),
    );

  const append = (tenant: ReturnType<typeof aTenant>, batch = anExport()) => log.append(tenant, batch, plenty);

  it("are stored each time when the earlier one was answered", async () => {
    const tenant = aTenant();
    for (let time = 0; time < 3; time++) {
      const batch = anExport();
      expect(await append(tenant, batch)).to.include({ stored: 2, deduped: 0 });
      await log.answering(tenant, batch);
      now += 10_000;
    }
  });

  it("are the same when the earlier one was never answered, and only once", async () => {
    const tenant = aTenant();
    await append(tenant);
    now += 1_000;
    const repeat = anExport();
    expect(await append(tenant, repeat)).to.include({ stored: 0, deduped: 2 });
    await log.answering(tenant, repeat);
    now += 1_000;
    expect(await append(tenant)).to.include({ stored: 2, deduped: 0 });
  });

  it("are the same when the answer to the repeat is lost, too", async () => {
    const tenant = aTenant();
    await append(tenant);
    for (let time = 0; time < 3; time++) {
      now += 1_000;
      expect(await append(tenant)).to.include({ stored: 0, deduped: 2 });
    }
  });

  it("are repeated as often as answers were lost", async () => {
    const tenant = aTenant();
    await Promise.all([append(tenant), append(tenant)]);
    now += 1_000;
    expect(await append(tenant)).to.include({ stored: 0 });
    expect(await append(tenant)).to.include({ stored: 0 });
    expect(await append(tenant)).to.include({ stored: 2 });
  });

  it("are two when they come at the same moment, also to two processes", async () => {
    const tenant = aTenant();
    const other = new TelemetryWriter(database.pool, { now: () => now });
    const outcomes = await Promise.all([append(tenant), append(tenant), other.append(tenant, anExport(), plenty)]);
    expect(outcomes.map(({ stored }) => stored)).to.deep.equal([2, 2, 2]);
  });

  it("are stored for each tenant", async () => {
    await append(aTenant());
    now += 1_000;
    expect(await append(aTenant())).to.include({ stored: 2 });
  });

  it("are told by the records' times where one has a time", () => {
    const batch = logBatch([aLog({ timeUnixNano: 0n, observedTimeUnixNano: 0n }), aLog()], Buffer.from("bytes"));
    expect(batch.contentId).to.equal(undefined);
  });

  it("are forgotten after a day", async () => {
    const retention = { events: 90, spans: 7, logs: 30, web_vitals: 395 };
    const tenant = aTenant();
    await append(tenant);
    await dropExpiredPartitions(database.owner, retention, new Date(now + 86_400_000 + 1));
    const { rowCount } = await database.pool.query("SELECT FROM unanswered_log_exports WHERE project_id = $1", [
      tenant.projectId,
    ]);
    expect(rowCount).to.equal(0);
  });
});
