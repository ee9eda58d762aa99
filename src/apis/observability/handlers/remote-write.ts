/** Prometheus' remote write, both versions of it. */
import type { CallBase } from "#src/contract/types.ts";
import { unsnap } from "#src/http/inflate.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { type MetricQuotas, metricCharges } from "../metrics/charges.ts";
import { parseRawLabels, showLabels } from "../metrics/label-bytes.ts";
import { decodeWriteV1 } from "../metrics/remote-write/decode-v1.ts";
import { decodeWriteV2 } from "../metrics/remote-write/decode-v2.ts";
import type { MetricBatch, MetricRejection, MetricStore } from "../metrics/store.ts";
import { writtenHeaders } from "../presenters/remote-write.ts";
import { decoding } from "./otlp.ts";

export interface RemoteWriteDependencies {
  readonly store: Pick<MetricStore, "append">;
  /** Requests of a tenant in a minute, OTLP exports among them. */
  readonly requestsPerMinute: number;
  readonly metricQuotas: MetricQuotas;
}

/** As in the document. */
const decodedLimit = 32 * 1024 * 1024;

const decoders = { v1: decodeWriteV1, v2: decodeWriteV2 } as const;

/** By the `proto` parameter of the content type, in lower case; 1.0 knew none. */
const versions: Readonly<Record<string, keyof typeof decoders>> = {
  "": "v1",
  "prometheus.writerequest": "v1",
  "io.prometheus.write.v2.request": "v2",
};

export function remoteWriteHandlers({
  store,
  requestsPerMinute,
  metricQuotas,
}: RemoteWriteDependencies): HandlersOf<"Remote write"> {
  return {
    async writeMetrics({ body }, call) {
      const tenant = tenantOf(call.identity);
      const decode = decoders[versionOf(call)];
      const bytes = await blockOf(body.bytes, call);
      const { batch, rejected } = await decoding(() => call.intake.decode(bytes.length, decode(bytes)));
      // Version 2.0 names a text many times that the body holds once.
      if (batch.labels !== bytes) call.intake.take(batch.labels.length);
      const outcome = await store.append(tenant, batch, {
        quotas: [
          { name: "otlp-requests", amount: 1, limitPerMinute: requestsPerMinute },
          ...metricCharges(metricQuotas, batch.sampleSeries.length + batch.records.length, bytes.length),
        ],
      });
      const [requests] = outcome.quotas;
      Object.assign(call.answerHeaders, writtenHeaders(outcome), requests && rateLimitHeaders(requests));
      const refused = [...rejected, ...outcome.rejected];
      if (refused.length > 0) throw partlyRefused(batch, refused);
      return { status: 204 };
    },
  };
}

/** Throws Problem UNSUPPORTED_MEDIA_TYPE for a message that is neither. */
function versionOf({ incoming }: CallBase): keyof typeof decoders {
  const type = incoming.headers["content-type"] ?? "";
  const [, proto = ""] = /;\s*proto\s*=\s*"?([^\s";]{0,100})"?/i.exec(type.slice(0, 512)) ?? [];
  const version = versions[proto.toLowerCase()];
  if (version !== undefined) return version;
  const accepted = "application/x-protobuf, application/x-protobuf;proto=io.prometheus.write.v2.Request";
  throw new Problem("UNSUPPORTED_MEDIA_TYPE", { detail: `Accepted here: ${accepted}.`, headers: { Accept: accepted } });
}

/** Old senders leave out that the body is compressed; nothing else is taken. Throws Problem UNSUPPORTED_MEDIA_TYPE. */
function blockOf(bytes: Buffer, { incoming, intake }: CallBase): Buffer | Promise<Buffer> {
  const encoding = incoming.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === "snappy") return bytes;
  if (!encoding) return unsnap(bytes, decodedLimit, intake);
  throw new Problem("UNSUPPORTED_MEDIA_TYPE", {
    detail: "The body has to be compressed with Snappy, in its block format.",
    headers: { "Accept-Encoding": "snappy" },
  });
}

const namedFindings = 100;

/** The problem that names the rejected series. The valid ones of the request are stored. */
function partlyRefused(batch: MetricBatch, refused: readonly MetricRejection[]): Problem {
  const lost = { samples: 0, histograms: 0, exemplars: 0 };
  for (const { samples, histograms, exemplars } of refused) {
    lost.samples += samples;
    lost.histograms += histograms;
    lost.exemplars += exemplars;
  }
  const counts = Object.entries(lost).filter(([, count]) => count > 0);
  const what = counts.map(([name, count]) => `${count} ${name}`).join(", ") || `${refused.length} series`;
  const fieldErrors = refused.slice(0, namedFindings).map((rejection) => finding(batch, rejection));
  const [first] = fieldErrors;
  return new Problem("VALIDATION_FAILED", {
    detail: `Not stored: ${what}. All else of the request is. The first finding: ${first?.message ?? ""}`,
    fieldErrors,
    details: lost,
  });
}

function finding({ labels, seriesStart, seriesEnd }: MetricBatch, { series, reason }: MetricRejection): FieldError {
  const parsed = parseRawLabels(labels.subarray(seriesStart[series], seriesEnd[series]));
  return {
    path: `/timeseries/${series}`,
    code: "series",
    message: parsed === null || parsed.length === 0 ? reason : `${showLabels(parsed)}: ${reason}`,
  };
}
