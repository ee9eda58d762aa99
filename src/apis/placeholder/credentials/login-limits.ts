/** How often signing in may fail, counted in PostgreSQL so that it holds across processes. */
import { hash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "#src/http/problem.ts";

/** Seconds. */
const windowSeconds = 15 * 60;
/** How much more an account, or a network address, may fail on the whole than the two may together. */
const wider = 10;

export interface LoginAttempt {
  /** Gives back what the attempt took, since it succeeded. Returns the X-RateLimit headers of account and address. */
  succeeded(): Promise<Record<string, string>>;
}

export class LoginLimits {
  readonly #limiters: readonly { limiter: RateLimiterPostgres; key: (account: string, address: string) => string }[];

  /** @param failures how often an account may fail from one network address in 15 minutes. */
  constructor(pool: Pool, failures: number) {
    const limiter = (keyPrefix: string, points: number) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "placeholder_login_attempts",
        tableCreated: true,
        keyPrefix,
        points,
        duration: windowSeconds,
        clearExpiredByTimeout: keyPrefix === "pair",
      });
    this.#limiters = [
      { limiter: limiter("pair", failures), key: (account, address) => `${account} ${address}` },
      { limiter: limiter("account", failures * wider), key: (account) => account },
      { limiter: limiter("address", failures * wider), key: (_, address) => address },
    ];
  }

  /**
   * Counts an attempt before its outcome is known, so that attempts made at once do not slip by together.
   * Throws Problem RATE_LIMITED.
   */
  async attempt(email: string, address: string): Promise<LoginAttempt> {
    const account = hash("sha256", email.toLowerCase());
    const counters = this.#limiters.map(({ limiter, key }) => ({ limiter, key: key(account, address) }));
    for (const { limiter, key } of counters) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const headers = rateHeaders(limiter.points, refusal);
        const seconds = headers["X-RateLimit-Reset"] ?? "1";
        throw new Problem("RATE_LIMITED", {
          detail: `Too many attempts to sign in. Try again in ${seconds} seconds.`,
          headers: { ...headers, "Retry-After": seconds },
        });
      }
    }
    return {
      async succeeded() {
        const [pair] = await Promise.all(
          counters.map(async ({ limiter, key }) => rateHeaders(limiter.points, await limiter.reward(key))),
        );
        return pair ?? {};
      },
    };
  }
}

function rateHeaders(limit: number, { consumedPoints, msBeforeNext }: RateLimiterRes): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(Math.max(0, limit - consumedPoints)),
    "X-RateLimit-Reset": String(Math.max(1, Math.ceil(msBeforeNext / 1000))),
  };
}
