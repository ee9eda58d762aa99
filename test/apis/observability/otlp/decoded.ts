/** What a whole body says, without a pause; at a time that no record is ahead of, where none is given. */
import { lastMoment } from "#src/apis/observability/moments.ts";
import type { Decoded } from "#src/apis/observability/otlp/batch.ts";
import { type OtlpEncoding, readLogs, readTraces } from "#src/apis/observability/otlp/decode.ts";
import type { SpanRecord } from "#src/apis/observability/records.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { spansIn } from "#test/support/telemetry.ts";

/** The spans as records. */
export function decodeTraces(bytes: Buffer, encoding: OtlpEncoding, now = lastMoment): Decoded<SpanRecord[]> {
  const decoded = atOnce(readTraces(bytes, encoding, now));
  return { ...decoded, records: spansIn(decoded.records) };
}

export const decodeLogs = (bytes: Buffer, encoding: OtlpEncoding, now = lastMoment) =>
  atOnce(readLogs(bytes, encoding, now));
