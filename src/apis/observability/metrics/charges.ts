/** Charges of metrics, however they are sent: samples, and bytes before compression. */
import type { QuotaCharge } from "../store/quota.ts";

export interface MetricQuotas {
  readonly samplesPerMinute: number;
  /** Before compression. */
  readonly bytesPerMinute: number;
}

export const metricQuotaNames = { samples: "metric-samples", bytes: "metric-bytes" } as const;

export function metricCharges(
  { samplesPerMinute, bytesPerMinute }: MetricQuotas,
  samples: number,
  bytes: number,
): QuotaCharge[] {
  return [
    { name: metricQuotaNames.samples, amount: samples, limitPerMinute: samplesPerMinute },
    { name: metricQuotaNames.bytes, amount: bytes, limitPerMinute: bytesPerMinute },
  ];
}
