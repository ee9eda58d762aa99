// SQL: partitions are made and dropped, by functions with the rights of their owner.
/** Daily partitions (UTC) of the telemetry tables: made ahead of time, dropped when their retention is over. */
import type { Pool, PoolClient } from "pg";
import { declareJob } from "#src/jobs/job.ts";
import { advisoryLocks } from "#src/storage/advisory-locks.ts";
import { dropDaysBefore } from "#src/storage/blocks/days.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import { inLockedTransaction } from "#src/storage/sql-transaction.ts";
import { compactionPool } from "../compaction-pool.ts";
import { eventRecords } from "./event-records.ts";
import { logRecords } from "./log-records.ts";
import { spanRecords } from "./span-records.ts";

const rowKinds = ["web_vitals"] as const;

/** Kinds that are kept in blocks. */
export const blockKinds = { events: eventRecords, spans: spanRecords, logs: logRecords } as const;
export type BlockKind = keyof typeof blockKinds;

/** Each kind is a table of that name, or is kept in blocks. */
export type TelemetryKind = (typeof rowKinds)[number] | BlockKind;

/** Tables with a partition for each day: telemetry in rows, and symbolicated stacks. */
const partitioned = [...rowKinds, "symbolications"] as const;

type PartitionedTable = (typeof partitioned)[number];

/** How long each kind is kept, in days. */
export type RetentionDays = Readonly<Record<TelemetryKind, number>>;

const defaultRetentionDays: RetentionDays = { events: 90, spans: 7, logs: 30, web_vitals: 395 };

export interface PartitionOptions {
  readonly now?: Date;
  /** Partitions for this many days after today; 3 when left out. */
  readonly daysAhead?: number;
}

export const dayMs = 86_400_000;

/** A partition that is in use for longer is left to the next run (milliseconds). */
const dropPatienceMs = 2_000;

/**
 * How the columns of the indexes are spread (`n_distinct` of pg_stats): each tenant fills the table, keys are unique.
 * Without this PostgreSQL believes on a fresh partition that a tenant has a handful of rows, and may answer a
 * look-up by key from the list's index, which reads everything that the tenant sent today. ANALYZE overwrites it.
 */
const distinctValues: Readonly<Record<PartitionedTable, Readonly<Record<string, number>>>> = {
  web_vitals: { project_id: 1, environment: 1, name: 5, vital_id: -1, received_at: -1 },
  symbolications: { project_id: 1, environment: 1, kind: 3, subject: -1, received_at: -1 },
};

/**
 * Makes the partitions of yesterday (a process's clock may be behind), today and the days ahead. Safe to repeat and
 * to run from several processes at once; writers and readers of the tables are not held up.
 */
export async function ensurePartitions(
  pool: Pool,
  { now = new Date(), daysAhead = 3 }: PartitionOptions = {},
): Promise<string[]> {
  const today = startOfDay(now.getTime());
  const wanted = partitioned.flatMap((kind) =>
    Array.from({ length: daysAhead + 2 }, (_, offset) => ({ kind, day: today + (offset - 1) * dayMs })),
  );
  if ((await missing(pool, wanted)).length === 0) return [];
  const made = await inLockedTransaction(pool, advisoryLocks.telemetryDays, async (client) => {
    const made: { name: string; kind: PartitionedTable }[] = [];
    for (const { kind, day } of await missing(client, wanted)) {
      const { rows } = await client.query<{ name: string }>("SELECT make_daily_partition($1, $2, $3) AS name", [
        kind,
        isoDay(day),
        JSON.stringify(distinctValues[kind]),
      ]);
      made.push(...rows.map(({ name }) => ({ name, kind })));
    }
    return made;
  });
  // On a cluster other nodes see a partition once it is committed.
  for (const { name, kind } of made)
    await pool.query("SELECT seed_shard_statistics($1, $2)", [name, JSON.stringify(distinctValues[kind])]);
  return made.map(({ name }) => name);
}

/**
 * Drops the partitions of which every row is older than its kind's retention, and forgets services and operations
 * that no kept row can refer to. Returns the names of the dropped partitions.
 */
export async function dropExpiredPartitions(
  pool: Pool,
  retention: RetentionDays = defaultRetentionDays,
  now = new Date(),
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { kind, name, day } of await existing(pool)) {
    const days =
      kind === "symbolications" ? Math.max(retention.events, retention.spans, retention.logs) : retention[kind];
    if (day + dayMs > now.getTime() - days * dayMs) continue;
    await inLockedTransaction(pool, advisoryLocks.telemetryDays, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${dropPatienceMs}`);
      await client.query("SELECT drop_daily_partition($1)", [name]);
    });
    dropped.push(name);
  }
  for (const [kind, { tables }] of Object.entries(blockKinds)) {
    const oldest = dayOf(now.getTime() - retention[kind as BlockKind] * dayMs);
    dropped.push(...(await dropDaysBefore(pool, tables, oldest)));
  }
  const spansSince = isoDay(now.getTime() - (retention.spans + 1) * dayMs);
  await pool.query("DELETE FROM trace_services WHERE last_seen < $1", [spansSince]);
  await pool.query("DELETE FROM trace_operations WHERE last_seen < $1", [spansSince]);
  const marksSince = new Date(now.getTime() - dayMs);
  await pool.query("DELETE FROM unanswered_log_exports WHERE received_at < $1", [marksSince]);
  const vitalsSince = isoDay(now.getTime() - retention.web_vitals * dayMs);
  await pool.query("DELETE FROM web_vital_series WHERE day < $1", [vitalsSince]);
  return dropped;
}

/** Every hour: partitions for the coming days, and retention. */
export const maintainTelemetry = declareJob<unknown, { readonly retentionDays: RetentionDays }>({
  name: "maintain-telemetry-partitions",
  pool: compactionPool,
  cron: "7 * * * *",
  maxAttempts: 3,
  run: async (_payload, { database, services, log }) => {
    const made = await ensurePartitions(database.pool);
    const dropped = await dropExpiredPartitions(database.pool, services.retentionDays);
    if (made.length + dropped.length > 0) log.info({ made, dropped }, "Telemetry partitions");
  },
});

/** Start of the UTC day, in ms. */
export function startOfDay(ms: number): number {
  return ms - (ms % dayMs);
}

/** The UTC day as `YYYY-MM-DD`. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function partitionName(kind: PartitionedTable, day: number): string {
  return `${kind}_p${isoDay(day).replaceAll("-", "")}`;
}

interface Partition {
  readonly kind: PartitionedTable;
  /** Start of its day, in ms. */
  readonly day: number;
}

async function existing(db: Pool | PoolClient): Promise<(Partition & { name: string })[]> {
  const { rows } = await db.query<{ kind: PartitionedTable; name: string }>(
    `SELECT parent.relname AS kind, child.relname AS name
     FROM pg_inherits
     JOIN pg_class parent ON parent.oid = inhparent
     JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = ANY ($1::regclass[]) AND child.relname ~ '_p[0-9]{8}$'
     ORDER BY child.relname`,
    [partitioned],
  );
  return rows.map(({ kind, name }) => {
    const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return { kind, name, day: Date.UTC(Number(year), Number(month) - 1, Number(day)) };
  });
}

async function missing(db: Pool | PoolClient, wanted: readonly Partition[]): Promise<Partition[]> {
  const names = new Set((await existing(db)).map(({ name }) => name));
  return wanted.filter(({ kind, day }) => !names.has(partitionName(kind, day)));
}
