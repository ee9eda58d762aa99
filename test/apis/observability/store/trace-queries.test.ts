import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { AppendLog } from "#src/apis/observability/store/append-log.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { listOperations, listServices } from "#src/apis/observability/store/queries/services.ts";
import {
  findTraces,
  getTrace,
  maxSpansPerTrace,
  type StoredTrace,
  type TraceSearch,
} from "#src/apis/observability/store/queries/traces.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { aSpan, aTenant, createTelemetryDatabase, plenty } from "#test/support/telemetry.ts";

describe("trace queries", () => {
  let database: TestDatabase;
  let log: AppendLog;
  const t0 = Date.now() - 600_000;
  const nano = (ms: number) => BigInt(ms) * 1_000_000n;
  const hour = { start: nano(t0 - 3_600_000), end: nano(t0 + 3_600_000), limit: 20 };

  before(async () => {
    database = await createTelemetryDatabase();
    log = new AppendLog(database.pool);
  });

  after(() => database.drop());

  const store = (tenant: Tenant, rows: SpanRecord[]) => log.append(tenant, { kind: "spans", rows }, plenty);
  const find = (tenant: Tenant, search: Partial<TraceSearch> = {}) =>
    findTraces(database.pool, tenant, { ...hour, ...search });
  const namesOf = (traces: StoredTrace[]) => traces.map(({ spans }) => spans[0]?.name);

  it("gives a span back as it was stored", async () => {
    const tenant = aTenant();
    const span = aSpan({
      spanId: Buffer.from("ffffffffffffff01", "hex"),
      parentSpanId: Buffer.from("0000000000000001", "hex"),
      traceState: "vendor=1",
      flags: 2 ** 32 - 1,
      name: "wybór 😀",
      kind: 5,
      startTimeUnixNano: 1n,
      endTimeUnixNano: 2n ** 63n - 1n,
      statusCode: 2,
      statusMessage: "deadline exceeded",
      attributesJson: '[{"key":"n","value":{"intValue":"9007199254740993"}}]',
      eventsJson: '[{"timeUnixNano":"1","name":"exception","attributes":[]}]',
      linksJson:
        '[{"traceId":"00000000000000000000000000000001","spanId":"0000000000000001","traceState":"","attributes":[]}]',
      droppedAttributesCount: 1,
      droppedEventsCount: 2,
      droppedLinksCount: 2 ** 32 - 1,
    });
    await store(tenant, [span, aSpan()]);
    const trace = await getTrace(database.pool, tenant, Buffer.from(span.traceId).toString("hex").toUpperCase());
    expect(trace?.truncated).to.equal(false);
    expect(trace?.spans.map(({ receivedAt, ...record }) => record)).to.deep.equal([span]);
  });

  it("keeps each span's own resource and scope", async () => {
    const tenant = aTenant();
    const traceId = randomBytes(16);
    const given = ["a", "b", "c", "a"].map((name) =>
      aSpan({ traceId, name, resourceJson: `["resource ${name}"]`, scopeJson: `{"name":"scope ${name}"}` }),
    );
    await store(tenant, given);
    await store(aTenant(), given);
    const trace = await getTrace(database.pool, tenant, traceId.toString("hex"));
    expect(trace?.spans).to.have.length(4);
    for (const { name, resourceJson, scopeJson } of trace?.spans ?? []) {
      expect([resourceJson, scopeJson]).to.deep.equal([`["resource ${name}"]`, `{"name":"scope ${name}"}`]);
    }
  });

  it("shows nothing of another project or environment", async () => {
    const tenant = aTenant("test");
    const span = aSpan();
    await store(tenant, [span]);
    const traceId = Buffer.from(span.traceId).toString("hex");
    for (const other of [aTenant("test"), { ...tenant, environment: "live" as const }]) {
      expect(await getTrace(database.pool, other, traceId)).to.equal(null);
      expect(await find(other, { service: "shop" })).to.deep.equal([]);
      expect(await find(other)).to.deep.equal([]);
      expect(await listServices(database.pool, other)).to.deep.equal([]);
      expect(await listOperations(database.pool, other, "shop")).to.deep.equal([]);
    }
    expect(await find(tenant, { service: "shop" })).to.have.length(1);
  });

  it("does not mix in the span of another tenant's trace with the same id", async () => {
    const [mine, theirs] = [aTenant(), aTenant()];
    const traceId = randomBytes(16);
    await store(mine, [aSpan({ traceId, name: "mine" })]);
    await store(theirs, [aSpan({ traceId, name: "theirs" })]);
    const [trace] = await find(mine);
    expect(trace?.spans.map(({ name }) => name)).to.deep.equal(["mine"]);
  });

  it("collapses a span that was stored again after the dedupe window", async () => {
    const tenant = aTenant();
    const span = aSpan();
    const yesterday = new AppendLog(database.pool, { now: () => Date.now() - 25 * 3_600_000 });
    await ensurePartitions(database.pool, { now: new Date(Date.now() - 86_400_000) });
    await yesterday.append(tenant, { kind: "spans", rows: [span] }, plenty);
    expect(await store(tenant, [span])).to.include({ stored: 1 });
    const trace = await getTrace(database.pool, tenant, Buffer.from(span.traceId).toString("hex"));
    expect(trace?.spans).to.have.length(1);
  });

  describe("services and operations", () => {
    it("list what sent spans, in order, also after a restart", async () => {
      const tenant = aTenant();
      await store(tenant, [
        aSpan({ serviceName: "shop", name: "GET /", kind: 2 }),
        aSpan({ serviceName: "pay", name: "charge", kind: 3 }),
        aSpan({ serviceName: "pay", name: "charge", kind: 2 }),
        aSpan({ serviceName: "pay", name: "charge", kind: 3 }),
        aSpan({ serviceName: "pay", name: "audit", kind: 1 }),
      ]);
      const restarted = new AppendLog(database.pool);
      await restarted.append(
        tenant,
        { kind: "spans", rows: [aSpan({ serviceName: "pay", name: "charge", kind: 2 })] },
        plenty,
      );
      expect(await listServices(database.pool, tenant)).to.deep.equal(["pay", "shop"]);
      expect(await listOperations(database.pool, tenant, "pay")).to.deep.equal([
        { name: "audit", kind: 1 },
        { name: "charge", kind: 2 },
        { name: "charge", kind: 3 },
      ]);
    });

    it("stand names of any length", async () => {
      const tenant = aTenant();
      const name = "ż".repeat(5_000);
      await store(tenant, [aSpan({ serviceName: name, name })]);
      expect(await listServices(database.pool, tenant)).to.deep.equal([name.slice(0, 255)]);
      const [trace] = await find(tenant, { service: name, operation: name });
      expect(trace?.spans[0]?.name).to.equal(name);
    });

    it("are cut between characters, so that names stay apart or become one", async () => {
      const tenant = aTenant();
      const names = ["😀", "🤖"].map((last) => "a".repeat(254) + last);
      const faces = "😀".repeat(255);
      const rows = [...names, faces, `${faces}!`].map((name) => aSpan({ serviceName: faces, name }));
      expect((await store(tenant, rows)).stored).to.equal(4);
      const operations = await listOperations(database.pool, tenant, faces);
      expect(operations.map(({ name }) => name)).to.have.members([...names, faces]);
      expect(await find(tenant, { service: faces, operation: names[0] ?? "" })).to.have.length(1);
      expect(await find(tenant, { service: faces, operation: faces })).to.have.length(2);
    });

    it("cost a statement only when they are new to the process", async () => {
      const tenant = aTenant();
      await store(tenant, [aSpan()]);
      const versions = () =>
        database.pool.query(
          "SELECT xmin::text FROM trace_operations WHERE project_id = $1 UNION ALL SELECT xmin::text FROM telemetry_sources WHERE project_id = $1",
          [tenant.projectId],
        );
      const first = (await versions()).rows;
      expect(first).to.have.length(2);
      await store(tenant, [aSpan(), aSpan()]);
      expect((await versions()).rows).to.deep.equal(first);
    });
  });

  describe("searches", () => {
    const tenant = aTenant();
    const attributes = (...pairs: [string, unknown][]) => JSON.stringify(pairs.map(([key, value]) => ({ key, value })));

    before(async () => {
      const checkout = randomBytes(16);
      await store(tenant, [
        aSpan({
          traceId: checkout,
          name: "checkout",
          serviceName: "shop",
          startTimeUnixNano: nano(t0),
          endTimeUnixNano: nano(t0 + 900),
        }),
        aSpan({
          traceId: checkout,
          name: "checkout",
          serviceName: "pay",
          kind: 3,
          startTimeUnixNano: nano(t0 + 100),
          endTimeUnixNano: nano(t0 + 200),
          statusCode: 2,
          attributesJson: attributes(
            ["http.status_code", { intValue: "503" }],
            ["retry", { boolValue: true }],
            ["ratio", { doubleValue: 0.5 }],
          ),
          resourceJson: attributes(["host.name", { stringValue: 'node "1"' }]),
        }),
        aSpan({
          name: "browse",
          serviceName: "shop",
          startTimeUnixNano: nano(t0 + 1000),
          endTimeUnixNano: nano(t0 + 1010),
        }),
        aSpan({
          name: "search",
          serviceName: "shop",
          startTimeUnixNano: nano(t0 + 2000),
          endTimeUnixNano: nano(t0 + 2050),
          attributesJson: attributes(["q", { stringValue: "503" }], ["note", { stringValue: "http.status_code" }]),
        }),
      ]);
    });

    const cases: [string, Partial<TraceSearch>, string[]][] = [
      ["of everything: newest first", {}, ["search", "browse", "checkout"]],
      ["by service", { service: "pay" }, ["checkout"]],
      ["by an unknown service", { service: "none" }, []],
      ["by operation", { operation: "browse" }, ["browse"]],
      ["by service and operation of the same span", { service: "pay", operation: "browse" }, []],
      ["by an integer tag as text", { tags: { "http.status_code": "503" } }, ["checkout"]],
      ["by a text tag", { tags: { q: "503" } }, ["search"]],
      ["by a boolean tag", { tags: { retry: "true" } }, ["checkout"]],
      ["by a number tag", { tags: { ratio: "0.5" } }, ["checkout"]],
      ["by a tag of the resource", { tags: { "host.name": 'node "1"' } }, ["checkout"]],
      ["by several tags of one span", { tags: { retry: "true", "host.name": 'node "1"' } }, ["checkout"]],
      ["by tags that no span has together", { tags: { retry: "true", q: "503" } }, []],
      ["by error", { tags: { error: "true" } }, ["checkout"]],
      ["by span kind", { tags: { "span.kind": "client" } }, ["checkout"]],
      ["by status", { tags: { "otel.status_code": "ERROR" } }, ["checkout"]],
      ["by shortest duration", { minDuration: 50_000_000n }, ["search", "checkout"]],
      ["by longest duration", { maxDuration: 10_000_000n }, ["browse"]],
      ["by start, which is included", { start: nano(t0 + 1000) }, ["search", "browse"]],
      ["by start to the nanosecond", { start: nano(t0 + 1000) + 1n }, ["search"]],
      ["by end, which is included", { end: nano(t0 + 1000) }, ["browse", "checkout"]],
      ["up to a limit", { limit: 2 }, ["search", "browse"]],
    ];
    for (const [name, search, expected] of cases) {
      it(name, async () => {
        expect(namesOf(await find(tenant, search))).to.deep.equal(expected);
      });
    }

    it("answer whole traces, not just the spans that match", async () => {
      const [trace] = await find(tenant, { service: "pay" });
      expect(trace?.spans.map(({ serviceName }) => serviceName).sort()).to.deep.equal(["pay", "shop"]);
    });
  });

  it("finds many traces behind one with very many spans", async () => {
    const tenant = aTenant();
    const giant = randomBytes(16);
    const at = (ms: number) => ({ startTimeUnixNano: nano(ms), endTimeUnixNano: nano(ms + 1) });
    const small = Array.from({ length: 30 }, (_, index) => aSpan({ name: `small ${index}`, ...at(t0 + index) }));
    await store(tenant, small);
    await store(
      tenant,
      Array.from({ length: 3_000 }, (_, index) => aSpan({ traceId: giant, ...at(t0 + 1000 + index) })),
    );
    const traces = await find(tenant, { service: "shop", limit: 25 });
    expect(traces).to.have.length(25);
    expect(traces[0]?.traceId).to.equal(giant.toString("hex"));
    expect(traces.slice(1).map(({ spans }) => spans[0]?.name)).to.deep.equal(
      Array.from({ length: 24 }, (_, index) => `small ${29 - index}`),
    );
  });

  it("bounds the spans of a trace and says so", async () => {
    const tenant = aTenant();
    const traceId = randomBytes(16);
    await store(
      tenant,
      Array.from({ length: maxSpansPerTrace + 1 }, () => aSpan({ traceId })),
    );
    const trace = await getTrace(database.pool, tenant, traceId.toString("hex"));
    expect(trace?.spans).to.have.length(maxSpansPerTrace);
    expect(trace?.truncated).to.equal(true);
  });
});
