/** Daily partitions (UTC): made when they are written to or ahead of time, dropped when their day is past its retention. */
import type { Pool } from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { inLockedTransaction } from "../sql-transaction.ts";
import type { Queryable } from "../transaction.ts";
import { type BlockTables, dayMs } from "./tables.ts";

/** A table with a partition for each day. */
export interface DailyTable {
  readonly name: string;
  readonly lock: typeof advisoryLocks.segmentDays | typeof advisoryLocks.telemetryDays;
  /** How the columns of indexes are spread (`n_distinct` of pg_stats), for plans on a fresh partition. ANALYZE overwrites it. */
  readonly distinctValues?: Readonly<Record<string, number>>;
}

/** The segments of a kind. */
export function dailySegments({ segments }: Pick<BlockTables, "segments">): DailyTable {
  return { name: segments, lock: advisoryLocks.segmentDays };
}

/** A partition that is in use for longer is left to the next run (milliseconds). */
const dropPatienceMs = 2_000;

/** Names by their days, since 1970-01-01. */
async function existingDays(on: Queryable, { name }: DailyTable): Promise<Map<number, string>> {
  const { rows } = await on.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = $1::regclass AND child.relname ~ '_p[0-9]{8}$' ORDER BY child.relname`,
    [name],
  );
  return new Map(
    rows.map(({ name }) => {
      const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
      return [Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs, name];
    }),
  );
}

/**
 * Makes the partitions of these days where they are missing, and returns their names. Safe to repeat and to run from several processes at
 * once; writers and readers of the table are not held up.
 */
export async function ensureDays(pool: Pool, table: DailyTable, days: readonly number[]): Promise<string[]> {
  const known = await existingDays(pool, table);
  if (days.every((day) => known.has(day))) return [];
  const distinctValues = JSON.stringify(table.distinctValues ?? {});
  const made = await inLockedTransaction(pool, table.lock, async (client) => {
    const existing = await existingDays(client, table);
    const made: string[] = [];
    for (const day of new Set(days)) {
      if (existing.has(day)) continue;
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      // The owner's function: the roles of the server own no tables.
      const { rows } = await client.query<{ name: string }>("SELECT make_daily_partition($1, $2, $3) AS name", [
        table.name,
        date,
        distinctValues,
      ]);
      made.push(...rows.map(({ name }) => name));
    }
    return made;
  });
  // On a cluster other nodes see a partition once it is committed.
  if (table.distinctValues !== undefined)
    for (const name of made) await pool.query("SELECT seed_shard_statistics($1, $2)", [name, distinctValues]);
  return made;
}

/** Drops the partitions of the days before `day`. Returns their names. */
export async function dropDaysBefore(pool: Pool, table: DailyTable, day: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const [existing, name] of await existingDays(pool, table)) {
    if (existing >= day) continue;
    await inLockedTransaction(pool, table.lock, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${dropPatienceMs}`);
      await client.query("SELECT drop_daily_partition($1)", [name]);
    });
    dropped.push(name);
  }
  return dropped;
}
