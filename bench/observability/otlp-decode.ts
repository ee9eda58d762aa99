/** How many spans a second one core decodes: batches of 512 spans with ten attributes each, as an SDK sends them. */
import { SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { type OtlpEncoding, readTraces } from "#src/apis/observability/otlp/decode.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { exportOnce } from "#test/apis/observability/otlp/sdk-export.ts";
import { table } from "../report.ts";

const spansPerBatch = 512;
const seconds = 2;

const resource = resourceFromAttributes({
  "service.name": "checkout",
  "service.version": "4.2.0",
  "service.instance.id": "b7a1f3c2-6b0e-4b1e-9a57-0f6a2f1f6d11",
  "deployment.environment.name": "production",
  "host.name": "checkout-7d9c5b6f4-x2x7k",
  "telemetry.sdk.language": "nodejs",
});

function aSpan(index: number): ReadableSpan {
  const hex = index.toString(16);
  return {
    name: index % 2 === 0 ? "GET /orders/:id" : "SELECT shop.orders",
    kind: index % 2 === 0 ? SpanKind.SERVER : SpanKind.CLIENT,
    spanContext: () => ({
      traceId: hex.padStart(32, "a"),
      spanId: hex.padStart(16, "b"),
      traceFlags: TraceFlags.SAMPLED,
    }),
    parentSpanContext: { traceId: hex.padStart(32, "a"), spanId: hex.padStart(16, "c"), traceFlags: 1 },
    startTime: [1_790_000_000 + index, 123_456_789],
    endTime: [1_790_000_000 + index, 223_456_789],
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      "http.request.method": "GET",
      "http.route": "/orders/:id",
      "http.response.status_code": 200,
      "url.full": `https://shop.example.com/orders/${index}?expand=lines`,
      "server.address": "shop.example.com",
      "server.port": 443,
      "network.protocol.version": "1.1",
      "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36",
      "app.cache_hit": index % 3 === 0,
      "app.score": index / 7,
    },
    links: [],
    events: [],
    duration: [0, 100_000_000],
    ended: true,
    resource,
    instrumentationScope: { name: "@opentelemetry/instrumentation-http", version: "0.223.1" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function spansPerSecond(body: Buffer, encoding: OtlpEncoding, duration: number): number {
  const start = performance.now();
  let spans = 0;
  while (performance.now() - start < duration * 1000)
    spans += atOnce(readTraces(body, encoding, Date.now())).records.length;
  return spans / ((performance.now() - start) / 1000);
}

export async function benchOtlpDecode(): Promise<void> {
  const batch = Array.from({ length: spansPerBatch }, (_, index) => aSpan(index));
  const rows: string[][] = [];
  for (const [encoding, exporter] of [
    ["protobuf", (options: { url: string }) => new ProtobufTraceExporter(options)],
    ["json", (options: { url: string }) => new JsonTraceExporter(options)],
  ] as const) {
    const { body } = await exportOnce(exporter, batch);
    spansPerSecond(body, encoding, seconds / 4);
    rows.push([encoding, spansPerSecond(body, encoding, seconds).toFixed(0), String(body.length)]);
  }
  table(["OTLP decoder", "spans/s", "bytes a batch"], rows);
}
