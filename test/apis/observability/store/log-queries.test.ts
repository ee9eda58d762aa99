import { expect } from "chai";
import type { LogRecord, Tenant } from "#src/apis/observability/records.ts";
import { batchIdOf } from "#src/apis/observability/store/logs-table.ts";
import { type LogFilters, listLogs } from "#src/apis/observability/store/queries/logs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Cursors } from "#src/http/cursor.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { aLog, aTenant, batchId, plenty } from "#test/support/telemetry.ts";

describe("log queries", () => {
  const database = testDatabase();
  const cursors = new Cursors("secret");
  const t0 = Date.parse("2026-01-10T10:00:00.000Z");
  const nano = (ms: number) => BigInt(ms) * 1_000_000n;

  const log = opened(() => new TelemetryWriter(database.pool));

  const store = (tenant: Tenant, rows: LogRecord[]) =>
    log.append(tenant, { kind: "logs", batchId: batchId(), rows }, plenty);
  const list = (tenant: Tenant, filters: LogFilters = {}, limit = 100, cursor?: string) =>
    listLogs(database.pool, cursors, tenant, filters, { limit, cursor });
  const bodiesOf = async (tenant: Tenant, filters: LogFilters = {}) =>
    (await list(tenant, filters)).items.map(({ bodyText }) => bodyText);

  it("places a record without a time by when it was observed, or received", async () => {
    const tenant = aTenant();
    await store(tenant, [
      aLog({ bodyText: "timed", timeUnixNano: nano(t0 + 5) }),
      aLog({ bodyText: "observed", timeUnixNano: 0n, observedTimeUnixNano: nano(t0 + 6) }),
      aLog({ bodyText: "received", timeUnixNano: 0n, observedTimeUnixNano: 0n }),
    ]);
    expect(await bodiesOf(tenant)).to.deep.equal(["received", "observed", "timed"]);
  });

  it("derives the batch's id from the body alone", () => {
    expect(batchIdOf(Buffer.from("body"))).to.deep.equal(batchIdOf(Buffer.from("body")));
    expect(batchIdOf(Buffer.from("body"))).to.have.length(16);
    expect(batchIdOf(Buffer.from("body"))).to.not.deep.equal(batchIdOf(Buffer.from("bodz")));
  });

  it("counts the resource and scope that each record of a page repeats", async () => {
    const tenant = aTenant();
    const resourceJson = JSON.stringify([{ key: "k", value: { stringValue: "x".repeat(1_000) } }]);
    await store(
      tenant,
      Array.from({ length: 10 }, (_, index) => aLog({ timeUnixNano: nano(t0 + index), resourceJson })),
    );
    const budget = { scanMs: 60_000, pageBytes: 3_500 };
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLogs(database.pool, cursors, tenant, {}, { limit: 10, cursor }, budget);
      sizes.push(page.items.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(sizes).to.deep.equal([4, 4, 2]);
  });
});
