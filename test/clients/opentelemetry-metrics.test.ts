/** The metrics of the OpenTelemetry SDK for JavaScript: every kind of instrument, through both of its exporters. */
import { OTLPMetricExporter as JsonExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  AggregationType,
  InstrumentType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect } from "chai";
import { MetricQuestions } from "#test/apis/observability/operations/metrics.ts";
import { type Headers, sharedObservabilityServer } from "#test/apis/observability/operations/server.ts";

const exporters = { json: JsonExporter, protobuf: ProtobufExporter } as const;

describe("the metrics of the OpenTelemetry SDK", () => {
  const server = sharedObservabilityServer();
  const metrics = new MetricQuestions(server);

  for (const [encoding, Exporter] of Object.entries(exporters))
    for (const compression of ["none", "gzip"] as const)
      describe(`exported as ${encoding}, compression ${compression}`, () => {
        /** A provider whose reader exports when it is told to, and fails the test when an export fails. */
        function provider(caller: Headers, temporality = AggregationTemporality.CUMULATIVE) {
          const exporter = new Exporter({
            url: `${server.baseUrl}/v1/metrics`,
            headers: { ...caller },
            compression,
            temporalityPreference: temporality,
          } as ConstructorParameters<typeof Exporter>[0]);
          return new MeterProvider({
            resource: resourceFromAttributes({ "service.name": "shop", "service.instance.id": "shop-1", pid: 7 }),
            readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
            views: [
              {
                instrumentName: "fine.*",
                instrumentType: InstrumentType.HISTOGRAM,
                aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM },
              },
            ],
          });
        }
        const valuesOf = async (caller: Headers, selector: string) =>
          (await metrics.query(caller, selector)).map(({ value }) => value?.[1]);

        it("finds what each instrument measured", async () => {
          const caller = await server.caller();
          const measuring = provider(caller);
          const meter = measuring.getMeter("checkout", "1.0");
          const attributes = { "http.route": "/cart", ok: true };
          meter.createCounter("orders", { unit: "{order}", description: "Orders." }).add(3, attributes);
          meter.createUpDownCounter("queue.length").add(-2);
          meter.createGauge("temperature", { unit: "Cel" }).record(36.6);
          const duration = meter.createHistogram("duration", {
            unit: "ms",
            advice: { explicitBucketBoundaries: [10, 100] },
          });
          for (const value of [5, 50, 500]) duration.record(value);
          const fine = meter.createHistogram("fine.duration", { unit: "s" });
          for (const value of [1, 2, 4]) fine.record(value);
          meter.createObservableCounter("cpu.time", { unit: "s" }).addCallback((result) => result.observe(12.5));
          meter.createObservableUpDownCounter("workers").addCallback((result) => result.observe(4));
          meter.createObservableGauge("memory", { unit: "By" }).addCallback((result) => result.observe(2 ** 40));
          await measuring.forceFlush();
          await measuring.shutdown();

          const [orders] = await metrics.query(caller, "orders_total");
          expect(orders?.metric).to.deep.equal({
            __name__: "orders_total",
            http_route: "/cart",
            ok: "true",
            job: "shop",
            instance: "shop-1",
            otel_metric_name: "orders",
            otel_scope_name: "checkout",
            otel_scope_version: "1.0",
          });
          for (const [selector, expected] of [
            ["orders_total", ["3"]],
            ["queue_length", ["-2"]],
            ["temperature_celsius", ["36.6"]],
            ['duration_milliseconds_bucket{le=~"10|100|[+]Inf"}', ["3", "1", "2"]],
            ["duration_milliseconds_sum", ["555"]],
            ["duration_milliseconds_count", ["3"]],
            ["cpu_time_seconds_total", ["12.5"]],
            ["workers", ["4"]],
            ["memory_bytes", ["1099511627776"]],
            ["target_info", ["1"]],
          ] as const)
            expect(await valuesOf(caller, selector), selector).to.deep.equal(expected);
          const [native] = await metrics.query(caller, "fine_duration_seconds");
          expect(native).to.have.nested.property("histogram[1]").that.includes({ count: "3", sum: "7" });
        });

        it("counts for itself what is exported as delta", async () => {
          const caller = await server.caller();
          const measuring = provider(caller, AggregationTemporality.DELTA);
          const counter = measuring.getMeter("checkout").createCounter("hits");
          counter.add(5);
          await measuring.forceFlush();
          counter.add(2);
          await measuring.shutdown();
          const [hits] = await metrics.query(caller, 'hits{otel_temporality="delta"}[5m]');
          expect(hits?.values?.map(([, value]) => value)).to.deep.equal(["5", "2"]);
        });
      });
});
