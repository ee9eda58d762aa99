/** The jobs of telemetry in blocks: compaction soon after writing. Retention is that of all telemetry (partitions.ts). */
import type { Pool } from "pg";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job } from "#src/jobs/job.ts";
import { agreedTime } from "#src/storage/agreed-time.ts";
import { compactOwner, dueOwners } from "#src/storage/blocks/compaction.ts";
import { compactionPool } from "../../compaction-pool.ts";
import type { Tenant } from "../../records.ts";
import { type BlockKind, blockKinds } from "../partitions.ts";
import type { RecordKind } from "./kind.ts";
import { dueRecords, recordSegments } from "./maker.ts";

/** Small tenants are compacted when so many blocks wait, or the oldest waits so long (ms). */
const due = { items: dueRecords, blocks: 200, ageMs: 3_600_000 } as const;

interface CompactRecords extends Tenant {
  readonly kind: BlockKind;
}

/** Compacts what one tenant has written of a kind. */
const compactRecords = declareJob<CompactRecords>({
  name: "compact-records",
  maxAttempts: 5,
  pool: compactionPool,
  owner: ({ projectId }) => projectId,
  run: async ({ kind, projectId, environment }, { database, signal, log }) => {
    const done = await compactRecordsOf(database.pool, kind, { projectId, environment }, { signal });
    log.debug({ kind, projectId, environment, ...done }, "Records compacted");
  },
});

/** Compacts all of a tenant's blocks, and merges its segments where it is time to; `now` in ms; the agreed time when left out. */
export async function compactRecordsOf(
  pool: Pool,
  kind: BlockKind,
  owner: Tenant,
  { signal, now }: { readonly signal?: AbortSignal; readonly now?: number } = {},
): Promise<{ items: number; merged: number }> {
  const { tables } = blockKinds[kind];
  const maker = recordSegments<RecordKind>(blockKinds[kind], pool, owner);
  const compaction = { pool, tables, owner, maker, ...(signal === undefined ? {} : { signal }) };
  return await compactOwner(compaction, now ?? (await agreedTime(pool)));
}

/** Queues the compaction of a tenant, once however often it is asked for. */
export async function queueRecordCompaction(pool: Pool, { projectId, environment }: Tenant, kind: BlockKind) {
  const jobKey = `compact-records ${kind} ${projectId} ${environment}`;
  await enqueue(pool, compactRecords, { kind, projectId, environment }, { jobKey });
}

/** Every minute: queues what is due and was not queued by who wrote it. */
const sweepRecords = declareJob<unknown>({
  name: "sweep-records",
  cron: "* * * * *",
  maxAttempts: 2,
  run: async (_payload, { database: { pool } }) => {
    const now = await agreedTime(pool);
    for (const kind of Object.keys(blockKinds) as BlockKind[])
      for (const { projectId, environment } of await dueOwners(pool, blockKinds[kind].tables, due, now))
        await queueRecordCompaction(pool, { projectId, environment: environment as Tenant["environment"] }, kind);
  },
});

export const recordJobs: readonly Job<never>[] = [compactRecords, sweepRecords];
