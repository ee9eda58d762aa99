/** The jobs of the metric store: compaction soon after writing, and retention. */
import type { Pool } from "pg";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job, withServices } from "#src/jobs/job.ts";
import { agreedTime } from "#src/storage/agreed-time.ts";
import { compactOwner, dueOwners } from "#src/storage/blocks/compaction.ts";
import { dailySegments, dropDaysBefore } from "#src/storage/blocks/days.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import { compactionPool } from "../compaction-pool.ts";
import type { Tenant } from "../records.ts";
import { refreshLabelIndex } from "./label-index/refresh.ts";
import { dueItems } from "./postgres-store.ts";
import { segmentMaker } from "./segment-maker.ts";
import { forgetSeries } from "./series-retention.ts";
import { metricTables } from "./tables.ts";

/** Small tenants are compacted when so many blocks wait, or the oldest waits so long (ms). */
const due = { items: dueItems, blocks: 200, ageMs: 3_600_000 } as const;

interface MetricJobServices {
  readonly retentionDays: number;
}

/** Compacts what one tenant has written. */
const compactMetrics = declareJob<Tenant, MetricJobServices>({
  name: "compact-metrics",
  maxAttempts: 5,
  pool: compactionPool,
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment }, { database, services, signal, log }) => {
    const tenant = { projectId, environment };
    const done = await compactMetricsOf(database.pool, tenant, { ...services, signal });
    log.debug({ ...tenant, ...done }, "Metrics compacted");
  },
});

export interface CompactMetricsOptions extends MetricJobServices {
  readonly signal?: AbortSignal;
  /** Milliseconds since the Unix epoch; the agreed time when left out. */
  readonly now?: number;
  /** So many new series are worth a label index; for tests, which have few. */
  readonly worthIndexing?: number;
  /** Labels of one index, in bytes; for tests, which have few. */
  readonly indexBytes?: number;
}

/** Compacts all of a tenant's blocks, merges its segments where it is time to, and indexes the labels of new series. */
export async function compactMetricsOf(
  pool: Pool,
  owner: Tenant,
  { retentionDays, signal, now: given, worthIndexing, indexBytes }: CompactMetricsOptions,
): Promise<{ items: number; merged: number; indexed: number }> {
  const now = given ?? (await agreedTime(pool));
  const maker = segmentMaker(owner, dayOf(now) - retentionDays);
  const compaction = { pool, tables: metricTables, owner, maker, ...(signal === undefined ? {} : { signal }) };
  const done = await compactOwner(compaction, now);
  const indexed = await refreshLabelIndex(pool, owner, { signal, worthIndexing, indexBytes });
  return { ...done, indexed };
}

/** Queues the compaction of a tenant, once however often it is asked for. */
export async function queueCompaction(pool: Pool, { projectId, environment }: Tenant): Promise<void> {
  const jobKey = `compact-metrics ${projectId} ${environment}`;
  await enqueue(pool, compactMetrics, { projectId, environment }, { jobKey });
}

/** Every minute: queues what is due and was not queued by who wrote it. */
const sweepMetrics = declareJob<unknown>({
  name: "sweep-metrics",
  cron: "* * * * *",
  maxAttempts: 2,
  run: async (_payload, { database: { pool } }) => {
    for (const { projectId, environment } of await dueOwners(pool, metricTables, due, await agreedTime(pool))) {
      await queueCompaction(pool, { projectId, environment: environment as Tenant["environment"] });
    }
  },
});

/** Every day: drops what is older than the retention. */
const retainMetrics = declareJob<unknown, MetricJobServices>({
  name: "retain-metrics",
  pool: compactionPool,
  cron: "23 2 * * *",
  cronCatchUp: 86_400_000,
  maxAttempts: 3,
  run: async (_payload, { database: { pool }, services: { retentionDays }, log }) => {
    const oldest = dayOf(await agreedTime(pool)) - retentionDays;
    const dropped = await dropDaysBefore(pool, dailySegments(metricTables), oldest);
    const forgotten = await forgetSeries(pool, oldest);
    if (dropped.length + forgotten > 0) log.info({ dropped, forgotten }, "Metrics past their retention");
  },
});

export function metricJobs(services: MetricJobServices): Job<never>[] {
  return [withServices(compactMetrics, services), sweepMetrics, withServices(retainMetrics, services)];
}
