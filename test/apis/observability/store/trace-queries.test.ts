import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { listOperations, listServices } from "#src/apis/observability/store/queries/services.ts";
import { findTraceIds, type TraceSearch } from "#src/apis/observability/store/queries/trace-ids.ts";
import { answerBounds, outlineTraces } from "#src/apis/observability/store/queries/trace-outline.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { aSpan, aTenant, plenty, spanBatch } from "#test/support/telemetry.ts";
import { findTraces, getTrace, readTraces, type WholeTrace } from "./whole-traces.ts";

describe("trace queries", () => {
  const database = testDatabase();
  const t0 = Date.now() - 600_000;
  const nano = (ms: number) => BigInt(ms) * 1_000_000n;
  const hour = { start: nano(t0 - 3_600_000), end: nano(t0 + 3_600_000), limit: 20 };

  const log = opened(() => new TelemetryWriter(database.pool));

  const store = (tenant: Tenant, rows: SpanRecord[]) => log.append(tenant, spanBatch(...rows), plenty);
  const find = (tenant: Tenant, search: Partial<TraceSearch> = {}) =>
    findTraces(database.pool, tenant, { ...hour, ...search });
  const namesOf = (traces: readonly WholeTrace[]) => traces.map(({ spans }) => spans[0]?.name);

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
    expect(trace?.spans.map(({ receivedAt, symbolication, ...record }) => record)).to.deep.equal([span]);
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
    const yesterday = new TelemetryWriter(database.pool, { now: () => Date.now() - 25 * 3_600_000 });
    await ensurePartitions(database.pool, new Date(Date.now() - 86_400_000));
    await yesterday.append(tenant, spanBatch(span), plenty);
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
      const restarted = new TelemetryWriter(database.pool);
      await restarted.append(tenant, spanBatch(aSpan({ serviceName: "pay", name: "charge", kind: 2 })), plenty);
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
          "SELECT xmin::text FROM trace_operations WHERE project_id = $1 UNION ALL SELECT xmin::text FROM trace_services WHERE project_id = $1",
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
      ["by an integer tag as text", { tags: { "http.status_code": "503" } }, ["checkout"]],
      ["by a boolean tag", { tags: { retry: "true" } }, ["checkout"]],
      ["by a number tag", { tags: { ratio: "0.5" } }, ["checkout"]],
      ["by a tag of the resource", { tags: { "host.name": 'node "1"' } }, ["checkout"]],
      ["by several tags of one span", { tags: { retry: "true", "host.name": 'node "1"' } }, ["checkout"]],
      ["by tags that no span has together", { tags: { retry: "true", q: "503" } }, []],
      ["by status", { tags: { "otel.status_code": "ERROR" } }, ["checkout"]],
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

  describe("searches over more than one step looks at", () => {
    const services = ["a", "b", "c"];

    /** Spans of three services, one of them busy, at random times and now and then at the same; some have the tag. */
    const aHistory = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 150 }),
        lane: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
        tag: fc.boolean(),
      }),
      { minLength: 60, maxLength: 200 },
    );
    const tagged = '[{"key":"wanted","value":{"stringValue":"this one"}}]';
    const tags = { wanted: "this one" };

    async function storeHistory(history: readonly { at: number; lane: number; tag: boolean }[]) {
      const tenant = aTenant();
      const rows = history.map(({ at, lane, tag }) =>
        aSpan({
          serviceName: services[lane] ?? "",
          startTimeUnixNano: nano(t0 + at),
          endTimeUnixNano: nano(t0 + at),
          attributesJson: tag ? tagged : "[]",
        }),
      );
      // In blocks of their own, so that a search may stop between them.
      for (let at = 0; at < rows.length; at += 20) await store(tenant, rows.slice(at, at + 20));
      const wanted = rows.filter(({ attributesJson }) => attributesJson === tagged);
      const startOf = new Map(
        wanted.map(({ traceId, startTimeUnixNano }) => [Buffer.from(traceId).toString("hex"), startTimeUnixNano]),
      );
      return { tenant, startOf };
    }

    it("find the newest", async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, fc.integer({ min: 1, max: 30 }), async (history, limit) => {
          const { tenant, startOf } = await storeHistory(history);
          const budget = { scanMs: 60_000 };
          const found = await findTraceIds(database.pool, tenant, { ...hour, tags, limit }, budget);
          const newest = [...startOf.values()].sort((a, b) => Number(b - a)).slice(0, limit);
          expect(found.ids.map((id) => startOf.get(id))).to.deep.equal(newest);
          expect(found.stoppedAt).to.equal(null);
        }),
        { numRuns: runs(60) },
      );
    });

    it("say where they stopped, and find the rest when they go on from there", async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, async (history) => {
          const { tenant, startOf } = await storeHistory(history);
          const budget = { scanMs: -1 };
          const found = new Set<string>();
          let { end } = hour;
          let searches = 0;
          for (;;) {
            const search = { ...hour, end, tags, limit: 1_000 };
            const { ids, stoppedAt } = await findTraceIds(database.pool, tenant, search, budget);
            for (const id of ids) found.add(id);
            if (stoppedAt === null) break;
            // Spans that start together may be more than a step looks at; then the next one leaves their moment behind.
            end = stoppedAt < end ? stoppedAt : stoppedAt - 1n;
            expect(++searches).to.be.at.most(history.length);
          }
          expect(found).to.deep.equal(new Set(startOf.keys()));
        }),
        { numRuns: runs(30) },
      );
    });
  });

  describe("the outline of an answer", () => {
    const bounds = { ...answerBounds, bytes: 20_000, largest: 5_000 };
    const ofBytes = (bytes: number) => JSON.stringify([{ key: "k", value: { stringValue: "x".repeat(bytes) } }]);
    const idOf = ({ traceId }: SpanRecord) => Buffer.from(traceId).toString("hex");

    it("leaves out the spans, and then the traces, that do not fit", async () => {
      const tenant = aTenant();
      const [first, second, third] = [aSpan(), aSpan(), aSpan()] as const;
      const more = Array.from({ length: 9 }, (_, index) =>
        aSpan({ traceId: second.traceId, attributesJson: ofBytes(3_000), startTimeUnixNano: nano(t0 + index) }),
      );
      await store(tenant, [first, second, third, ...more]);
      const { traces, leftOut } = await outlineTraces(database.pool, tenant, [first, second, third].map(idOf), bounds);
      expect(traces.map(({ traceId, truncated }) => [traceId, truncated])).to.deep.equal([
        [idOf(first), false],
        [idOf(second), true],
      ]);
      expect(traces[1]?.spans.length).to.be.within(3, 6);
      expect(leftOut).to.equal(1);
    });

    it("counts what spans share as often as it is shown: a scope in every span, a resource once", async () => {
      const tenant = aTenant();
      const traceId = randomBytes(16);
      const scopeJson = JSON.stringify({ name: "s", version: "", attributes: JSON.parse(ofBytes(2_000)) });
      const spans = Array.from({ length: 30 }, () => aSpan({ traceId, resourceJson: ofBytes(2_000) }));
      await store(tenant, spans);
      const id = traceId.toString("hex");
      expect((await outlineTraces(database.pool, tenant, [id], bounds)).traces[0]?.spans).to.have.length(30);
      const other = randomBytes(16);
      await store(
        tenant,
        spans.map((span) => ({ ...span, traceId: other, scopeJson })),
      );
      const { traces } = await outlineTraces(database.pool, tenant, [other.toString("hex")], bounds);
      expect(traces[0]?.spans.length).to.be.within(3, 9);
      expect(traces[0]?.truncated).to.equal(true);
    });

    it("shows less of a span, and nothing of a resource or scope, that is too large", async () => {
      const tenant = aTenant();
      const traceId = randomBytes(16);
      await store(tenant, [
        aSpan({
          traceId,
          startTimeUnixNano: 1n,
          name: "n".repeat(6_000),
          attributesJson: ofBytes(6_000),
          eventsJson: "[]",
        }),
        aSpan({ traceId, resourceJson: ofBytes(6_000), scopeJson: JSON.stringify({ name: "s".repeat(6_000) }) }),
      ]);
      const id = traceId.toString("hex");
      const { traces } = await outlineTraces(database.pool, tenant, [id], bounds);
      expect(traces[0]).to.include({ truncated: false, withoutSource: true });
      const [trace] = await readTraces(database.pool, tenant, [id], bounds);
      const read = trace?.spans.map(({ name, attributesJson, resourceJson, scopeJson }) => [
        name.length,
        attributesJson.length,
        resourceJson.length < 100,
        scopeJson.length < 100,
      ]);
      expect(read).to.deep.equal([
        [1_000, 2, true, true],
        ["GET /items".length, 2, true, true],
      ]);
    });
  });

  it("bounds the spans of a trace and says so", async () => {
    const tenant = aTenant();
    const traceId = randomBytes(16);
    await store(
      tenant,
      Array.from({ length: answerBounds.spansOfTrace + 1 }, () => aSpan({ traceId })),
    );
    const trace = await getTrace(database.pool, tenant, traceId.toString("hex"));
    expect(trace?.spans).to.have.length(answerBounds.spansOfTrace);
    expect(trace?.truncated).to.equal(true);
  });
});
