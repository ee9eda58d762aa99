/** OTLP/HTTP export requests to records. Pure: bytes in, records out. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { maxAheadMs } from "../moments.ts";
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
import { checkAhead, highOf } from "./record-rules.ts";
import { logs, metrics, traces } from "./signals.ts";

export type { Decoded } from "./batch.ts";
export { OtlpDecodeError } from "./faults.ts";

/** The encodings of OTLP/HTTP: `application/json` and `application/x-protobuf`. */
export type OtlpEncoding = "json" | "protobuf";

/**
 * Reads an ExportTraceServiceRequest, and may pause between two records. An empty body is a request without spans. Spans
 * that cannot be stored, or start more than a day after `now` (ms since the epoch), are counted and described, the others
 * kept; both encodings of one request give the same records. Throws OtlpDecodeError when the body is not such a request,
 * or holds more than one request may.
 */
export function readTraces(bytes: Buffer, encoding: OtlpEncoding, now: number): Sliceable<Decoded<SpanColumns>> {
  const spans = new SpanColumns();
  const latestHigh = latestHighAt(now);
  if (encoding === "protobuf")
    return decodeProtobuf(bytes, traces, spans, (reader, values) => new SpanReader(reader, values, spans, latestHigh));
  return decodeJson(bytes, traces, spans, (...given) => {
    const span = readSpan(...given);
    checkAhead("startTimeUnixNano", highOf(span.startTimeUnixNano), latestHigh);
    spans.add(span);
  });
}

/** Reads an ExportLogsServiceRequest; see `readTraces`. A record without a time has the one at which it was observed. */
export function readLogs(bytes: Buffer, encoding: OtlpEncoding, now: number): Sliceable<Decoded<LogRecord[]>> {
  const records: LogRecord[] = [];
  const latestHigh = latestHighAt(now);
  const add = (log: LogRecord) => {
    const field = log.timeUnixNano > 0n ? "timeUnixNano" : "observedTimeUnixNano";
    checkAhead(field, highOf(log[field]), latestHigh);
    records.push(log);
  };
  if (encoding === "json") return decodeJson(bytes, logs, records, (...given) => add(readLog(...given)));
  return decodeProtobuf(bytes, logs, records, (reader, values) => new LogReader(reader, values, add));
}

const latestHighAt = (now: number): number => highOf(BigInt(Math.floor(now + maxAheadMs)) * 1_000_000n);

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
