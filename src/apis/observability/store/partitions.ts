// SQL: deletes of what is older than a day.
/** Retention of telemetry, and the daily partitions (UTC) of symbolicated stacks: made ahead of time, dropped when their retention is over. */
import type { Pool } from "pg";
import { declareJob } from "#src/jobs/job.ts";
import { advisoryLocks } from "#src/storage/advisory-locks.ts";
import { agreedTime } from "#src/storage/agreed-time.ts";
import { type DailyTable, dailySegments, dropDaysBefore, ensureDays } from "#src/storage/blocks/days.ts";
import { dayMs, dayOf } from "#src/storage/blocks/tables.ts";
import { compactionPool } from "../compaction-pool.ts";
import { eventRecords } from "./event-records.ts";
import { logRecords } from "./log-records.ts";
import { spanRecords } from "./span-records.ts";
import { vitalRecords } from "./vital-records.ts";

/** Kinds of telemetry in blocks. */
export const blockKinds = {
  events: eventRecords,
  spans: spanRecords,
  logs: logRecords,
  web_vitals: vitalRecords,
} as const;
export type BlockKind = keyof typeof blockKinds;

/** How long each kind is kept, in days. */
export type RetentionDays = Readonly<Record<BlockKind, number>>;

/** Days after today that have their partitions. */
const daysAhead = 3;

/**
 * Without the values PostgreSQL believes on a fresh partition that a tenant has a handful of rows, and may answer a look-up by key from
 * the index of what is pending, which reads all of it.
 */
const stacks: DailyTable = {
  name: "symbolications",
  lock: advisoryLocks.telemetryDays,
  distinctValues: { project_id: 1, environment: 1, kind: 3, subject: -1, received_at: -1 },
};

/** Makes the partitions of stacks that were received at these times, where they are missing. */
export async function ensurePartitionsOf(pool: Pool, received: readonly Date[]): Promise<string[]> {
  const days = received.map((at) => dayOf(at.getTime()));
  return await ensureDays(pool, stacks, days);
}

/** Makes the partitions of yesterday (a process's clock may be behind), today and the days ahead. */
export async function ensurePartitions(pool: Pool, now = new Date()): Promise<string[]> {
  const today = dayOf(now.getTime());
  const days = Array.from({ length: daysAhead + 2 }, (_, offset) => today + offset - 1);
  return await ensureDays(pool, stacks, days);
}

/**
 * Drops the partitions of which every record is older than its kind's retention, and forgets services, operations and labels
 * that no kept record can refer to. Returns the names of the dropped partitions.
 */
export async function dropExpiredPartitions(pool: Pool, retention: RetentionDays, now = new Date()): Promise<string[]> {
  const oldest = (days: number) => dayOf(now.getTime() - days * dayMs);
  const stacked = Math.max(retention.events, retention.spans, retention.logs);
  await pool.query("DELETE FROM waiting_stacks WHERE received_at < $1", [new Date(oldest(stacked) * dayMs)]);
  const dropped = await dropDaysBefore(pool, stacks, oldest(stacked));
  for (const [kind, { tables }] of Object.entries(blockKinds))
    dropped.push(...(await dropDaysBefore(pool, dailySegments(tables), oldest(retention[kind as BlockKind]))));
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
    const now = new Date(await agreedTime(database.pool));
    const dropped = await dropExpiredPartitions(database.pool, services.retentionDays, now);
    if (made.length + dropped.length > 0) log.info({ made, dropped }, "Telemetry partitions");
  },
});

/** The UTC day as `YYYY-MM-DD`. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
