import {
  createTraceState,
  type DiagLogger,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter as JsonLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtobufLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import { encodeExportResponse, exportTraceResponse } from "#src/apis/observability/otlp/answers.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";
import { exportOnce } from "./sdk-export.ts";

const resource = resourceFromAttributes({
  "service.name": "shop",
  "process.pid": 7,
  "process.command_args": ["a", "b"],
});
const remote = { traceId: "ab".repeat(16), spanId: "cd".repeat(8), traceFlags: 1, isRemote: true };

function recordedSpans(): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor(memory)] });
  const tracer = provider.getTracer("http", "1.2.3");
  const parent = trace.setSpanContext(ROOT_CONTEXT, { ...remote, traceState: createTraceState("vendor=1") });
  const options = { kind: SpanKind.SERVER, startTime: [1_790_000_000, 123_456_789] as [number, number] };
  const span = tracer.startSpan(
    "GET /é",
    { ...options, links: [{ context: remote, attributes: { why: "retry" } }] },
    parent,
  );
  span.setAttributes({ text: 'say "hi"', whole: 42, negative: -3, real: 0.25, yes: true, list: ["x", "y"] });
  span.addEvent("cache miss", { key: "k" }, [1_790_000_000, 200_000_001]);
  span.setStatus({ code: SpanStatusCode.ERROR, message: "no stock" });
  span.end([1_790_000_001, 1]);
  tracer.startSpan("root", {}, ROOT_CONTEXT).end();
  return memory.getFinishedSpans();
}

function recordedLogs() {
  const memory = new InMemoryLogRecordExporter();
  const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter: memory })] });
  const logger = provider.getLogger("app");
  const context = trace.setSpanContext(ROOT_CONTEXT, remote);
  logger.emit({
    timestamp: [1_790_000_000, 5],
    observedTimestamp: [1_790_000_000, 6],
    severityNumber: SeverityNumber.WARN,
    severityText: "WARN",
    body: { order: 5, tags: ["a", null, { b: false }] },
    attributes: { "user.id": "u1", payload: new Uint8Array([0, 255]) },
    context,
  });
  logger.emit({ body: "plain", eventName: "started" });
  return memory.getFinishedLogRecords();
}

const traceExporters = {
  json: (options: { url: string }) => new JsonTraceExporter(options),
  protobuf: (options: { url: string }) => new ProtobufTraceExporter(options),
} as const;
const logExporters = {
  json: (options: { url: string }) => new JsonLogExporter(options),
  protobuf: (options: { url: string }) => new ProtobufLogExporter(options),
} as const;

describe("the OpenTelemetry JavaScript SDK", () => {
  for (const encoding of ["json", "protobuf"] as const) {
    it(`sends spans in ${encoding} that are decoded whole`, async () => {
      const spans = recordedSpans();
      const { body } = await exportOnce(traceExporters[encoding], spans);
      const { records, rejected } = decodeTraces(body, encoding);
      expect([records.length, rejected]).to.deep.equal([2, 0]);
      const [served, root] = records;
      expect(served).to.deep.include({
        name: "GET /é",
        kind: 2,
        traceState: "vendor=1",
        startTimeUnixNano: 1_790_000_000_123_456_789n,
        endTimeUnixNano: 1_790_000_001_000_000_001n,
        statusCode: 2,
        statusMessage: "no stock",
        serviceName: "shop",
        scopeJson: '{"attributes":[],"name":"http","version":"1.2.3"}',
      });
      expect(Buffer.from(served?.traceId ?? []).toString("hex")).to.equal(remote.traceId);
      expect(Buffer.from(served?.parentSpanId ?? []).toString("hex")).to.equal(remote.spanId);
      expect(root?.parentSpanId).to.equal(null);
      expect(JSON.parse(served?.attributesJson ?? "")).to.deep.equal([
        { key: "text", value: { stringValue: 'say "hi"' } },
        { key: "whole", value: { intValue: "42" } },
        { key: "negative", value: { intValue: "-3" } },
        { key: "real", value: { doubleValue: 0.25 } },
        { key: "yes", value: { boolValue: true } },
        { key: "list", value: { arrayValue: { values: [{ stringValue: "x" }, { stringValue: "y" }] } } },
      ]);
      expect(JSON.parse(served?.eventsJson ?? "")).to.deep.equal([
        {
          attributes: [{ key: "key", value: { stringValue: "k" } }],
          timeUnixNano: "1790000000200000001",
          name: "cache miss",
        },
      ]);
      expect(JSON.parse(served?.linksJson ?? "")[0]).to.deep.include({
        traceId: remote.traceId,
        spanId: remote.spanId,
      });
    });

    it(`sends log records in ${encoding} that are decoded whole`, async () => {
      const { body } = await exportOnce(logExporters[encoding], recordedLogs());
      const { records, rejected } = decodeLogs(body, encoding);
      expect([records.length, rejected]).to.deep.equal([2, 0]);
      expect(records[0]).to.deep.include({
        timeUnixNano: 1_790_000_000_000_000_005n,
        observedTimeUnixNano: 1_790_000_000_000_000_006n,
        severityNumber: 13,
        severityText: "WARN",
        flags: 1,
        bodyText: '{"order":5,"tags":["a",null,{"b":false}]}',
        attributesJson:
          '[{"key":"user.id","value":{"stringValue":"u1"}},{"key":"payload","value":{"bytesValue":"AP8="}}]',
      });
      expect(Buffer.from(records[0]?.traceId ?? []).toString("hex")).to.equal(remote.traceId);
      expect(records[1]).to.include({ bodyText: "plain", eventName: "started", traceId: null });
    });

    it(`reads in our ${encoding} answer how many spans were rejected`, async () => {
      const warnings: string[] = [];
      const ignore = () => undefined;
      const logger: DiagLogger = {
        error: ignore,
        warn: (...parts) => warnings.push(parts.join(" ")),
        info: ignore,
        debug: ignore,
        verbose: ignore,
      };
      diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
      const rejections = { rejected: 1, errorMessage: "spans/1: why" };
      const answer = () =>
        encoding === "protobuf"
          ? encodeExportResponse(rejections)
          : Buffer.from(JSON.stringify(exportTraceResponse(rejections)));
      const { code } = await exportOnce(traceExporters[encoding], recordedSpans(), answer);
      diag.disable();
      expect(code).to.equal(0);
      expect(warnings.join("\n"))
        .to.match(/rejectedSpans"?:\s*1/)
        .and.include("spans/1: why");
    });
  }

  it("sends the same spans and log records in both encodings", async () => {
    const spans = recordedSpans();
    const logs = recordedLogs();
    const body = async (exported: Promise<{ body: Buffer }>) => (await exported).body;
    expect(decodeTraces(await body(exportOnce(traceExporters.json, spans)), "json")).to.deep.equal(
      decodeTraces(await body(exportOnce(traceExporters.protobuf, spans)), "protobuf"),
    );
    expect(decodeLogs(await body(exportOnce(logExporters.json, logs)), "json")).to.deep.equal(
      decodeLogs(await body(exportOnce(logExporters.protobuf, logs)), "protobuf"),
    );
  });
});
