/** OTLP/HTTP export requests to records. Pure: bytes in, records out. */
import type { LogRecord, SpanRecord } from "../records.ts";
import type { Decoded } from "./batch.ts";
import { decodeJson } from "./json/envelope.ts";
import { readLog } from "./json/log.ts";
import { readSpan } from "./json/span.ts";
import { decodeProtobuf } from "./protobuf/envelope.ts";
import { LogReader } from "./protobuf/log.ts";
import { SpanReader } from "./protobuf/span.ts";
import { logs, traces } from "./signals.ts";

export type { Decoded } from "./batch.ts";
export { OtlpDecodeError } from "./faults.ts";

/** The encodings of OTLP/HTTP: `application/json` and `application/x-protobuf`. */
export type OtlpEncoding = "json" | "protobuf";

/**
 * Decodes an ExportTraceServiceRequest. An empty body is a request without spans. Spans that cannot be stored are
 * counted and described, the others kept; both encodings of one request give the same records.
 * Throws OtlpDecodeError when the body is not such a request, or holds more than one request may.
 */
export function decodeTraces(bytes: Buffer, encoding: OtlpEncoding): Decoded<SpanRecord> {
  if (encoding === "json") return decodeJson(bytes, traces, readSpan);
  return decodeProtobuf(bytes, traces, (reader, values) => new SpanReader(reader, values));
}

/** Decodes an ExportLogsServiceRequest; see `decodeTraces`. */
export function decodeLogs(bytes: Buffer, encoding: OtlpEncoding): Decoded<LogRecord> {
  if (encoding === "json") return decodeJson(bytes, logs, readLog);
  return decodeProtobuf(bytes, logs, (reader, values) => new LogReader(reader, values));
}
