/** OTLP/HTTP export requests to records. Pure: bytes in, records out. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { LogRecord } from "../records.ts";
import { SpanColumns } from "../store/span-columns.ts";
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
export function readTraces(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<SpanColumns>> {
  const spans = new SpanColumns();
  if (encoding === "json") return decodeJson(bytes, traces, spans, (...span) => spans.add(readSpan(...span)));
  return decodeProtobuf(bytes, traces, spans, (reader, values) => new SpanReader(reader, values, spans));
}

/** Reads an ExportLogsServiceRequest; see `readTraces`. */
export function readLogs(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<LogRecord[]>> {
  const records: LogRecord[] = [];
  if (encoding === "json") return decodeJson(bytes, logs, records, (...log) => records.push(readLog(...log)));
  return decodeProtobuf(bytes, logs, records, (reader, values) => new LogReader(reader, values, records));
}

/**
 * Reads an ExportMetricsServiceRequest; see `readTraces`. What is counted as rejected are data points, of metrics that
 * cannot be stored as a whole; each metric lists its own besides.
 */
export function readMetrics(bytes: Buffer, encoding: OtlpEncoding): Sliceable<Decoded<OtlpMetric[]>> {
  const read: OtlpMetric[] = [];
  if (encoding === "json")
    return decodeJson(bytes, metrics, read, (...metric) => read.push(readMetric(...metric)), countJsonPoints);
  return decodeProtobuf(bytes, metrics, read, (reader) => new MetricReader(reader, read), countPoints);
}
