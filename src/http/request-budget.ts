/** Requests per API key and minute, counted in PostgreSQL so that they hold across processes. */
import type { Pool } from "pg";
import { type QuotaState, quotaState } from "./rate-limit.ts";

export interface RequestBudget extends QuotaState {
  /** False when the budget was used up before this request, which then cost nothing. */
  readonly allowed: boolean;
}

/**
 * Takes one request from the budget of a key, in one statement of its own transaction. Windows are the minutes of the
 * database's clock; `now` stands in for it in tests. A refusal writes nothing, so a caller that ignores refusals costs
 * one read each. A crash of the database forgets the counts (the table is unlogged), which errs in the caller's favour.
 */
export async function spendRequest(
  pool: Pool,
  keyId: string,
  limitPerMinute: number,
  now?: Date,
): Promise<RequestBudget> {
  // Primary key (key_id). A statement that waited for the row may come from the minute before: windows never go back.
  const { rows } = await pool.query<{ now: Date; used: number | null }>(
    `WITH clock AS (SELECT coalesce($3::timestamptz, clock_timestamp()) AS now),
     charge AS (SELECT $1 AS key_id, date_trunc('minute', now, 'UTC') AS window_start FROM clock),
     spent AS (
       INSERT INTO request_budgets AS budget (key_id, window_start, used)
       SELECT key_id, window_start, 1 FROM charge
       WHERE NOT EXISTS (
         SELECT FROM request_budgets AS known
         WHERE known.key_id = charge.key_id AND known.window_start >= charge.window_start AND known.used >= $2::integer)
       ON CONFLICT (key_id) DO UPDATE SET
         window_start = greatest(budget.window_start, excluded.window_start),
         used = CASE WHEN budget.window_start < excluded.window_start THEN 1 ELSE budget.used + 1 END
       WHERE budget.window_start < excluded.window_start OR budget.used < $2::integer
       RETURNING window_start, used
     )
     SELECT greatest(clock.now, spent.window_start) AS now, spent.used FROM clock LEFT JOIN spent ON true`,
    [keyId, limitPerMinute, now ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The budget statement returned nothing");
  const allowed = row.used !== null;
  return { ...quotaState(limitPerMinute, row.used ?? limitPerMinute, row.now.getTime()), allowed };
}

/** Forgets the keys that have sent nothing for an hour. Returns how many. One row a key: no index is worth its upkeep. */
export async function purgeRequestBudgets(pool: Pool, now?: Date): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM request_budgets WHERE window_start < coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'",
    [now ?? null],
  );
  return rowCount ?? 0;
}
