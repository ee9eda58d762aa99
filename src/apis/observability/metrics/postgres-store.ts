/** The metric store on PostgreSQL: requests of one tenant that arrive together are committed together. */
import type { Pool } from "pg";
import { fromNowInSlices } from "#src/http/event-loop.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import { GroupCommit } from "#src/storage/group-commit.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { type Tenant, tenantName } from "../records.ts";
import { beyondQuota } from "../store/quota.ts";
import { type LockedMetrics, lockMetrics, type MetricRequest, writeMetrics } from "./flush.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { KnownSeriesByTenant } from "./known-series.ts";
import type { SeriesQuotas } from "./new-series.ts";
import { PostgresMetricReader } from "./reader.ts";
import { SeriesSources } from "./series-catalog.ts";
import { type Fingerprint, fingerprintOf } from "./series-registry.ts";
import { StagedBatch } from "./staging.ts";
import type { MetricAppendOptions, MetricAppendOutcome, MetricBatch, MetricReader, MetricStore } from "./store.ts";

export interface MetricStoreOptions {
  readonly retentionDays: number;
  readonly seriesQuotas: SeriesQuotas;
  /** Milliseconds since the Unix epoch, for tests; the database's clock when left out. */
  readonly now?: () => number;
  /** Called when a tenant's blocks have become worth compacting. */
  readonly onDue?: (tenant: Tenant) => void;
  /** How long a flush that meets passing trouble is attempted again, in ms; 5,000 when left out. */
  readonly retryMs?: number;
  /** For tests, which make them collide. */
  readonly fingerprint?: Fingerprint;
  readonly hash?: KeyedHash;
  /** Of all tenants together, for series that are in no label index yet. */
  readonly unindexedBytes?: number;
  /** Most bytes of labels that a list or a selection may hold. */
  readonly listBytes?: number;
}

/** Compaction is worth its while from so many samples on. */
export const dueItems = 200_000;
const maxFlushSamples = 50_000;
/** Samples of this process that may wait for their commit. */
const maxPendingSamples = 2_000_000;

/** For lists and rules, which are evaluated here: queries have threads of their own. In bytes. */
const kept = { keptBytes: 48 * 1024 * 1024, unindexedBytes: 32 * 1024 * 1024 } as const;

export class PostgresMetricStore implements MetricStore {
  readonly #known: KnownSeriesByTenant;
  readonly #commits: GroupCommit<MetricRequest, MetricAppendOutcome, LockedMetrics>;
  readonly #sources: SeriesSources;

  constructor(
    pool: Pool,
    {
      hash,
      onDue,
      fingerprint = fingerprintOf,
      retryMs = 5_000,
      unindexedBytes = kept.unindexedBytes,
      listBytes,
      ...options
    }: MetricStoreOptions,
  ) {
    const known = new KnownSeriesByTenant(hash === undefined ? {} : { hash });
    const sources = new SeriesSources({ ...kept, unindexedBytes, listBytes });
    onOtherServer(pool, () => {
      known.forgetAll();
      sources.forget();
    });
    const dependencies = {
      ...options,
      now: options.now,
      known,
      fingerprint,
      stored(tenant: Tenant, before: number, after: number) {
        if (Math.floor(before / dueItems) !== Math.floor(after / dueItems)) onDue?.(tenant);
      },
    };
    this.#known = known;
    this.#sources = sources;
    this.#commits = new GroupCommit({
      pool,
      retryMs,
      maxBatch: 64,
      maxPending: 10_000,
      weigh: ({ staged: { batch } }) =>
        batch.sampleSeries.length + batch.seriesStart.length + batch.records.length + (batch.labels.length >>> 10),
      maxBatchWeight: maxFlushSamples,
      maxPendingWeight: maxPendingSamples,
      maxConcurrent: 4,
      lock: (client, requests) => lockMetrics(client, requests[0].tenant, requests),
      write: (client, requests, locked) => writeMetrics(client, requests[0].tenant, requests, locked, dependencies),
      failed(_, [{ tenant }]) {
        known.forget(tenant);
        return false;
      },
    });
  }

  async append(tenant: Tenant, batch: MetricBatch, { quotas }: MetricAppendOptions): Promise<MetricAppendOutcome> {
    for (const quota of quotas) {
      const beyond = beyondQuota(quota);
      if (beyond !== null) throw beyond;
    }
    const staged = new StagedBatch(batch);
    // Before the tenant's lock is taken, so that flushes hold it for as short as they can.
    await fromNowInSlices(staged.lookUp(this.#known.guess(tenant)));
    return await this.#commits.submit(tenantName(tenant), { tenant, staged, quotas });
  }

  reader(connection: QueryConnection): MetricReader {
    return new PostgresMetricReader(connection, this.#sources);
  }

  drain(): Promise<void> {
    return this.#commits.drain();
  }
}
