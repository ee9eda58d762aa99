/** Answers of an OTLP/HTTP endpoint, in the encoding of the request (OTLP specification, "OTLP/HTTP Response"). */
import type { OtlpEncoding } from "./decode.ts";

/** The part of a request that was rejected. */
export interface Rejections {
  /** How many spans, log records or data points. */
  readonly rejected: number;
  /** Of these, and of what was lost beside them; empty when nothing was. */
  readonly errorMessage: string;
}

/**
 * An ExportTraceServiceResponse in JSON. `partialSuccess` is there when something was rejected, or taken with a warning, as an
 * exemplar is that cannot be kept.
 */
export function exportTraceResponse({ rejected, errorMessage }: Rejections): {
  partialSuccess?: { rejectedSpans: number; errorMessage: string };
} {
  return errorMessage === "" ? {} : { partialSuccess: { rejectedSpans: rejected, errorMessage } };
}

/** An ExportLogsServiceResponse in JSON; see `exportTraceResponse`. */
export function exportLogsResponse({ rejected, errorMessage }: Rejections): {
  partialSuccess?: { rejectedLogRecords: number; errorMessage: string };
} {
  return errorMessage === "" ? {} : { partialSuccess: { rejectedLogRecords: rejected, errorMessage } };
}

/** An ExportMetricsServiceResponse in JSON; see `exportTraceResponse`. */
export function exportMetricsResponse({ rejected, errorMessage }: Rejections): {
  partialSuccess?: { rejectedDataPoints: number; errorMessage: string };
} {
  return errorMessage === "" ? {} : { partialSuccess: { rejectedDataPoints: rejected, errorMessage } };
}

/** Any of these responses in protobuf: all signals number their fields alike. */
export function encodeExportResponse({ rejected, errorMessage }: Rejections): Buffer {
  if (errorMessage === "") return Buffer.alloc(0);
  const count = rejected === 0 ? Buffer.alloc(0) : varintField(1, rejected);
  return delimitedField(1, Buffer.concat([count, textField(2, errorMessage)]));
}

/** A google.rpc.Status, the body of every OTLP error. `code` is one of google.rpc.Code, see `rpcCodeOf`. */
export function encodeStatus(
  { code, message }: { readonly code: number; readonly message: string },
  encoding: OtlpEncoding,
): Buffer {
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }));
  return Buffer.concat([varintField(1, code), textField(2, message)]);
}

/** google.rpc.Code by HTTP status (google/rpc/code.proto names one status per code; the rest is nearest in meaning). */
const rpcCodes: Readonly<Record<number, number>> = {
  401: 16, // UNAUTHENTICATED
  403: 7, // PERMISSION_DENIED
  404: 5, // NOT_FOUND
  405: 12, // UNIMPLEMENTED
  408: 4, // DEADLINE_EXCEEDED
  409: 10, // ABORTED
  429: 8, // RESOURCE_EXHAUSTED
  499: 1, // CANCELLED
  501: 12, // UNIMPLEMENTED
  502: 14, // UNAVAILABLE
  503: 14, // UNAVAILABLE
  504: 4, // DEADLINE_EXCEEDED
};
const invalidArgument = 3;
const internal = 13;

/** The google.rpc.Code that goes with an HTTP error status. */
export function rpcCodeOf(httpStatus: number): number {
  return rpcCodes[httpStatus] ?? (httpStatus < 500 ? invalidArgument : internal);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.from([field << 3, ...varint(value)]);
}

/** Proto3 leaves an empty text out. */
function textField(field: number, text: string): Buffer {
  return text === "" ? Buffer.alloc(0) : delimitedField(field, Buffer.from(text));
}

function delimitedField(field: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(content.length)]), content]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
