/** The way of metrics into the database: requests of one tenant that arrive together are committed together. */
import type { Pool } from "pg";
import { fromNowInSlices } from "#src/http/event-loop.ts";
import { Problem } from "#src/http/problem.ts";
import { Batches } from "#src/storage/batches.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import { isPassing, overloaded, overloadedWhenPassing } from "#src/storage/passing.ts";
import type { Place } from "#src/storage/places.ts";
import { attemptAgain } from "#src/storage/retry.ts";
import type { Tenant } from "../records.ts";
import { beyondQuota } from "../store/quota.ts";
import {
  type FlushedMetrics,
  FlushUnanswered,
  flushMetrics,
  type MetricAnswer,
  type MetricRequest,
  type UnansweredFlush,
} from "./flush.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { KnownSeriesByTenant } from "./known-series.ts";
import type { SeriesQuotas } from "./new-series.ts";
import { type Fingerprint, fingerprintOf } from "./series-registry.ts";
import { StagedBatch } from "./staging.ts";
import type { MetricAppendOptions, MetricAppendOutcome, MetricBatch } from "./store.ts";

export interface MetricWriterOptions {
  readonly retentionDays: number;
  readonly seriesQuotas: SeriesQuotas;
  /** Milliseconds since the Unix epoch, for tests; the database's clock when left out. */
  readonly now?: () => number;
  /** Hears when a tenant's blocks have become worth compacting. */
  readonly onDue?: (tenant: Tenant) => void;
  /** How long a flush that meets passing trouble is attempted again, in ms; 5,000 when left out. */
  readonly retryMs?: number;
  /** For tests, which make them collide. */
  readonly fingerprint?: Fingerprint;
  readonly hash?: KeyedHash;
}

interface Submitted extends MetricRequest {
  readonly tenant: Tenant;
}

/** Compaction is worth its while from so many samples on. */
export const dueItems = 200_000;
const maxFlushSamples = 50_000;
/** Samples of this process that may wait for their commit. */
const maxPendingSamples = 2_000_000;
const firstRetryPauseMs = 25;
const longestRetryPauseMs = 500;

export class MetricWriter {
  readonly #pool: Pool;
  readonly #options: MetricWriterOptions;
  readonly #known: KnownSeriesByTenant;
  readonly #commits: Batches<Submitted, MetricAnswer>;

  constructor(pool: Pool, options: MetricWriterOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#known = new KnownSeriesByTenant(options.hash === undefined ? {} : { hash: options.hash });
    onOtherServer(pool, () => this.#known.forgetAll());
    this.#commits = new Batches({
      run: (_, requests, pause) => this.#commit(requests, pause),
      overloaded,
      maxBatch: 64,
      maxPending: 10_000,
      maxConcurrent: 4,
      weigh: ({ staged: { batch } }) =>
        batch.sampleSeries.length + batch.seriesStart.length + batch.records.length + (batch.labels.length >>> 10),
      maxBatchWeight: maxFlushSamples,
      maxPendingWeight: maxPendingSamples,
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
    const answer = await this.#commits.submit(`${tenant.projectId} ${tenant.environment}`, { tenant, staged, quotas });
    if (answer instanceof Problem) throw answer;
    return answer;
  }

  drain(): Promise<void> {
    return this.#commits.close();
  }

  async #commit(requests: readonly Submitted[], pause: Place["pause"]): Promise<readonly MetricAnswer[]> {
    const [first] = requests;
    if (first === undefined) return [];
    const { tenant } = first;
    const { fingerprint = fingerprintOf, retentionDays, seriesQuotas, now } = this.#options;
    const dependencies = {
      pool: this.#pool,
      tenant,
      known: this.#known,
      fingerprint,
      retentionDays,
      seriesQuotas,
      now,
    };
    const unanswered: UnansweredFlush[] = [];
    const attempt = async (): Promise<FlushedMetrics> => {
      try {
        return await flushMetrics(requests, dependencies, unanswered);
      } catch (thrown) {
        if (!(thrown instanceof FlushUnanswered)) throw thrown;
        if (isPassing(thrown.cause)) unanswered.push(thrown.attempt);
        throw thrown.cause;
      }
    };
    const { retryMs = 5_000 } = this.#options;
    const retries = { retryMs, firstPauseMs: firstRetryPauseMs, longestPauseMs: longestRetryPauseMs, pause };
    const flushed = await attemptAgain(attempt, retries).catch((error: unknown) => {
      throw overloadedWhenPassing(error) ?? error;
    });
    this.#tellWhenDue(tenant, flushed);
    return flushed.answers;
  }

  #tellWhenDue(tenant: Tenant, { pendingItems: [before, after] }: FlushedMetrics): void {
    if (Math.floor(before / dueItems) !== Math.floor(after / dueItems)) this.#options.onDue?.(tenant);
  }
}
