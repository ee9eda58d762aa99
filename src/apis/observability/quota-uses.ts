/** How much of its quotas a project has used. */
import { MoreThanOrEqual } from "typeorm";
import type { ApiDependencies } from "#src/apis/api-module.ts";
import type { QuotaOwner, QuotaUse } from "#src/identity/quota-use.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { metricQuotaNames } from "./metrics/charges.ts";
import { registrySize } from "./metrics/series-registry.ts";
import { usedInMinute } from "./store/quota.ts";
import { symbolFiles } from "./symbols/entities/symbol-file.ts";
import { symbolUploads } from "./symbols/entities/symbol-upload.ts";

/** None of a business as a whole. */
export async function observabilityQuotas(
  { database, config, now = Date.now }: Pick<ApiDependencies, "database" | "config" | "now">,
  { projectId, environment }: QuotaOwner,
): Promise<QuotaUse[]> {
  if (projectId === null) return [];
  const tenant = { projectId, environment };
  const { manager } = database.dataSource;
  const midnight = new Date(now() - (now() % dayMs));
  const [used, registry, stored, awaited, uploads] = await Promise.all([
    usedInMinute(database.pool, tenant),
    registrySize(database.pool, tenant),
    symbolFiles.of(manager, tenant).sum("bytes"),
    symbolUploads.of(manager, tenant).sum("declaredBytes", { status: "AWAITING_UPLOAD" }),
    symbolUploads.of(manager, tenant).count({ createdAt: MoreThanOrEqual(midnight) }),
  ]);
  const api = "observability";
  const minute = (name: string, unit: QuotaUse["unit"], limit: number): QuotaUse => ({
    ...{ api, name, unit, per: "minute", limit },
    used: used.get(name) ?? 0,
  });
  return [
    minute("events", "records", config.quotaEvents),
    minute("mobile-events", "records", config.quotaMobileEvents),
    minute("otlp-requests", "requests", config.quotaOtlpRequests),
    minute(metricQuotaNames.samples, "records", config.quotaMetricSamples),
    minute(metricQuotaNames.bytes, "bytes", config.quotaMetricBytes),
    minute("web-vitals", "records", config.quotaWebVitals),
    minute("queries", "requests", config.quotaQueries),
    { api, name: "series", unit: "series", per: null, used: registry.series, limit: config.quotaSeries },
    { api, name: "label-bytes", unit: "bytes", per: null, used: registry.labelBytes, limit: config.quotaLabelBytes },
    { api, name: "symbol-bytes", unit: "bytes", per: null, used: stored + awaited, limit: config.quotaSymbolBytes },
    { api, name: "symbol-uploads", unit: "files", per: "day", used: uploads, limit: config.quotaSymbolUploads },
  ];
}
