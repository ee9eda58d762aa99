/** Metrics of tests: batches, and a store with its reader and its compaction. */
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { type CompactMetricsOptions, compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import { type MetricStoreOptions, PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { type MetricBatch, type MetricReader, staleMarker } from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import type { Database } from "#src/storage/database.ts";

export type LabelSet = Readonly<Record<string, string>>;
/** Its time in ms. */
export type Sample = readonly [at: number, value: number | "stale"];

export function metricBatch(...series: readonly (readonly [LabelSet, ...samples: Sample[]])[]): MetricBatch {
  const builder = new MetricBatchBuilder();
  for (const [labels, ...samples] of series) {
    const index = builder.series(Object.entries(labels));
    for (const [at, value] of samples) {
      if (value === "stale") builder.sampleBits(index, at, staleMarker.low, staleMarker.high);
      else builder.sample(index, at, value);
    }
  }
  return builder.build();
}

/** Stores of a database, each as a process has it; `now` in ms, the database's clock when left out. */
export function metricStores(database: Database, now?: number) {
  const clock = now === undefined ? {} : { now: () => now };
  return {
    open: (options: Partial<MetricStoreOptions> = {}) =>
      new PostgresMetricStore(database.pool, {
        retentionDays: 30,
        seriesQuotas: { series: 100_000, labelBytes: 1_000_000_000 },
        ...clock,
        ...options,
      }),
    read: <T>(store: PostgresMetricStore, work: (reader: MetricReader) => Promise<T>): Promise<T> =>
      database.queries.run("test", {}, (connection) => work(store.reader(connection))),
    compact: (tenant: Tenant, options: Partial<CompactMetricsOptions> = {}) =>
      compactMetricsOf(database.pool, tenant, { retentionDays: 30, ...(now === undefined ? {} : { now }), ...options }),
  };
}
