import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { aSpan, nano, type OtlpSpan, spanIdOf, text, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

type Trace = Schemas["JaegerTrace"];

describe("getTrace", () => {
  const server = sharedObservabilityServer();
  const get = <T = Schemas["JaegerTraceList"]>(caller: Headers, traceId: string) =>
    server.get<T>(`/jaeger/api/traces/${traceId}`, caller);

  /** Stores spans of one trace and reads it back. */
  async function traceOf(request: object, traceId: string): Promise<Trace> {
    const caller = await server.caller();
    expect((await server.post("/v1/traces", request, caller)).body).to.deep.equal({});
    const { body } = await get(caller, traceId);
    const [trace] = body.data;
    if (trace === undefined) throw new Error("there is no trace");
    return trace;
  }

  async function spanOf(given: Partial<OtlpSpan>) {
    const span = aSpan(given);
    const trace = await traceOf(tracesOf("cart", span), span.traceId ?? "");
    const [first] = trace.spans;
    if (first === undefined) throw new Error("there is no span");
    return { ...first, trace };
  }

  describe("200", () => {
    it("returns a list of one trace with everything about its spans", async () => {
      const [traceId, parentSpanId, spanId] = [traceIdOf(), spanIdOf(), spanIdOf()];
      const linked = { traceId: traceIdOf(), spanId: spanIdOf() };
      const span = {
        traceId,
        spanId,
        parentSpanId,
        traceState: "vendor=1",
        flags: 1,
        name: "GET /cart",
        kind: 3,
        startTimeUnixNano: "1795255200123456789",
        endTimeUnixNano: "1795255200151456999",
        attributes: [text("http.request.method", "GET")],
        events: [{ timeUnixNano: "1795255200130000999", name: "cache miss", attributes: [text("key", "cart-1")] }],
        links: [{ ...linked, attributes: [text("why", "retry")] }],
        status: { code: 2, message: "no stock" },
        droppedAttributesCount: 3,
        droppedEventsCount: 2,
        droppedLinksCount: 1,
      };
      const scope = { name: "http", version: "1.2.3", attributes: [text("team", "web")] };
      const resource = { attributes: [text("service.name", "cart"), text("host.name", "web-1")] };
      const caller = await server.caller();
      await server.post(
        "/v1/traces",
        {
          resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }],
        },
        caller,
      );
      const { status, body } = await get(caller, traceId);
      expect(status).to.equal(200);
      const tag = (key: string, value: string | number | boolean, type = "string") => ({ key, type, value });
      expect(body).to.deep.equal({
        data: [
          {
            traceID: traceId,
            spans: [
              {
                traceID: traceId,
                spanID: spanId,
                flags: 1,
                operationName: "GET /cart",
                references: [
                  { refType: "CHILD_OF", traceID: traceId, spanID: parentSpanId },
                  { refType: "FOLLOWS_FROM", traceID: linked.traceId, spanID: linked.spanId },
                ],
                startTime: 1_795_255_200_123_456,
                duration: 28_000,
                tags: [
                  tag("http.request.method", "GET"),
                  tag("span.kind", "client"),
                  tag("otel.status_code", "ERROR"),
                  tag("otel.status_description", "no stock"),
                  tag("error", true, "bool"),
                  tag("otel.scope.name", "http"),
                  tag("otel.scope.version", "1.2.3"),
                  tag("otel.scope.team", "web"),
                  tag("w3c.tracestate", "vendor=1"),
                  tag("otel.dropped_attributes_count", 3, "int64"),
                  tag("otel.dropped_events_count", 2, "int64"),
                  tag("otel.dropped_links_count", 1, "int64"),
                ],
                logs: [
                  {
                    timestamp: 1_795_255_200_130_000,
                    fields: [tag("event", "cache miss"), tag("key", "cart-1")],
                  },
                ],
                processID: "p1",
                warnings: null,
              },
            ],
            processes: { p1: { serviceName: "cart", tags: [tag("host.name", "web-1")] } },
            warnings: null,
          },
        ],
        total: 1,
        limit: 0,
        offset: 0,
        errors: null,
      });
    });

    it("tells the kinds of attributes apart, and loses no digit", async () => {
      const { tags } = await spanOf({
        kind: 0,
        attributes: [
          { key: "text", value: { stringValue: 'say "hi" ü' } },
          { key: "empty", value: { stringValue: "" } },
          { key: "yes", value: { boolValue: true } },
          { key: "whole", value: { intValue: "-42" } },
          { key: "safe", value: { intValue: "9007199254740991" } },
          { key: "huge", value: { intValue: "9007199254740993" } },
          { key: "lowest", value: { intValue: "-9223372036854775808" } },
          { key: "real", value: { doubleValue: 0.25 } },
          { key: "nan", value: { doubleValue: "NaN" } },
          { key: "bytes", value: { bytesValue: "AP8=" } },
          {
            key: "list",
            value: { arrayValue: { values: [{ stringValue: "a" }, { intValue: "9007199254740993" }, {}] } },
          },
          { key: "map", value: { kvlistValue: { values: [{ key: "__proto__", value: { boolValue: false } }] } } },
          { key: "nothing", value: {} },
        ],
      });
      expect(tags.map(({ key, type, value }) => [key, type, value])).to.deep.equal([
        ["text", "string", 'say "hi" ü'],
        ["empty", "string", ""],
        ["yes", "bool", true],
        ["whole", "int64", -42],
        ["safe", "int64", 9_007_199_254_740_991],
        ["huge", "int64", "9007199254740993"],
        ["lowest", "int64", "-9223372036854775808"],
        ["real", "float64", 0.25],
        ["nan", "float64", "NaN"],
        ["bytes", "binary", "AP8="],
        ["list", "string", '["a",9007199254740993,null]'],
        ["map", "string", '{"__proto__":false}'],
        ["nothing", "string", ""],
      ]);
    });

    it("gives empty lists and no tags where nothing was said", async () => {
      const span = await spanOf({ name: "", kind: 0 });
      expect(span).to.deep.include({ operationName: "", references: [], tags: [], logs: [], warnings: null, flags: 1 });
    });

    it("names each kind of span", async () => {
      const names = [];
      for (const kind of [1, 2, 3, 4, 5]) names.push((await spanOf({ kind })).tags[0]?.value);
      expect(names).to.deep.equal(["internal", "server", "client", "producer", "consumer"]);
    });

    it("shows a successful status without an error", async () => {
      const { tags } = await spanOf({ kind: 0, status: { code: 1 } });
      expect(tags).to.deep.equal([{ key: "otel.status_code", type: "string", value: "OK" }]);
    });

    it("numbers the processes by the start of their spans, one for each resource", async () => {
      const traceId = traceIdOf();
      const now = Date.now();
      const at = (ms: number) => aSpan({ traceId, startTimeUnixNano: nano(now + ms) });
      const onHost = (service: string, host: string, ...spans: OtlpSpan[]) => ({
        resource: { attributes: [text("host.name", host), text("service.name", service)] },
        scopeSpans: [{ spans }],
      });
      const trace = await traceOf(
        {
          resourceSpans: [onHost("late", "b", at(3), at(2)), onHost("early", "a", at(0)), onHost("late", "c", at(1))],
        },
        traceId,
      );
      expect(trace.spans.map(({ processID }) => processID)).to.deep.equal(["p1", "p2", "p3", "p3"]);
      expect(
        Object.entries(trace.processes).map(([id, { serviceName, tags }]) => [id, serviceName, tags[0]?.value]),
      ).to.deep.equal([
        ["p1", "early", "a"],
        ["p2", "late", "c"],
        ["p3", "late", "b"],
      ]);
    });

    it("gives a span that ends before it starts no duration, and warns", async () => {
      const span = await spanOf({ startTimeUnixNano: "1795255200000000000", endTimeUnixNano: "1795255199999999999" });
      expect(span.duration).to.equal(0);
      expect(span.warnings).to.have.length(1);
    });

    it("shows links that point nowhere as zeros", async () => {
      const { references } = await spanOf({ links: [{}] });
      expect(references).to.deep.equal([{ refType: "FOLLOWS_FROM", traceID: "0".repeat(32), spanID: "0".repeat(16) }]);
    });

    it("takes the id in either case and without its leading zeros", async () => {
      const caller = await server.caller();
      const traceId = `000000000000000000000000000${"ABCDE"}`;
      await server.post("/v1/traces", tracesOf("cart", aSpan({ traceId })), caller);
      for (const id of ["abcde", "ABCDE", "0abcde", traceId]) {
        expect((await get(caller, id)).body.data[0]?.traceID, id).to.equal(traceId.toLowerCase());
      }
    });

    it("gathers the spans that came in by several exports, of several services", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      for (const service of ["cart", "billing"])
        await server.post("/v1/traces", tracesOf(service, aSpan({ traceId })), caller);
      const trace = (await get(caller, traceId)).body.data[0];
      expect(Object.values(trace?.processes ?? {}).map(({ serviceName }) => serviceName)).to.have.members([
        "cart",
        "billing",
      ]);
    });

    it("stays within some megabytes although every span shows the attributes of its scope, and says so", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const spans = Array.from({ length: 250 }, () => aSpan({ traceId }));
      const scope = { name: "s", attributes: [text("large", "x".repeat(900_000))] };
      const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope, spans }] }] });
      expect((await server.post("/v1/traces", body, caller)).body).to.deep.equal({});
      const answer = await get(caller, traceId);
      expect(answer.bytes.length).to.be.within(body.length, 20_000_000);
      const trace = answer.body.data[0];
      expect(trace?.spans.length).to.be.within(10, 20);
      expect(trace?.warnings?.[0]).to.include("more spans");
    });

    deepIt("holds no connection to the database while its client does not read", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const spans = Array.from({ length: 1_000 }, () =>
        aSpan({ traceId, attributes: [text("k", "x".repeat(15_000))] }),
      );
      await server.post("/v1/traces", tracesOf("cart", ...spans), caller);
      const unread = await fetch(`${server.baseUrl}/jaeger/api/traces/${traceId}`, { headers: caller });
      expect(unread.status).to.equal(200);
      // It has one of the tenant's two turns.
      expect((await get(caller, traceId)).status).to.equal(200);
      const busy = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE '% queries' AND state <> 'idle'`;
      // Until what the network takes of the answers is full, spans are still read.
      await until(async () => (await server.database.pool.query(busy)).rowCount === 0);
      await unread.body?.cancel();
    });

    it("shows ten thousand spans of a longer trace, and says that there are more", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const spans = Array.from({ length: 10_001 }, () => aSpan({ traceId }));
      await server.post("/v1/traces", tracesOf("cart", ...spans), caller);
      const trace = (await get(caller, traceId)).body.data[0];
      expect(trace?.spans).to.have.length(10_000);
      expect(trace?.warnings).to.have.length(1);
    });
  });
});
