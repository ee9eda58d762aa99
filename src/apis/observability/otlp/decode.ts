/** OTLP/HTTP export requests to records. Pure: bytes in, records out. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { LogRecord, SpanRecord } from "../records.ts";
import type { Decoded } from "./batch.ts";
import { decodeJson } from "./json/envelope.ts";
import { readLog } from "./json/log.ts";
import { countPoints as countJsonPoints, readMetric } from "./json/metric.ts";
import { readSpan } from "./json/span.ts";
import type { OtlpMetric } from "./metric.ts";
import { decodeProtobuf } from "./protobuf/envelope.ts";
import { LogReader } from "./protobuf/log.ts";
import { countPoints, MetricReader } from "./protobuf/metric.ts";
import { SpanReader } from "./protobuf/span.ts";
import { logs, metrics, traces } from "./signals.ts";

export type { Decoded } from "./batch.ts";
export { OtlpDecodeError } from "./faults.ts";

/** The encodings of OTLP/HTTP: `application/json` and `application/x-protobuf`. */
export type OtlpEncoding = "json" | "protobuf";

/**
 * Reads an ExportTraceServiceRequest, and may pause between two records. An empty body is a request without spans. Spans
 * that cannot be stored are counted and described, the others kept; both encodings of one request give the same records.
 * Throws OtlpDecodeError when the body is not such a request, or holds more than one request may.
 */
export function readTraces(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<SpanRecord>> {
  if (encoding === "json") return decodeJson(bytes, traces, readSpan);
  return decodeProtobuf(bytes, traces, (reader, values) => new SpanReader(reader, values));
}

/** Reads an ExportLogsServiceRequest; see `readTraces`. */
export function readLogs(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<LogRecord>> {
  if (encoding === "json") return decodeJson(bytes, logs, readLog);
  return decodeProtobuf(bytes, logs, (reader, values) => new LogReader(reader, values));
}

/**
 * Reads an ExportMetricsServiceRequest; see `readTraces`. What is counted as rejected are data points, of metrics that
 * cannot be stored as a whole; each metric lists its own besides.
 */
export function readMetrics(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<OtlpMetric>> {
  if (encoding === "json") return decodeJson(bytes, metrics, readMetric, countJsonPoints);
  return decodeProtobuf(bytes, metrics, (reader) => new MetricReader(reader), countPoints);
}
