/** How often something may be tried in a time. The count is a request budget in PostgreSQL, so that it holds across processes. */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { type QuotaState, rateLimitHeaders } from "#src/http/rate-limit.ts";
import { requestsTaken, type Taken, takeRequests } from "#src/http/request-budget.ts";

export interface AttemptLimit {
  /** Tells the counters of one kind of attempt from those of others. */
  readonly kind: string;
  readonly most: number;
  /** How long attempts count: 60 at most. */
  readonly minutes: number;
}

export class AttemptLimiter {
  readonly #pool: Pool;
  readonly #limit: AttemptLimit;

  constructor(pool: Pool, limit: AttemptLimit) {
    this.#pool = pool;
    this.#limit = limit;
  }

  /** Counts one, and returns the X-RateLimit headers. `what` is tried; Problem RATE_LIMITED where that is too much. */
  async consume(key: string, what: string): Promise<Record<string, string>> {
    const taken = await this.count(key);
    if (taken.granted === 0) throw tooMany(taken, what);
    return rateLimitHeaders(taken);
  }

  /** Counts one, as long as some are left. */
  count(key: string): Promise<Taken> {
    const { kind, most, minutes } = this.#limit;
    return takeRequests(this.#pool, `${kind} ${key}`, most, 1, { minutes });
  }

  /** The X-RateLimit headers without counting. Throws Problem RATE_LIMITED where nothing is left. */
  async check(key: string, what: string): Promise<Record<string, string>> {
    const { kind, most, minutes } = this.#limit;
    const { used, resetSeconds } = await requestsTaken(this.#pool, `${kind} ${key}`, minutes);
    const state = { limit: most, remaining: Math.max(0, most - used), resetSeconds };
    if (state.remaining === 0) throw tooMany(state, what);
    return rateLimitHeaders(state);
  }
}

function tooMany(state: QuotaState, what: string): Problem {
  const seconds = String(state.resetSeconds);
  return new Problem("RATE_LIMITED", {
    detail: `Too many attempts to ${what}. Try again in ${seconds} seconds.`,
    headers: { ...rateLimitHeaders(state), "Retry-After": seconds },
  });
}
