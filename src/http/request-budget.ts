/**
 * Requests per API key and minute, counted in PostgreSQL so that they hold across processes. A process takes them from the
 * database in shares and gives them out from memory, so that most requests cost no write.
 */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { type QuotaState, quotaState } from "./rate-limit.ts";

export interface RequestBudget extends QuotaState {
  /** False when the budget was used up before this request, which then cost nothing. */
  readonly allowed: boolean;
}

/** Requests of one key that this process may give out until the end of the window. */
interface Lease {
  readonly limit: number;
  /** How many were asked for. */
  readonly share: number;
  left: number;
  /** What the database had not given to anybody yet. */
  readonly elsewhere: number;
  /** By `performance.now()`. */
  readonly endsAt: number;
}

/**
 * A process takes one request of a budget first, then twice as many each time that they are used up within the minute: one
 * that gets few requests keeps few from the others. It never takes more than this part of a budget, or `mostInShare`.
 */
const partOfBudget = 20;
const mostInShare = 1_000;
const mostLeases = 10_000;

export class RequestBudgets {
  readonly #pool: Pool;
  readonly #leases = new LRUCache<string, Lease>({ max: mostLeases });
  readonly #taking = new Map<string, Promise<Lease>>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Takes one request from the budget of a key. All processes together never allow more than the limit. A process that
   * stops, or gets no more requests, keeps what is left of its share from the others until the minute is over: no more
   * than it has used, and no more than a twentieth of the budget.
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

  /** Requests that come while a share is being taken wait for it. */
  async #takeShare(keyId: string, limitPerMinute: number, wanted: number): Promise<void> {
    let taking = this.#taking.get(keyId);
    if (taking === undefined) {
      taking = takeLease(this.#pool, keyId, limitPerMinute, wanted).finally(() => this.#taking.delete(keyId));
      this.#taking.set(keyId, taking);
    }
    this.#leases.set(keyId, await taking);
  }
}

async function takeLease(pool: Pool, keyId: string, limit: number, wanted: number): Promise<Lease> {
  const share = Math.min(wanted, mostInShare, Math.max(1, Math.floor(limit / partOfBudget)));
  // The window ends no later than this, however long the answer takes.
  const askedAt = performance.now();
  const { granted, remaining, endsInMs } = await takeRequests(pool, keyId, limit, share);
  return { limit, share, left: granted, elsewhere: remaining, endsAt: askedAt + endsInMs };
}

/**
 * Takes one request from the budget of a key, in one statement of its own transaction. `now` stands in for the database's
 * clock in tests.
 */
export async function spendRequest(
  pool: Pool,
  keyId: string,
  limitPerMinute: number,
  now?: Date,
): Promise<RequestBudget> {
  const { granted, used, at } = await takeRequests(pool, keyId, limitPerMinute, 1, now);
  return { ...quotaState(limitPerMinute, used, at), allowed: granted > 0 };
}

interface Taken {
  readonly granted: number;
  /** Of the limit, by everybody. */
  readonly used: number;
  readonly remaining: number;
  /** The moment that counts, and how long its window lasts (milliseconds). */
  readonly at: number;
  readonly endsInMs: number;
}

const windowMs = 60_000;

/**
 * Windows are the minutes of the database's clock. A refusal writes nothing, so a caller that ignores refusals costs a read
 * at most. A crash of the database forgets the counts (the table is unlogged), which errs in the caller's favour.
 */
async function takeRequests(pool: Pool, keyId: string, limit: number, wanted: number, now?: Date): Promise<Taken> {
  // Primary key (key_id). A statement that waited for the row may come from the minute before: windows never go back.
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
  // There was at least one request left when the row was written: what is beyond the limit was not granted.
  const granted = row.used === null ? 0 : wanted - Math.max(0, row.used - limit);
  const used = Math.min(row.used ?? limit, limit);
  const at = row.now.getTime();
  return { granted, used, remaining: limit - used, at, endsInMs: windowMs - (at % windowMs) };
}

/** Deletes the counts of keys whose last window began over an hour ago. Returns how many. One row a key: an index would not pay. */
export async function purgeRequestBudgets(pool: Pool, now?: Date): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM request_budgets WHERE window_start < coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'",
    [now ?? null],
  );
  return rowCount ?? 0;
}
