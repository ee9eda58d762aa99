/** The daily partitions of segments: made when they are written to, dropped when their day is past its retention. */
import type { Pool } from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { inLockedTransaction } from "../sql-transaction.ts";
import type { Queryable } from "../transaction.ts";
import { type BlockTables, dayMs } from "./tables.ts";

/** A partition that is in use for longer is left to the next run (milliseconds). */
const dropPatienceMs = 2_000;

async function existingDays(on: Queryable, tables: BlockTables): Promise<Map<number, string>> {
  const { rows } = await on.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = $1::regclass AND child.relname ~ '_p[0-9]{8}$'`,
    [tables.segments],
  );
  return new Map(
    rows.map(({ name }) => {
      const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
      return [Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs, name];
    }),
  );
}

/** Makes the partitions of these days where they are missing. Safe to repeat and to run from several processes at once. */
export async function ensureDays(pool: Pool, tables: BlockTables, days: readonly number[]): Promise<void> {
  const known = await existingDays(pool, tables);
  if (days.every((day) => known.has(day))) return;
  await inLockedTransaction(pool, advisoryLocks.segmentDays, async (client) => {
    const existing = await existingDays(client, tables);
    for (const day of new Set(days)) {
      if (existing.has(day)) continue;
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      // The owner's function: the roles of the server own no tables.
      await client.query("SELECT make_daily_partition($1, $2, '{}')", [tables.segments, date]);
    }
  });
}

/** Drops the partitions of the days before `day`. Returns their names. */
export async function dropDaysBefore(pool: Pool, tables: BlockTables, day: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const [existing, name] of await existingDays(pool, tables)) {
    if (existing >= day) continue;
    await inLockedTransaction(pool, advisoryLocks.segmentDays, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${dropPatienceMs}`);
      await client.query("SELECT drop_daily_partition($1)", [name]);
    });
    dropped.push(name);
  }
  return dropped.sort();
}
