// SQL: deletes in batches.
/** The jobs of issues: folding what has come in, and forgetting what nobody has seen for long. */
import type { Pool } from "pg";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job, withServices } from "#src/jobs/job.ts";
import { agreedTime } from "#src/storage/agreed-time.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { dueRows } from "#src/storage/due-rows.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { compactionPool } from "../compaction-pool.ts";
import type { Tenant } from "../records.ts";
import { type FoldOptions, foldArrivals } from "./fold.ts";
import type { FoldPace, Waiting } from "./pace.ts";

interface IssueServices extends FoldOptions {
  /** Issues without events for so long are forgotten, as their events are. */
  readonly retentionDays: number;
  readonly pace: FoldPace;
}

const fold = declareJob<Tenant, IssueServices>({
  name: "fold-issues",
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment }, { database, services, signal }) => {
    const tenant = { projectId, environment };
    const { pace } = services;
    if (pace.next(tenant).getTime() > Date.now()) return await queueFold(database.pool, tenant, pace);
    const start = performance.now();
    const wanted = (waiting: Waiting) => pace.events(tenant, waiting);
    const { events, waiting, isMore } = await foldArrivals(database, tenant, { ...services, signal }, wanted);
    pace.folded(tenant, events, waiting, performance.now() - start);
    if (isMore) await queueFold(database.pool, tenant, pace);
  },
});

/** Queues the folding of a tenant, once however often it is asked for, and no earlier than this process may begin it. */
export async function queueFold(on: Queryable, { projectId, environment }: Tenant, pace?: FoldPace): Promise<void> {
  const jobKey = `fold-issues ${projectId} ${environment}`;
  const runAt = pace?.next({ projectId, environment });
  await enqueue(on, fold, { projectId, environment }, { jobKey, ...(runAt && { runAt }) });
}

/** Tenants that one round finds. */
const mostFound = 5_000;

/** Tenants of whom something waits to be folded. */
export async function tenantsWithArrivals(pool: Pool): Promise<Tenant[]> {
  const rows = await dueRows<{ project_id: string; environment: Tenant["environment"] }>(pool, {
    table: "issue_arrivals",
    columns: ["project_id", "environment"],
    from: (source) => `${source} GROUP BY project_id, environment LIMIT ${mostFound}`,
  });
  return rows.map(({ project_id: projectId, environment }) => ({ projectId, environment }));
}

/** Every minute: queues what waits and was not queued by who wrote it. */
const sweep = declareJob<unknown>({
  name: "sweep-issues",
  cron: "* * * * *",
  maxAttempts: 2,
  run: async (_payload, { database: { pool } }) => {
    for (const tenant of await tenantsWithArrivals(pool)) await queueFold(pool, tenant);
  },
});

const batch = 2_000;

const expired = (
  [
    ["issue_fingerprints", "fingerprint"],
    ["issues", "id"],
  ] as const
).map(
  ([table, key]) => `DELETE FROM ${table} WHERE (project_id, environment, ${key}) IN (
    SELECT project_id, environment, ${key} FROM ${table} WHERE last_seen < $1 LIMIT ${batch})`,
);

const forget = declareJob<unknown, IssueServices>({
  name: "forget-issues",
  pool: compactionPool,
  cron: "41 3 * * *",
  maxAttempts: 3,
  run: async (_payload, { database: { pool }, services: { now, retentionDays } }) => {
    const before = new Date((await agreedTime(pool, now())) - retentionDays * dayMs);
    for (const statement of expired) {
      let deleted: number = batch;
      while (deleted === batch) deleted = (await pool.query(statement, [before])).rowCount ?? 0;
    }
  },
});

export function issueJobs(services: IssueServices): Job<never>[] {
  return [withServices(fold, services), sweep, withServices(forget, services)];
}
