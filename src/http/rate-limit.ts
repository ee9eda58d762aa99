/** Headers and problems that tell callers about quotas. The counting, mostly in fixed windows of a minute, is elsewhere. */
import { Problem } from "./problem.ts";

export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends or, with a sliding window, until something is free again: 1 to 60. */
  readonly resetSeconds: number;
}

const windowMs = 60_000;

/** The beginning of the window at the time `ms`; both in milliseconds since the epoch. */
export function startOfWindow(ms: number): number {
  return ms - (ms % windowMs);
}

/** The state of a quota of which `used` has been spent at `now` (milliseconds since the epoch). */
export function quotaState(limit: number, used: number, now: number): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil((startOfWindow(now) + windowMs - now) / 1000)),
  };
}

/** The rate limit headers of an answer, whether the request was accepted or refused. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
}

/** Problem RATE_LIMITED with the rate limit headers and Retry-After. `quota` names the quota when there are several. */
export function overQuota(state: QuotaState, quota?: string): Problem {
  return new Problem("RATE_LIMITED", {
    headers: { "Retry-After": String(state.resetSeconds), ...rateLimitHeaders(state) },
    ...(quota === undefined ? {} : { details: { quota } }),
  });
}
