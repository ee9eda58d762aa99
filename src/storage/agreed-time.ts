// SQL: a clock.
import type { Pool } from "pg";

/**
 * The earlier of the database's clock and this process's (ms since the Unix epoch). What is deleted for its age is so old by both: a clock that
 * runs ahead deletes nothing.
 */
export async function agreedTime(pool: Pool, now = Date.now()): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return Math.min(now, rows[0]?.now.getTime() ?? now);
}
