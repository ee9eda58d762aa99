/** Web vitals of pages, from their browsers or from servers that pass them on. */
import type { Schemas } from "#generated/observability/contract.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { type MetricQuotas, metricCharges } from "../metrics/charges.ts";
import type { TelemetryWriter } from "../store/telemetry-writer.ts";
import { vitalRecord } from "../vital-record.ts";

export interface VitalHandlerDependencies {
  readonly telemetry: TelemetryWriter;
  readonly metricQuotas: MetricQuotas;
  /** Vitals of a tenant in a minute. */
  readonly vitalsPerMinute: number;
}

export function vitalHandlers({
  telemetry,
  metricQuotas,
  vitalsPerMinute,
}: VitalHandlerDependencies): HandlersOf<"Web vitals"> {
  return {
    async ingestWebVitals({ body }, call) {
      const tenant =
        call.scheme === "BrowserSession"
          ? { projectId: call.identity.project.id, environment: call.identity.environment }
          : tenantOf(call.identity);
      const given = listOf(body);
      const rows = given.map(vitalRecord).filter((record) => record !== null);
      const quota = { name: "web-vitals", amount: rows.length, limitPerMinute: vitalsPerMinute };
      const besides = metricCharges(metricQuotas, rows.length, call.intake.needed);
      const outcome = await telemetry.append(tenant, { kind: "web_vitals", rows }, { quota, besides });
      return {
        status: 202,
        body: { ingested: rows.length, skipped: given.length - rows.length },
        headers: rateLimitHeaders(outcome.quota),
      };
    },
  };
}

function listOf(report: Schemas["WebVitalReport"]): readonly Schemas["WebVital"][] {
  if (Array.isArray(report)) return report;
  return isBatch(report) ? report.vitals : [report];
}

function isBatch(report: Schemas["WebVital"] | Schemas["WebVitalBatch"]): report is Schemas["WebVitalBatch"] {
  return Array.isArray(report.vitals);
}
