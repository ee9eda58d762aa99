/** Daily partitions (UTC): created ahead of time or before they are written, and dropped when the retention of their day is over. */
import type { Pool } from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { inLockedTransaction } from "../sql-transaction.ts";
import type { Queryable } from "../transaction.ts";
import { type BlockTables, dayMs } from "./tables.ts";

/** A table with a partition for each day. */
export interface DailyTable {
  readonly name: string;
  readonly lock: typeof advisoryLocks.segmentDays | typeof advisoryLocks.telemetryDays;
  /** The number of distinct values of indexed columns (`n_distinct` of pg_stats), for plans on a new partition. ANALYZE overwrites it. */
  readonly distinctValues?: Readonly<Record<string, number>>;
}

/** The table of the segments of a kind. */
export function dailySegments({ segments }: Pick<BlockTables, "segments">): DailyTable {
  return { name: segments, lock: advisoryLocks.segmentDays };
}

/** How long to wait for the lock on a partition. When it is in use for longer, the next run drops it (milliseconds). */
const dropPatienceMs = 2_000;

/** The names of the partitions, by day since 1970-01-01. */
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
 * Creates the missing partitions of these days, and returns their names. Safe to repeat and to run from several processes at once. It
 * does not block writers and readers of the table.
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
      // A function with the rights of the tables' owner, because the roles that serve and work own no tables.
      const { rows } = await client.query<{ name: string }>("SELECT make_daily_partition($1, $2, $3) AS name", [
        table.name,
        date,
        distinctValues,
      ]);
      made.push(...rows.map(({ name }) => name));
    }
    return made;
  });
  // After the commit, because other nodes of a cluster see a partition only then.
  if (table.distinctValues !== undefined)
    for (const name of made) await pool.query("SELECT seed_shard_statistics($1, $2)", [name, distinctValues]);
  return made;
}

/** Drops the partitions of days before `day` (since 1970-01-01), and returns their names. */
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
