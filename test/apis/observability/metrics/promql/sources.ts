/** Series for queries, in a store of their own. */
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { parseSelector } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { staleMarker } from "#src/apis/observability/metrics/store.ts";
import { TenantSource } from "#src/apis/observability/metrics/tenant-source.ts";
import { ModelStore } from "../model-store.ts";

export const tenant = { projectId: "0198c1f2-0000-7000-8000-000000000001", environment: "test" } as const;
export const minute = 60_000;

/** `[ms after the start, value]`; a value alone is a minute after the one before it. */
export type Sample = number | readonly [after: number, value: number | "stale"];

/** Series by their selectors, which have no patterns; `start` in ms since the epoch. */
export async function sourceOf(series: Readonly<Record<string, readonly Sample[]>>, start = 0): Promise<TenantSource> {
  const store = new ModelStore();
  const batch = new MetricBatchBuilder();
  for (const [selector, samples] of Object.entries(series)) {
    const index = batch.series(parseSelector(selector).map(({ name, value }): [string, string] => [name, value]));
    for (const [at, sample] of samples.entries()) {
      const [after, value] = typeof sample === "number" ? [at * minute, sample] : sample;
      if (value === "stale") batch.sampleBits(index, start + after, staleMarker.low, staleMarker.high);
      else batch.sample(index, start + after, value);
    }
  }
  await store.append(tenant, batch.build());
  return new TenantSource(store, tenant);
}
