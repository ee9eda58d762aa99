/** OTLP/HTTP: exports of logs and traces, answered in the encoding of the request. */

import { Problem } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { encodeExportResponse, exportLogsResponse, exportTraceResponse } from "../otlp/answers.ts";
import { OtlpDecodeError, readLogs, readTraces } from "../otlp/decode.ts";
import { otlpEncodingOf } from "../presenters/rpc-status.ts";
import type { AppendLog } from "../store/append-log.ts";
import { logBatch } from "../store/logs-table.ts";

export interface OtlpHandlerDependencies {
  readonly appendLog: AppendLog;
  /** Exports of a tenant in a minute, logs and traces together. */
  readonly otlpRequestsPerMinute: number;
}

/** A request without a body exports nothing and succeeds. */
const noBytes = Buffer.alloc(0);

export function otlpHandlers({
  appendLog,
  otlpRequestsPerMinute,
}: OtlpHandlerDependencies): HandlersOf<"OpenTelemetry"> {
  const quota = { name: "otlp-requests", amount: 1, limitPerMinute: otlpRequestsPerMinute };
  return {
    async exportTraces({ body }, call) {
      const tenant = tenantOf(call.identity);
      const encoding = otlpEncodingOf(call.incoming);
      const bytes = body?.bytes ?? noBytes;
      const decoded = await decoding(() => call.intake.decode(bytes.length, readTraces(bytes, encoding)));
      const outcome = await appendLog.append(tenant, { kind: "spans", rows: decoded.records }, { quota });
      const headers = rateLimitHeaders(outcome.quota);
      return encoding === "json"
        ? { status: 200, type: "application/json", body: exportTraceResponse(decoded), headers }
        : { status: 200, type: "application/x-protobuf", body: encodeExportResponse(decoded), headers };
    },

    async exportLogs({ body }, call) {
      const tenant = tenantOf(call.identity);
      const encoding = otlpEncodingOf(call.incoming);
      const bytes = body?.bytes ?? noBytes;
      const decoded = await decoding(() => call.intake.decode(bytes.length, readLogs(bytes, encoding)));
      const batch = logBatch(decoded.records, bytes);
      const outcome = await appendLog.append(tenant, batch, { quota });
      if (!call.signal.aborted) await appendLog.answering(tenant, batch);
      const headers = rateLimitHeaders(outcome.quota);
      return encoding === "json"
        ? { status: 200, type: "application/json", body: exportLogsResponse(decoded), headers }
        : { status: 200, type: "application/x-protobuf", body: encodeExportResponse(decoded), headers };
    },
  };
}

/** Throws Problem MALFORMED_BODY, which says what the decoder found. */
async function decoding<T>(decode: () => T | Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof OtlpDecodeError)) throw error;
    throw new Problem("MALFORMED_BODY", { detail: error.message, cause: error });
  }
}
