/**
 * Request budgets: requests per minute, of an API key, a tenant or a network, or attempts to sign in within an hour. They are counted in
 * PostgreSQL, so that the limit holds across processes. Of frequent requests a process takes shares from the database and gives them out
 * from memory, so that most requests cost no write.
 */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { atMost } from "./at-most.ts";
import type { QuotaState } from "./rate-limit.ts";

export interface RequestBudget extends QuotaState {
  /** False when the budget was used up before this request. Then nothing is charged. */
  readonly allowed: boolean;
}

/** Requests that this process may allow until the end of the window. */
interface Lease {
  readonly limit: number;
  /** How many requests were asked for. */
  readonly share: number;
  left: number;
  /** Number of requests that the database had not granted to any process. */
  readonly elsewhere: number;
  /** The end of the window, by `performance.now()`. */
  readonly endsAt: number;
}

/**
 * A process first takes a share of one request, and doubles the share each time it is used up within the minute. So a process with few
 * requests withholds few from other processes. A share is at most `1 / partOfBudget` of the budget, and at most `mostInShare`.
 */
const partOfBudget = 20;
const mostInShare = 1_000;
const mostLeases = 10_000;

/** The budgets of one process. */
export class RequestBudgets {
  readonly #pool: Pool;
  readonly #leases = new LRUCache<string, Lease>(atMost(mostLeases));
  readonly #taking = new Map<string, Promise<Lease>>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Takes one request. All processes together never allow more than the limit. The rest of a share is lost to other processes until the
   * minute ends, when its process stops or gets no more requests: at most as many requests as the process has used, and at most a
   * twentieth of the budget. Throws errors of the database.
   */
  async spend(keyId: string, limitPerMinute: number): Promise<RequestBudget> {
    for (;;) {
      const lease = this.#leases.get(keyId);
      if (lease === undefined || lease.limit !== limitPerMinute || performance.now() >= lease.endsAt) {
        await this.#takeShare(keyId, limitPerMinute, 1);
        continue;
      }
      if (lease.left === 0 && lease.elsewhere > 0) {
        await this.#takeShare(keyId, limitPerMinute, lease.share * 2);
        continue;
      }
      const allowed = lease.left > 0;
      if (allowed) lease.left--;
      const resetSeconds = secondsUntil(lease.endsAt - performance.now());
      return { limit: limitPerMinute, remaining: lease.left + lease.elsewhere, resetSeconds, allowed };
    }
  }

  /** Takes a share. Requests that arrive meanwhile wait for the same share. */
  async #takeShare(keyId: string, limitPerMinute: number, wanted: number): Promise<void> {
    let taking = this.#taking.get(keyId);
    if (taking === undefined) {
      taking = this.#lease(keyId, limitPerMinute, wanted).finally(() => this.#taking.delete(keyId));
      this.#taking.set(keyId, taking);
    }
    this.#leases.set(keyId, await taking);
  }

  async #lease(keyId: string, limit: number, wanted: number): Promise<Lease> {
    const share = Math.min(wanted, mostInShare, Math.max(1, Math.floor(limit / partOfBudget)));
    // Counted from before the statement, so that the lease never outlasts the window, however long the answer takes.
    const askedAt = performance.now();
    const { granted, remaining, endsInMs } = await takeRequests(this.#pool, keyId, limit, share);
    return { limit, share, left: granted, elsewhere: remaining, endsAt: askedAt + endsInMs };
  }
}

/** A share of a budget that the database granted, and the state of the budget then. */
export interface Taken extends QuotaState {
  /** Number of granted requests, at most as many as asked for. `remaining` are those that no process has taken yet. */
  readonly granted: number;
  /** Time until the window ends (milliseconds). */
  readonly endsInMs: number;
}

const minuteMs = 60_000;

/** Whether a window still counts: it began in one of the last `minutes`, or at most a minute ahead. Else the clock was set back. */
const counts = (windowStart: string, minute: string, minutes: string) =>
  `${windowStart} BETWEEN ${minute} - make_interval(mins => ${minutes}::integer - 1) AND ${minute} + interval '1 minute'`;

/**
 * Takes requests from a budget. A window begins with the minute of its first request, by the database's clock (tests replace it by `now`),
 * and lasts `minutes`, 60 at most. A refusal writes nothing, so a caller that ignores refusals costs at most a read. The table is
 * unlogged: a crash of the database loses the counts, in favour of the caller.
 */
export async function takeRequests(
  pool: Pool,
  keyId: string,
  limit: number,
  wanted: number,
  { minutes = 1, now }: { readonly minutes?: number; readonly now?: Date | undefined } = {},
): Promise<Taken> {
  const current = counts("budget.window_start", "excluded.window_start", "$5");
  // Index: the primary key (key_id). A statement that has waited for the row may be of the previous minute: windows never go back.
  const { rows } = await pool.query<{ window_start: Date; now: Date; used: number | null }>(
    `WITH clock AS (
       SELECT now, date_trunc('minute', now, 'UTC') AS minute
       FROM (SELECT coalesce($3::timestamptz, clock_timestamp()) AS now) AS read),
     known AS (
       SELECT window_start, used FROM request_budgets, clock
       WHERE key_id = $1 AND ${counts("window_start", "minute", "$5")}),
     spent AS (
       INSERT INTO request_budgets AS budget (key_id, window_start, used)
       SELECT $1, minute, $4::integer FROM clock WHERE NOT EXISTS (SELECT FROM known WHERE used >= $2::integer)
       ON CONFLICT (key_id) DO UPDATE SET
         window_start = CASE WHEN ${current} THEN budget.window_start ELSE excluded.window_start END,
         used = $4::integer + CASE WHEN ${current} THEN budget.used ELSE 0 END
       WHERE budget.used < $2::integer OR NOT (${current})
       RETURNING window_start, used
     )
     SELECT coalesce(spent.window_start, known.window_start, minute) AS window_start, now, spent.used
     FROM clock LEFT JOIN known ON true LEFT JOIN spent ON true`,
    [keyId, limit, now ?? null, wanted, minutes],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The budget statement returned nothing");
  // At least one request was left when the row was written. Requests over the limit are not granted.
  const granted = row.used === null ? 0 : wanted - Math.max(0, row.used - limit);
  const [start, at] = [row.window_start.getTime(), row.now.getTime()];
  const endsInMs = minutes * minuteMs - Math.max(0, at - start);
  const remaining = Math.max(0, limit - (row.used ?? limit));
  return { granted, limit, remaining, resetSeconds: secondsUntil(endsInMs), endsInMs };
}

function secondsUntil(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** How many requests of a budget processes have taken in its window, and when that ends; takes none. */
export async function requestsTaken(
  pool: Pool,
  keyId: string,
  minutes = 1,
): Promise<{ readonly used: number; readonly resetSeconds: number }> {
  // Index: the primary key (key_id).
  const { rows } = await pool.query<{ used: number; ends_in_ms: number }>(
    `SELECT used, 1000 * extract(epoch FROM window_start + make_interval(mins => $2::integer) - now)::float8 AS ends_in_ms
     FROM request_budgets, clock_timestamp() AS now
     WHERE key_id = $1 AND ${counts("window_start", "date_trunc('minute', now, 'UTC')", "$2")}`,
    [keyId, minutes],
  );
  const [{ used, ends_in_ms } = { used: 0, ends_in_ms: minutes * minuteMs }] = rows;
  return { used, resetSeconds: secondsUntil(Math.min(ends_in_ms, minutes * minuteMs)) };
}

/**
 * Deletes the counts of keys whose last window began over an hour ago, and returns how many. No window lasts longer. There is no index for
 * this: the table has only one row per key.
 */
export async function purgeRequestBudgets(pool: Pool, now?: Date): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM request_budgets WHERE window_start < coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'",
    [now ?? null],
  );
  return rowCount ?? 0;
}
