// SQL: a clock.
import type { Pool } from "pg";

/**
 * Returns the earlier of the database's clock and this process's clock (ms since the Unix epoch). Retention uses it, so that a record is
 * deleted only when it is old by both clocks.
 */
export async function agreedTime(pool: Pool, now = Date.now()): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return Math.min(now, rows[0]?.now.getTime() ?? now);
}
