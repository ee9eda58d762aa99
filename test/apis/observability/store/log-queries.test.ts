import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { LogRecord, Tenant } from "#src/apis/observability/records.ts";
import { batchIdOf } from "#src/apis/observability/store/logs-table.ts";
import { type LogFilters, listLogs } from "#src/apis/observability/store/queries/logs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Cursors } from "#src/http/cursor.ts";
import { testDatabase } from "#test/support/database.ts";
import { aLog, aTenant, batchId, createTelemetryDatabase, plenty } from "#test/support/telemetry.ts";

describe("log queries", () => {
  const database = testDatabase(createTelemetryDatabase);
  let log: TelemetryWriter;
  const cursors = new Cursors("secret");
  const t0 = Date.parse("2026-01-10T10:00:00.000Z");
  const nano = (ms: number) => BigInt(ms) * 1_000_000n;

  before(async () => {
    log = new TelemetryWriter(database.pool);
  });

  const store = (tenant: Tenant, rows: LogRecord[]) =>
    log.append(tenant, { kind: "logs", batchId: batchId(), rows }, plenty);
  const list = (tenant: Tenant, filters: LogFilters = {}, limit = 100, cursor?: string) =>
    listLogs(database.pool, cursors, tenant, filters, { limit, cursor });
  const bodiesOf = async (tenant: Tenant, filters: LogFilters = {}) =>
    (await list(tenant, filters)).items.map(({ bodyText }) => bodyText);

  it("gives a record back as it was stored", async () => {
    const tenant = aTenant();
    const plain = aLog({ bodyText: 'say "hi" \u{1F600}' });
    const rich = aLog({
      timeUnixNano: nano(t0) + 123_456n,
      observedTimeUnixNano: nano(t0) + 999_999n,
      severityNumber: 17,
      severityText: "ERROR",
      traceId: randomBytes(16),
      spanId: Buffer.from("ffffffffffffffff", "hex"),
      flags: 2 ** 32 - 1,
      eventName: "checkout.failed",
      bodyText: '{"kvlistValue":{"values":[]}}',
      bodyJson: '{"kvlistValue":{"values":[]}}',
      attributesJson: '[{"key":"n","value":{"intValue":"9007199254740993"}}]',
      resourceJson: '[{"key":"host.name","value":{"stringValue":"h1"}}]',
      scopeJson: '{"name":"pino","version":"","attributes":[]}',
      droppedAttributesCount: 2 ** 32 - 1,
    });
    await store(tenant, [plain, rich]);
    const { items } = await list(tenant);
    expect(items.map(({ receivedAt, symbolication, ...record }) => record)).to.deep.equal([plain, rich]);
  });

  it("shows nothing of another project or environment", async () => {
    const tenant = aTenant("live");
    const traceId = randomBytes(16);
    await store(tenant, [aLog({ traceId })]);
    for (const other of [aTenant("live"), { ...tenant, environment: "test" as const }]) {
      expect(await bodiesOf(other)).to.deep.equal([]);
      expect(await bodiesOf(other, { traceId: traceId.toString("hex") })).to.deep.equal([]);
    }
    expect(await bodiesOf(tenant, { traceId: traceId.toString("hex") })).to.have.length(1);
  });

  it("places a record without a time by when it was observed, or received", async () => {
    const tenant = aTenant();
    await store(tenant, [
      aLog({ bodyText: "timed", timeUnixNano: nano(t0 + 5) }),
      aLog({ bodyText: "observed", timeUnixNano: 0n, observedTimeUnixNano: nano(t0 + 6) }),
      aLog({ bodyText: "received", timeUnixNano: 0n, observedTimeUnixNano: 0n }),
    ]);
    expect(await bodiesOf(tenant)).to.deep.equal(["received", "observed", "timed"]);
  });

  describe("filters", () => {
    const tenant = aTenant();
    const traceId = randomBytes(16);
    before(() =>
      store(tenant, [
        aLog({ bodyText: "one", timeUnixNano: nano(t0), severityNumber: 9, serviceName: "shop", traceId }),
        aLog({
          bodyText: "two",
          timeUnixNano: nano(t0 + 1000) + 999_999n,
          severityNumber: 17,
          serviceName: "pay",
          traceId,
        }),
        aLog({ bodyText: "Three %", timeUnixNano: nano(t0 + 2000), severityNumber: 21, serviceName: "pay" }),
      ]),
    );

    const cases: [string, LogFilters, string[]][] = [
      ["trace", { traceId: traceId.toString("hex").toUpperCase() }, ["two", "one"]],
      ["service", { service: "pay" }, ["Three %", "two"]],
      ["the lowest severity", { minSeverity: 17 }, ["Three %", "two"]],
      ["since", { since: new Date(t0 + 2000) }, ["Three %"]],
      ["until, to the end of its millisecond", { until: new Date(t0 + 1000) }, ["two", "one"]],
      ["a part of the body in any case", { q: "THREE %" }, ["Three %"]],
      ["all of them together", { traceId: traceId.toString("hex"), service: "pay", minSeverity: 10, q: "w" }, ["two"]],
    ];
    for (const [name, filters, expected] of cases) {
      it(`by ${name}`, async () => {
        expect(await bodiesOf(tenant, filters)).to.deep.equal(expected);
      });
    }
  });

  it("pages through records of one instant without repeats or gaps while others arrive", async () => {
    const tenant = aTenant();
    const time = nano(t0);
    for (let batch = 0; batch < 4; batch++)
      await store(
        tenant,
        Array.from({ length: 6 }, (_, i) => aLog({ bodyText: `${batch}.${i}`, timeUnixNano: time })),
      );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(tenant, {}, 5, cursor);
      seen.push(...page.items.map(({ bodyText }) => bodyText));
      cursor = page.nextCursor ?? undefined;
      await store(tenant, [aLog({ bodyText: "new", timeUnixNano: time + 1n })]);
    } while (cursor !== undefined);
    expect(seen.toSorted()).to.deep.equal([0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3, 4, 5].map((i) => `${b}.${i}`)));
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
