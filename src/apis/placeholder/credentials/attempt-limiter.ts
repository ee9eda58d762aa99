/** How often something may be tried in a time, counted in PostgreSQL so that it holds across processes. */
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "#src/http/problem.ts";

export interface AttemptLimit {
  /** Tells the counters of one kind of attempt from those of others. */
  readonly kind: string;
  readonly most: number;
  readonly windowSeconds: number;
}

export class AttemptLimiter {
  readonly #limiter: RateLimiterPostgres;
  readonly #most: number;
  readonly #windowSeconds: number;

  constructor(pool: Pool, { kind, most, windowSeconds }: AttemptLimit) {
    this.#most = most;
    this.#windowSeconds = windowSeconds;
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "placeholder_login_attempts",
      tableCreated: true,
      keyPrefix: kind,
      points: most,
      duration: windowSeconds,
      // One of them forgets for all.
      clearExpiredByTimeout: kind === "pair",
    });
  }

  /** Counts one, and returns the X-RateLimit headers. `what` is tried; Problem RATE_LIMITED where that is too much. */
  async consume(key: string, what: string): Promise<Record<string, string>> {
    try {
      return this.#headers(await this.#limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw this.#tooMany(refusal, what);
      throw refusal;
    }
  }

  /** Counts one, past the limit too. */
  async count(key: string): Promise<void> {
    await this.#limiter.penalty(key);
  }

  /** The X-RateLimit headers without counting. Throws Problem RATE_LIMITED where nothing is left. */
  async check(key: string, what: string): Promise<Record<string, string>> {
    const state = await this.#limiter.get(key);
    if (state !== null && state.consumedPoints >= this.#most) throw this.#tooMany(state, what);
    return this.#headers(state);
  }

  #tooMany(state: RateLimiterRes, what: string): Problem {
    const headers = this.#headers(state);
    const seconds = headers["X-RateLimit-Reset"] ?? "1";
    return new Problem("RATE_LIMITED", {
      detail: `Too many attempts to ${what}. Try again in ${seconds} seconds.`,
      headers: { ...headers, "Retry-After": seconds },
    });
  }

  #headers(state: RateLimiterRes | null): Record<string, string> {
    const { consumedPoints, msBeforeNext } = state ?? { consumedPoints: 0, msBeforeNext: this.#windowSeconds * 1000 };
    return {
      "X-RateLimit-Limit": String(this.#most),
      "X-RateLimit-Remaining": String(Math.max(0, this.#most - consumedPoints)),
      "X-RateLimit-Reset": String(Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }
}
