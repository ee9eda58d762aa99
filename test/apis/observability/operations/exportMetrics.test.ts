import { expect } from "chai";
import { encodeMetrics, encodings, type Message } from "../otlp/requests.ts";
import { MetricQuestions } from "./metrics.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("exportMetrics", () => {
  const server = sharedObservabilityServer();
  const metrics = new MetricQuestions(server);
  const path = "/v1/metrics";
  const types = { json: "application/json", protobuf: "application/x-protobuf" } as const;

  const nanoseconds = (ms: number) => `${ms}000000`;
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resource = { attributes: [attribute("service.name", "cart"), attribute("service.instance.id", "cart-1")] };

  /** An export of these metrics of one resource and scope. */
  const exportOf = (list: readonly Message[], from: Message = resource): Message => ({
    resourceMetrics: [{ resource: from, scopeMetrics: [{ scope: { name: "shop", version: "4.2" }, metrics: list }] }],
  });
  const gauge = (name: string, points: readonly Message[], more: Message = {}): Message => ({
    name,
    gauge: { dataPoints: points },
    ...more,
  });
  const send = (caller: Headers, list: readonly Message[], from?: Message) =>
    server.post<Message>(path, exportOf(list, from), caller);

  const common = { job: "cart", instance: "cart-1", otel_scope_name: "shop", otel_scope_version: "4.2" };
  /** The newest sample of each series that a selector selects. */
  const values = async (caller: Headers, selector: string) =>
    (await metrics.query(caller, selector)).map(({ metric, value }) => {
      const { job: _job, instance: _instance, otel_scope_name: _name, otel_scope_version: _version, ...rest } = metric;
      return [rest, value?.[1]];
    });

  describe("200", () => {
    it("stores every kind of metric", async () => {
      const caller = await server.caller();
      const timeUnixNano = nanoseconds(Date.now());
      const request = exportOf([
        gauge("cart.items", [{ timeUnixNano, asInt: "3" }], { unit: "{item}" }),
        gauge("cpu.load", [{ timeUnixNano, asDouble: 0.5 }], { unit: "1" }),
        {
          name: "http.requests",
          description: "Requests.",
          sum: {
            dataPoints: [{ timeUnixNano, asInt: "7", attributes: [attribute("http.route", "/cart")] }],
            aggregationTemporality: 2,
            isMonotonic: true,
          },
        },
        { name: "queue", sum: { dataPoints: [{ timeUnixNano, asDouble: -2 }], aggregationTemporality: 2 } },
        {
          name: "requests.since",
          sum: { dataPoints: [{ timeUnixNano, asInt: "4" }], aggregationTemporality: 1, isMonotonic: true },
        },
        {
          name: "http.duration",
          unit: "ms",
          histogram: {
            dataPoints: [
              {
                timeUnixNano,
                count: "3",
                sum: 12.5,
                min: 1,
                max: 9,
                bucketCounts: ["1", "1", "1"],
                explicitBounds: [2, 5],
              },
            ],
            aggregationTemporality: 2,
          },
        },
        {
          name: "latency",
          unit: "s",
          exponentialHistogram: {
            dataPoints: [
              {
                timeUnixNano,
                count: "6",
                sum: 10,
                scale: 0,
                zeroCount: "1",
                positive: { offset: 0, bucketCounts: ["2", "0", "1"] },
                negative: { offset: 1, bucketCounts: ["2"] },
              },
            ],
            aggregationTemporality: 2,
          },
        },
        {
          name: "gc",
          summary: {
            dataPoints: [{ timeUnixNano, count: "2", sum: 3, quantileValues: [{ quantile: 0.5, value: 1 }] }],
          },
        },
      ]);
      const body = new Uint8Array(encodeMetrics(request, "protobuf"));
      const answer = await server.send<Message>("POST", path, {
        headers: { ...caller, "content-type": types.protobuf },
        body,
      });
      expect([answer.status, answer.bytes.toString()]).to.deep.equal([200, ""]);
      expect(answer.headers.get("content-type")).to.equal(types.protobuf);

      for (const [selector, count] of [
        ['{"cart.items"}', 1],
        ["http.requests", 1],
        ['{"http.duration"}', 7],
        ['{"http.duration_bucket"}', 3],
        ['{"http.duration", __name__=~".+_count"}', 1],
        ['{"http.durations"}', 0],
        ['{"cart.items", job="other"}', 0],
      ] as const) {
        expect(await metrics.query(caller, selector), selector).to.have.length(count);
        const { body } = await metrics.ask<unknown[]>(caller, "series", { "match[]": selector });
        expect(body.data, selector).to.have.length(count);
      }
      const names = await metrics.ask<string[]>(caller, "label/__name__/values", { "match[]": '{"http.requests"}' });
      expect(names.body.data).to.deep.equal(["http.requests", "http_requests_total"]);
      const all = await metrics.ask<string[]>(caller, "label/__name__/values");
      expect(all.body.data).to.include.members(["cart.items", "cart_items", "http.duration", "queue"]);
      const jobs = await metrics.ask<string[]>(caller, "label/job/values", { "match[]": '{"cpu.load"}' });
      expect(jobs.body.data).to.deep.equal(["cart"]);

      const named = (name: string) => ({ otel_metric_name: name });
      for (const [selector, expected] of Object.entries({
        cart_items: [[{ __name__: "cart_items", ...named("cart.items") }, "3"]],
        cpu_load_ratio: [[{ __name__: "cpu_load_ratio", ...named("cpu.load") }, "0.5"]],
        http_requests_total: [
          [{ __name__: "http_requests_total", http_route: "/cart", ...named("http.requests") }, "7"],
        ],
        queue: [[{ __name__: "queue" }, "-2"]],
        requests_since: [[{ __name__: "requests_since", otel_temporality: "delta", ...named("requests.since") }, "4"]],
        gc: [[{ __name__: "gc", quantile: "0.5" }, "1"]],
        gc_count: [[{ __name__: "gc_count" }, "2"]],
        gc_sum: [[{ __name__: "gc_sum" }, "3"]],
      } as const))
        expect(await values(caller, selector), selector).to.deep.equal(expected);
      const histogram = await values(caller, '{__name__=~"http_duration_milliseconds_.*"}');
      expect(
        histogram.map(([labels, value]) => [(labels as Message).__name__, (labels as Message).le, value]),
      ).to.deep.equal([
        ["http_duration_milliseconds_bucket", "+Inf", "3"],
        ["http_duration_milliseconds_bucket", "2", "1"],
        ["http_duration_milliseconds_bucket", "5", "2"],
        ["http_duration_milliseconds_count", undefined, "3"],
        ["http_duration_milliseconds_max", undefined, "9"],
        ["http_duration_milliseconds_min", undefined, "1"],
        ["http_duration_milliseconds_sum", undefined, "12.5"],
      ]);
      const [native] = await metrics.query(caller, "latency_seconds");
      expect(native)
        .to.have.nested.property("histogram[1]")
        .that.deep.equals({
          count: "6",
          sum: "10",
          buckets: [
            [1, "-4", "-2", "2"],
            [3, "-1e-128", "1e-128", "1"],
            [0, "1", "2", "2"],
            [0, "4", "8", "1"],
          ],
        });
      const { body: known } = await metrics.ask<Record<string, Message[]>>(caller, "metadata");
      expect(known.data.http_requests_total).to.deep.equal([{ type: "counter", help: "Requests.", unit: "" }]);
    });

    it("names the target by service and instance, and keeps what else is known of it", async () => {
      const caller = await server.caller();
      const timeUnixNano = nanoseconds(Date.now());
      const attributes = [
        ...resource.attributes,
        attribute("service.namespace", "shop"),
        attribute("host.name", "web-1"),
      ];
      await send(caller, [gauge("a", [{ timeUnixNano, asInt: 1 }])], { attributes });
      const [series] = await metrics.query(caller, "a");
      expect(series?.metric).to.deep.equal({ __name__: "a", ...common, job: "shop/cart" });
      const [target] = await metrics.query(caller, "target_info");
      expect(target?.metric).to.deep.equal({
        __name__: "target_info",
        job: "shop/cart",
        instance: "cart-1",
        host_name: "web-1",
      });
    });

    it("takes attributes of every kind as labels", async () => {
      const caller = await server.caller();
      const kinds = {
        text: { stringValue: "x" },
        flag: { boolValue: true },
        whole: { intValue: "9007199254740993" },
        real: { doubleValue: 0.5 },
        bytes: { bytesValue: "AQI=" },
        list: { arrayValue: { values: [{ stringValue: "a" }, { intValue: "1" }] } },
        map: { kvlistValue: { values: [{ key: "k", value: { boolValue: false } }] } },
        empty: {},
        "9th": { stringValue: "n" },
        "a.b": { stringValue: "1" },
        a_b: { stringValue: "2" },
      };
      const attributes = Object.entries(kinds).map(([key, value]) => ({ key, value }));
      await send(caller, [gauge("kinds", [{ timeUnixNano: nanoseconds(Date.now()), asInt: 1, attributes }])]);
      const [series] = await metrics.query(caller, "kinds");
      expect(series?.metric).to.deep.equal({
        __name__: "kinds",
        ...common,
        text: "x",
        flag: "true",
        whole: "9007199254740993",
        real: "0.5",
        bytes: "AQI=",
        list: '["a",1]',
        map: '{"k":false}',
        key_9th: "n",
        a_b: "1;2",
      });
    });

    it("ends a series whose point says that nothing is recorded any more", async () => {
      const caller = await server.caller();
      const now = Date.now();
      const point = (ago: number, more: Message = {}) => ({ timeUnixNano: nanoseconds(now - ago), asInt: 1, ...more });
      await send(caller, [gauge("ends", [point(2_000)]), gauge("goes.on", [point(2_000)])]);
      await send(caller, [gauge("ends", [point(1_000, { flags: 1 })])]);
      expect(await metrics.query(caller, "ends")).to.deep.equal([]);
      expect(await metrics.query(caller, "goes_on")).to.have.lengthOf(1);
    });

    it("counts the data points that cannot be stored, names the first, and keeps the others", async () => {
      const caller = await server.caller();
      const timeUnixNano = nanoseconds(Date.now());
      const good = { timeUnixNano, asInt: 1 };
      const { status, body } = await send(caller, [
        gauge("partly", [good, { asInt: 2 }, { timeUnixNano, asInt: 3, attributes: [attribute("a", "\0")] }]),
        gauge("", [good, good, good]),
        {
          name: "coarse",
          exponentialHistogram: { dataPoints: [{ timeUnixNano, count: "1", scale: -5 }], aggregationTemporality: 2 },
        },
        {
          name: "uneven",
          histogram: { dataPoints: [{ timeUnixNano, count: "1", bucketCounts: ["1"], explicitBounds: [1, 2] }] },
        },
        gauge("ancient", [{ timeUnixNano: "1000000", asInt: 4 }]),
      ]);
      const { rejectedDataPoints, errorMessage } = body.partialSuccess as Record<string, unknown>;
      expect([status, rejectedDataPoints]).to.deep.equal([200, 8]);
      for (const reason of ["name is missing", "partly/gauge/dataPoints/1: timeUnixNano is missing", "U+0000"])
        expect(errorMessage).to.include(reason);
      expect(await values(caller, "partly")).to.deep.equal([[{ __name__: "partly" }, "1"]]);
    });

    it("names exemplars and resource attributes that cannot be kept, of data points that are", async () => {
      const caller = await server.caller();
      const timeUnixNano = nanoseconds(Date.now());
      const exemplars = [{ timeUnixNano: "1000000", asDouble: 1 }];
      const list = [gauge("kept", [{ timeUnixNano, asInt: 1, exemplars }])];
      const attributes = [...resource.attributes, attribute("command", "x".repeat(20_000))];
      for (const encoding of encodings) {
        const bytes = new Uint8Array(encodeMetrics(exportOf(list, { attributes }), encoding));
        const answer = await server.send<Message>("POST", path, {
          headers: { ...caller, "content-type": types[encoding] },
          body: bytes,
        });
        expect(answer.status).to.equal(200);
        const text = answer.bytes.toString();
        expect(text).to.include("target_info: label command is longer than 16383 bytes");
        expect(text).to.include("kept: a timestamp is older than the retention");
        if (encoding === "json") expect(answer.body.partialSuccess).to.have.property("rejectedDataPoints", 0);
      }
      expect(await values(caller, "kept")).to.deep.equal([[{ __name__: "kept" }, "1"]]);
    });
  });
});
