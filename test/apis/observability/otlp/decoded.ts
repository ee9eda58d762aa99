/** What a whole body says, without a pause. */
import { type OtlpEncoding, readLogs, readTraces } from "#src/apis/observability/otlp/decode.ts";
import { atOnce } from "#src/http/event-loop.ts";

export const decodeTraces = (bytes: Buffer, encoding: OtlpEncoding) => atOnce(readTraces(bytes, encoding));
export const decodeLogs = (bytes: Buffer, encoding: OtlpEncoding) => atOnce(readLogs(bytes, encoding));
