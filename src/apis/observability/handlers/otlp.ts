/** OTLP/HTTP: exports of logs, traces and metrics, answered in the encoding of the request. */
import { Problem } from "#src/http/problem.ts";
import { type QuotaState, rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { type MetricQuotas, metricCharges } from "../metrics/charges.ts";
import { translate } from "../metrics/otlp/translate.ts";
import type { MetricRejection, MetricStore } from "../metrics/store.ts";
import { encodeExportResponse, exportResponse, type Rejections } from "../otlp/answers.ts";
import { OtlpDecodeError, type OtlpEncoding, readLogs, readMetrics, readTraces } from "../otlp/decode.ts";
import type { RefusedPoint } from "../otlp/metric.ts";
import { otlpEncodingOf } from "../presenters/rpc-status.ts";
import { logBatch } from "../store/logs-table.ts";
import type { TelemetryWriter } from "../store/telemetry-writer.ts";
import type { KeyCall } from "./queries.ts";

export interface OtlpHandlerDependencies {
  readonly telemetry: TelemetryWriter;
  readonly metrics: Pick<MetricStore, "append">;
  readonly metricQuotas: MetricQuotas;
  /** Exports of a tenant in a minute, those of all signals together. */
  readonly otlpRequestsPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const noBytes = Buffer.alloc(0);
/** Findings that a partial success names, and their length in characters. */
const namedFindings = 5;
const maxErrorMessage = 4_000;

export function otlpHandlers({
  telemetry,
  metrics,
  metricQuotas,
  otlpRequestsPerMinute,
  now,
}: OtlpHandlerDependencies): HandlersOf<"OpenTelemetry"> {
  const quota = { name: "otlp-requests", amount: 1, limitPerMinute: otlpRequestsPerMinute };
  return {
    async exportTraces(request, call) {
      const { tenant, encoding, bytes } = exported(request, call);
      const decoded = await decoding(() => call.intake.decode(bytes.length, readTraces(bytes, encoding, now())));
      const outcome = await telemetry.append(tenant, { kind: "spans", rows: decoded.records }, { quota });
      decoded.records.release();
      return answer(encoding, "rejectedSpans", decoded, outcome.quota);
    },

    async exportLogs(request, call) {
      const { tenant, encoding, bytes } = exported(request, call);
      const decoded = await decoding(() => call.intake.decode(bytes.length, readLogs(bytes, encoding, now())));
      const batch = logBatch(decoded.records, bytes);
      const outcome = await telemetry.append(tenant, batch, { quota });
      if (!call.signal.aborted) await telemetry.answering(tenant, batch);
      return answer(encoding, "rejectedLogRecords", decoded, outcome.quota);
    },

    async exportMetrics(request, call) {
      const { tenant, encoding, bytes } = exported(request, call);
      const { batch, rejected } = await decoding(() => call.intake.decode(bytes.length, readBatch(bytes, encoding)));
      call.intake.take(batch.labels.length);
      const samples = batch.sampleSeries.length + batch.records.length;
      const quotas = [quota, ...metricCharges(metricQuotas, samples, bytes.length)];
      const outcome = await metrics.append(tenant, batch, { quotas });
      return answer(encoding, "rejectedDataPoints", rejected(outcome.rejected), outcome.quotas[0]);
    },
  };
}

/** A request without a body exports nothing and succeeds. */
function exported({ body }: { readonly body?: { readonly bytes: Buffer } | undefined }, call: KeyCall) {
  return { tenant: tenantOf(call.identity), encoding: otlpEncodingOf(call.incoming), bytes: body?.bytes ?? noBytes };
}

function answer<Field extends string>(
  encoding: OtlpEncoding,
  counted: Field,
  rejections: Rejections,
  state: QuotaState | undefined,
) {
  const rest = { status: 200, headers: state === undefined ? {} : rateLimitHeaders(state) } as const;
  return encoding === "json"
    ? ({ ...rest, type: "application/json", body: exportResponse(counted, rejections) } as const)
    : ({ ...rest, type: "application/x-protobuf", body: encodeExportResponse(rejections) } as const);
}

/** Reads an export of metrics: the batch to write, and the data points that are rejected. */
function* readBatch(bytes: Buffer, encoding: OtlpEncoding) {
  const decoded = yield* readMetrics(bytes, encoding);
  const translated = yield* translate(decoded.records);
  yield;
  const refused = [
    ...decoded.records.flatMap((metric) => metric.refused.map(describe(metric.name))),
    ...translated.refused,
  ];
  const rejected = (rejections: readonly MetricRejection[]): Rejections => {
    const { points, reasons } = translated.refusedBy(rejections);
    const messages = [...(decoded.errorMessage === "" ? [] : [decoded.errorMessage]), ...refused, ...reasons];
    const more = messages.length > namedFindings ? [`and ${messages.length - namedFindings} more`] : [];
    return {
      rejected: decoded.rejected + refused.length + points,
      errorMessage: [...messages.slice(0, namedFindings), ...more].join("; ").slice(0, maxErrorMessage),
    };
  };
  return { batch: translated.batch, rejected };
}

const describe =
  (name: string) =>
  ({ pointer, reason }: RefusedPoint): string =>
    `${name}${pointer}: ${reason}`;

/** Throws Problem MALFORMED_BODY, which says what the decoder found. */
export async function decoding<T>(decode: () => T | Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof OtlpDecodeError)) throw error;
    throw new Problem("MALFORMED_BODY", { detail: error.message, cause: error });
  }
}
