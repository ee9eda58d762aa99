/** What the clients of the benchmarks send: errors as servers report them, and spans as an SDK exports them. */
import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { OtlpEncoding } from "#src/apis/observability/otlp/decode.ts";
import { encodeLogs, encodeTraces, logsOf, tracesOf } from "#test/apis/observability/otlp/requests.ts";

/** Requests that are made and sent; each holds `recordsPerRequest` records. */
export interface Bodies {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly Buffer[];
  readonly recordsPerRequest: number;
}

const eventsPerRequest = 100;
const spansPerRequest = 512;
const logsPerRequest = 512;
const spansPerTrace = 8;

/** NDJSON, uncompressed. */
export function eventBodies(requests: number): Bodies {
  return {
    path: "/api/v1/monitor/ingest",
    headers: { "content-type": "application/x-ndjson" },
    recordsPerRequest: eventsPerRequest,
    bodies: Array.from({ length: requests }, () =>
      Buffer.from(Array.from({ length: eventsPerRequest }, () => JSON.stringify(anEvent())).join("\n")),
    ),
  };
}

/** Compressed with gzip, as exporters do. */
export function spanBodies(requests: number, encoding: OtlpEncoding): Bodies {
  return {
    path: "/v1/traces",
    headers: otlpHeaders(encoding),
    recordsPerRequest: spansPerRequest,
    bodies: Array.from({ length: requests }, () => {
      let traceId = "";
      const spans = Array.from({ length: spansPerRequest }, (_, index) => {
        if (index % spansPerTrace === 0) traceId = hex(16);
        return aSpan(traceId, index);
      });
      return gzipSync(encodeTraces(tracesOf(spans, { attributes: resource }, scope), encoding), { level: 6 });
    }),
  };
}

/** Compressed with gzip, as exporters do. */
export function logBodies(requests: number, encoding: OtlpEncoding): Bodies {
  return {
    path: "/v1/logs",
    headers: otlpHeaders(encoding),
    recordsPerRequest: logsPerRequest,
    bodies: Array.from({ length: requests }, (_, request) => {
      const traceId = hex(16);
      const records = Array.from({ length: logsPerRequest }, (_, index) => ({
        timeUnixNano: `${Date.now()}${String(index).padStart(6, "0")}`,
        severityNumber: index % 50 === 0 ? 17 : 9,
        severityText: index % 50 === 0 ? "ERROR" : "INFO",
        body: { stringValue: `GET /api/v1/orders/${hex(6)} took ${index % 90} ms` },
        attributes: [{ key: "http.response.status_code", value: { intValue: index % 50 === 0 ? "500" : "200" } }],
        traceId,
        spanId: hex(8),
      }));
      const service = { attributes: [text("service.name", `service-${request % 5}`)] };
      return gzipSync(encodeLogs(logsOf(records, service, { name: "http" }), encoding), { level: 6 });
    }),
  };
}

function otlpHeaders(encoding: OtlpEncoding): Bodies["headers"] {
  const type = encoding === "json" ? "application/json" : "application/x-protobuf";
  return { "content-type": type, "content-encoding": "gzip" };
}

/** An error as a server reports it. */
export function anEvent() {
  return {
    eventId: randomUUID(),
    time: Date.now() - Math.floor(Math.random() * 10_000),
    level: 50,
    message: "Cannot read properties of undefined (reading 'price')",
    release: "web@4.12.0",
    environment: "production",
    traceId: hex(16),
    spanId: hex(8),
    ...errorDetails(),
  };
}

/** What an error event tells beside its message. */
export function errorDetails() {
  return {
    tags: { region: "eu-west-1", tier: "gold" },
    user: { id: "u_18273" },
    exception: {
      type: "TypeError",
      value: "Cannot read properties of undefined (reading 'price')",
      stacktrace: {
        frames: Array.from({ length: 6 }, (_, line) => ({
          filename: "/srv/app/src/cart/total.ts",
          function: "totalOf",
          lineno: 40 + line,
          colno: 17,
          in_app: true,
        })),
      },
    },
  };
}

function aSpan(traceId: string, index: number) {
  const start = BigInt(Date.now()) * 1_000_000n - BigInt(Math.floor(Math.random() * 5e9));
  return {
    traceId,
    spanId: hex(8),
    ...(index % spansPerTrace !== 0 && { parentSpanId: hex(8) }),
    name: index % 2 === 0 ? "GET /orders/:id" : "SELECT shop.orders",
    kind: index % 2 === 0 ? 2 : 3,
    flags: 257,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 12_345_678n),
    attributes: [
      text("http.request.method", "GET"),
      text("http.route", "/orders/:id"),
      { key: "http.response.status_code", value: { intValue: "200" } },
      text("url.full", `https://shop.example.com/orders/${index}?expand=lines`),
      text("server.address", "shop.example.com"),
      { key: "server.port", value: { intValue: "443" } },
      text("network.protocol.version", "1.1"),
      text("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36"),
      { key: "app.cache_hit", value: { boolValue: index % 3 === 0 } },
      { key: "app.score", value: { doubleValue: index / 7 } },
    ],
  };
}

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

const scope = { name: "@opentelemetry/instrumentation-http", version: "0.223.1" };

const resource = [
  text("service.name", "checkout"),
  text("service.version", "4.2.0"),
  text("service.instance.id", "b7a1f3c2-6b0e-4b1e-9a57-0f6a2f1f6d11"),
  text("deployment.environment.name", "production"),
  text("host.name", "checkout-7d9c5b6f4-x2x7k"),
  text("telemetry.sdk.language", "nodejs"),
];
