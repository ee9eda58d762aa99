/** The OpenTelemetry SDK for JavaScript against the server: what its exporters send is what the queries give back. */
import { createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { type Logger, SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter as JsonLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtobufLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { type Headers, sharedObservabilityServer } from "#test/apis/observability/operations/server.ts";

type JaegerSpan = Schemas["JaegerSpan"];

const exporters = {
  json: { Trace: JsonTraceExporter, Log: JsonLogExporter },
  protobuf: { Trace: ProtobufTraceExporter, Log: ProtobufLogExporter },
} as const;

const resource = resourceFromAttributes({ "service.name": "shop", "service.version": "4.2.0", "process.pid": 7 });
const remote = { traceId: "ab".repeat(16), spanId: "cd".repeat(8), traceFlags: 1, isRemote: true };

/** Seconds and nanoseconds of an instant of this second. */
const at = (nanoseconds: number): [number, number] => [Math.floor(Date.now() / 1_000) - 60, nanoseconds];

/** A request that calls another and fails; returns the trace's id. */
function recordTrace(tracer: Tracer, start: [number, number]): string {
  const [seconds] = start;
  const server = tracer.startSpan("POST /orders é", {
    kind: SpanKind.SERVER,
    startTime: start,
    attributes: {
      text: 'say "hi"',
      whole: 42,
      big: 2 ** 53,
      real: 0.25,
      yes: true,
      list: ["x", "y"],
      flags: [true, false],
    },
    links: [{ context: remote, attributes: { why: "retry" } }],
  });
  const context = trace.setSpan(ROOT_CONTEXT, server);
  const client = tracer.startSpan("charge", { kind: SpanKind.CLIENT, startTime: [seconds, 2_000_000] }, context);
  client.addEvent("retrying", { attempt: 2 }, [seconds, 3_000_999]);
  client.recordException(new RangeError("card declined"), [seconds, 4_000_000]);
  client.setStatus({ code: SpanStatusCode.ERROR, message: "card declined" });
  client.end([seconds, 5_000_000]);
  server.setStatus({ code: SpanStatusCode.OK });
  server.end([seconds, 9_123_456]);
  return server.spanContext().traceId;
}

function recordLogs(logger: Logger): void {
  const context = trace.setSpanContext(ROOT_CONTEXT, { ...remote, traceState: createTraceState("vendor=1") });
  logger.emit({
    timestamp: at(5),
    observedTimestamp: at(6),
    severityNumber: SeverityNumber.WARN,
    severityText: "WARN",
    body: { order: 5, lines: ["a", null, { gift: false }] },
    attributes: { "user.id": "u1", payload: new Uint8Array([0, 255]) },
    context,
  });
  logger.emit({ timestamp: at(4), body: "checkout started", eventName: "checkout.start" });
}

const tagsOf = ({ tags }: Pick<JaegerSpan, "tags">) => Object.fromEntries(tags.map(({ key, value }) => [key, value]));

describe("the OpenTelemetry SDK", () => {
  const server = sharedObservabilityServer();

  for (const [encoding, { Trace, Log }] of Object.entries(exporters)) {
    for (const compression of ["none", "gzip"] as const) {
      describe(`exporting ${encoding}, compression ${compression}`, () => {
        const to = (path: string, headers: Headers) =>
          ({ url: `${server.baseUrl}${path}`, headers: { ...headers }, compression }) as ConstructorParameters<
            typeof Trace
          >[0];

        it("finds a nested trace as it was recorded", async () => {
          const caller = await server.caller();
          const provider = new NodeTracerProvider({
            resource,
            spanProcessors: [new BatchSpanProcessor(new Trace(to("/v1/traces", caller)))],
          });
          const start = at(1_234_567);
          const traceId = recordTrace(provider.getTracer("shop.orders", "1.2.3"), start);
          await provider.forceFlush();
          await provider.shutdown();

          const { body } = await server.get<Schemas["JaegerTraceList"]>(`/jaeger/api/traces?service=shop`, caller);
          const [found] = body.data;
          expect([body.data.length, found?.traceID]).to.deep.equal([1, traceId]);
          const [order, charge] = found?.spans ?? [];
          if (order === undefined || charge === undefined) throw new Error("spans are missing");
          const startMicroseconds = start[0] * 1_000_000 + 1_234;
          expect(order).to.include({ operationName: "POST /orders é", startTime: startMicroseconds, duration: 7_888 });
          expect(order.references).to.deep.equal([
            { refType: "FOLLOWS_FROM", traceID: remote.traceId, spanID: remote.spanId },
          ]);
          expect(tagsOf(order)).to.deep.equal({
            text: 'say "hi"',
            whole: 42,
            // Jaeger's JSON gives what a double cannot hold for certain as text.
            big: String(2 ** 53),
            real: 0.25,
            yes: true,
            list: '["x","y"]',
            flags: "[true,false]",
            "span.kind": "server",
            "otel.status_code": "OK",
            "otel.scope.name": "shop.orders",
            "otel.scope.version": "1.2.3",
          });
          expect(charge.references).to.deep.equal([{ refType: "CHILD_OF", traceID: traceId, spanID: order.spanID }]);
          expect(tagsOf(charge)).to.include({
            "span.kind": "client",
            "otel.status_code": "ERROR",
            "otel.status_description": "card declined",
            error: true,
          });
          const [retrying, exception] = charge.logs;
          expect(retrying).to.deep.equal({
            timestamp: start[0] * 1_000_000 + 3_000,
            fields: [
              { key: "event", type: "string", value: "retrying" },
              { key: "attempt", type: "int64", value: 2 },
            ],
          });
          expect(tagsOf({ tags: exception?.fields ?? [] })).to.include({
            event: "exception",
            "exception.type": "RangeError",
            "exception.message": "card declined",
          });
          const process = found?.processes[order.processID];
          expect(process?.serviceName).to.equal("shop");
          expect(tagsOf({ tags: process?.tags ?? [] })).to.include({ "service.version": "4.2.0", "process.pid": 7 });
        });

        it("finds log records as they were emitted", async () => {
          const caller = await server.caller();
          const exporter = new Log(to("/v1/logs", caller));
          const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] });
          recordLogs(provider.getLogger("app", "2.0"));
          await provider.forceFlush();
          await provider.shutdown();

          const { body } = await server.get<Schemas["LogPage"]>("/api/v1/monitor/logs", caller);
          const [warning, started] = body.items;
          expect(warning).to.deep.include({
            severityNumber: 13,
            severityText: "WARN",
            service: "shop",
            traceId: remote.traceId,
            spanId: remote.spanId,
            attributes: [
              { key: "user.id", value: { stringValue: "u1" } },
              { key: "payload", value: { bytesValue: "AP8=" } },
            ],
          });
          expect(warning?.timeUnixNano).to.match(/000000005$/);
          expect(warning?.body.kvlistValue?.values?.[0]).to.deep.equal({ key: "order", value: { intValue: "5" } });
          expect(warning?.scope).to.include({ name: "app", version: "2.0" });
          expect(started).to.deep.include({ body: { stringValue: "checkout started" }, eventName: "checkout.start" });
          const ofTrace = await server.get<Schemas["LogPage"]>(
            `/api/v1/monitor/logs?traceId=${remote.traceId}`,
            caller,
          );
          expect(ofTrace.body.items).to.have.length(1);
        });
      });
    }
  }
});
