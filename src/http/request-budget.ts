/**
 * Request budgets: requests per minute, of an API key, a tenant or a network. They are counted in PostgreSQL, so that the limit holds
 * across processes. A process takes requests from the database in shares and gives them out from memory, so that most requests cost no
 * write.
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
      const resetSeconds = Math.max(1, Math.ceil((lease.endsAt - performance.now()) / 1000));
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

/** A share of a budget that the database granted. */
export interface Taken {
  /** Number of granted requests, at most as many as asked for. */
  readonly granted: number;
  /** Number of requests that no process has taken yet. */
  readonly remaining: number;
  /** Number of requests that all processes have taken. */
  readonly used: number;
  /** The time of the statement, by the database's clock (milliseconds since the epoch). */
  readonly at: number;
  /** Time until the window ends (milliseconds). */
  readonly endsInMs: number;
}

const windowMs = 60_000;

/**
 * Takes requests from a budget. Windows are minutes of the database's clock; tests replace it by `now`. A window that is more than a minute
 * ahead was written before that clock was set back, and counts for nothing. A refusal writes nothing, so a caller that ignores refusals
 * costs at most a read. The table is unlogged: a crash of the database loses the counts, in favour of the
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
     charge AS (
       SELECT $1 AS key_id, minute AS window_start, minute + interval '1 minute' AS latest
       FROM clock, date_trunc('minute', now, 'UTC') AS minute),
     spent AS (
       INSERT INTO request_budgets AS budget (key_id, window_start, used)
       SELECT key_id, window_start, $4::integer FROM charge
       WHERE NOT EXISTS (
         SELECT FROM request_budgets AS known
         WHERE known.key_id = charge.key_id AND known.used >= $2::integer
           AND known.window_start BETWEEN charge.window_start AND charge.latest)
       ON CONFLICT (key_id) DO UPDATE SET
         window_start = CASE
           WHEN budget.window_start > excluded.window_start + interval '1 minute' THEN excluded.window_start
           ELSE greatest(budget.window_start, excluded.window_start) END,
         used = $4::integer + CASE
           WHEN budget.window_start BETWEEN excluded.window_start AND excluded.window_start + interval '1 minute'
           THEN budget.used ELSE 0 END
       WHERE budget.used < $2::integer
         OR budget.window_start NOT BETWEEN excluded.window_start AND excluded.window_start + interval '1 minute'
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

/** How many requests of a budget processes have taken in this minute. */
export async function requestsTaken(pool: Pool, keyId: string): Promise<number> {
  // Index: the primary key (key_id).
  const { rows } = await pool.query<{ used: number }>(
    `SELECT used FROM request_budgets, date_trunc('minute', clock_timestamp(), 'UTC') AS minute
     WHERE key_id = $1 AND window_start BETWEEN minute AND minute + interval '1 minute'`,
    [keyId],
  );
  return rows[0]?.used ?? 0;
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
