/**
 * Request budgets: requests per API key and minute. They are counted in PostgreSQL, so that the limit holds across processes. A process
 * takes requests from the database in shares and gives them out from memory, so that most requests cost no write.
 */
import type { Pool } from "pg";
import { LeasedQuota, type QuotaSpent, type Share } from "./leased-quota.ts";

export type RequestBudget = QuotaSpent;

/** The budgets of keys in one process. */
export class RequestBudgets {
  readonly #quotas: LeasedQuota;

  constructor(pool: Pool) {
    this.#quotas = new LeasedQuota((keyId, limit, wanted) => takeRequests(pool, keyId, limit, wanted));
  }

  /** Takes one request from the budget of a key (`LeasedQuota.spend`). */
  spend(keyId: string, limitPerMinute: number): Promise<RequestBudget> {
    return this.#quotas.spend(keyId, limitPerMinute);
  }
}

export interface Taken extends Share {
  /** Number of requests that all processes have taken. */
  readonly used: number;
  /** The time of the statement, by the database's clock (milliseconds since the epoch). */
  readonly at: number;
}

const windowMs = 60_000;

/**
 * Takes requests from a budget. Windows are minutes of the database's clock; tests replace it by `now`. A refusal writes nothing, so a
 * caller that ignores refusals costs at most a read. The table is unlogged: a crash of the database loses the counts, in favour of the
 * caller.
 */
export async function takeRequests(
  pool: Pool,
  keyId: string,
  limit: number,
  wanted: number,
  now?: Date,
): Promise<Taken> {
  // Index: the primary key (key_id). A statement that has waited for the row may be of the previous minute: windows never go back.
  const { rows } = await pool.query<{ now: Date; used: number | null }>(
    `WITH clock AS (SELECT coalesce($3::timestamptz, clock_timestamp()) AS now),
     charge AS (SELECT $1 AS key_id, date_trunc('minute', now, 'UTC') AS window_start FROM clock),
     spent AS (
       INSERT INTO request_budgets AS budget (key_id, window_start, used)
       SELECT key_id, window_start, $4::integer FROM charge
       WHERE NOT EXISTS (
         SELECT FROM request_budgets AS known
         WHERE known.key_id = charge.key_id AND known.window_start >= charge.window_start AND known.used >= $2::integer)
       ON CONFLICT (key_id) DO UPDATE SET
         window_start = greatest(budget.window_start, excluded.window_start),
         used = CASE WHEN budget.window_start < excluded.window_start THEN 0 ELSE budget.used END + $4::integer
       WHERE budget.window_start < excluded.window_start OR budget.used < $2::integer
       RETURNING window_start, used
     )
     SELECT greatest(clock.now, spent.window_start) AS now, spent.used FROM clock LEFT JOIN spent ON true`,
    [keyId, limit, now ?? null, wanted],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The budget statement returned nothing");
  // At least one request was left when the row was written. Requests over the limit are not granted.
  const granted = row.used === null ? 0 : wanted - Math.max(0, row.used - limit);
  const used = Math.min(row.used ?? limit, limit);
  const at = row.now.getTime();
  return { granted, used, remaining: limit - used, at, endsInMs: windowMs - (at % windowMs) };
}

/**
 * Deletes the counts of keys whose last window began over an hour ago, and returns how many. There is no index for this: the table has
 * only one row per key.
 */
export async function purgeRequestBudgets(pool: Pool, now?: Date): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM request_budgets WHERE window_start < coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'",
    [now ?? null],
  );
  return rowCount ?? 0;
}
