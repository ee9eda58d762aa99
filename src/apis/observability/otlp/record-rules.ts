/**
 * What makes a record valid, whichever way it was encoded (comments of opentelemetry/proto/trace/v1/trace.proto and
 * logs/v1/logs.proto). Ids arrive as bytes, of length 0 when the field is absent. Functions that can fail throw
 * RecordFault.
 */
import { RecordFault, reasons } from "./faults.ts";

const traceIdLength = 16;
const spanIdLength = 8;
const timeLimit = 2n ** 63n;
/** The same of the upper 32 bits. */
const highLimit = 2 ** 31;

/** Ids of a span are required. The id is the bytes from `start` to before `end`. */
export function spanTraceId(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array {
  if (!isId(bytes, traceIdLength, start, end)) throw new RecordFault(reasons.traceId);
  return bytes;
}

/** See `spanTraceId`. */
export function spanSpanId(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array {
  if (!isId(bytes, spanIdLength, start, end)) throw new RecordFault(reasons.spanId);
  return bytes;
}

/** Null at the root of a trace: the proto says empty, some SDKs send zeros. See `spanTraceId`. */
export function parentSpanId(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array | null {
  if (isId(bytes, spanIdLength, start, end)) return bytes;
  if (end !== start && end - start !== spanIdLength) throw new RecordFault(reasons.parentSpanId);
  return null;
}

/** An invalid trace id of a log record means that it belongs to no trace (logs.proto, `trace_id`). */
export function logTraceId(id: Uint8Array): Uint8Array | null {
  return isId(id, traceIdLength) ? id : null;
}

/** See `logTraceId`. */
export function logSpanId(id: Uint8Array): Uint8Array | null {
  return isId(id, spanIdLength) ? id : null;
}

/** Links may point at an invalid context (zeros or nothing), as long as the ids have their length. */
export function checkLinkIds(traceIdBytes: number, spanIdBytes: number): void {
  const valid =
    (traceIdBytes === 0 || traceIdBytes === traceIdLength) && (spanIdBytes === 0 || spanIdBytes === spanIdLength);
  if (!valid) throw new RecordFault(reasons.link);
}

/** Nanoseconds since the Unix epoch; PostgreSQL's bigint is signed, which lasts until the year 2262. */
export function storableTime(field: string, time: bigint): bigint {
  if (time >= timeLimit) throw new RecordFault(reasons.time(field));
  return time;
}

/** Checks the same of a time's upper 32 bits. */
export function checkTime(field: string, high: number): void {
  if (high >= highLimit) throw new RecordFault(reasons.time(field));
}

/**
 * Checks that a record's time, by its upper 32 bits, is not after `latestHigh` (`highOf`). Lists and searches rely on it: records whose
 * clock is further ahead would be missing from them.
 */
export function checkAhead(field: string, high: number, latestHigh: number): void {
  if (high > latestHigh) throw new RecordFault(reasons.ahead(field));
}

/** The upper 32 bits of a time in nanoseconds, which count units of 4.3 seconds. */
export function highOf(nanoseconds: bigint): number {
  return Number(nanoseconds >> 32n);
}

/** Enumerations are open in proto3: a value that is not known yet counts as unspecified. */
export function knownEnum(value: number, largest: number): number {
  return value <= largest ? value : 0;
}

/** Largest known value per enumeration. */
export const spanKinds = 5;
export const statusCodes = 2;
export const severities = 24;

function isId(bytes: Uint8Array, length: number, start = 0, end = bytes.length): boolean {
  if (end - start !== length) return false;
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return true;
  return false;
}
