/** Headers and problems that tell callers about quotas. Counting, mostly in fixed windows of a minute, is elsewhere. */
import { Problem } from "./problem.ts";

export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, or until something of a sliding one is free again: 1 to 60. */
  readonly resetSeconds: number;
}

const windowMs = 60_000;

/** The beginning of the window that this moment is in; both in milliseconds since the epoch. */
export function startOfWindow(ms: number): number {
  return ms - (ms % windowMs);
}

/** The state of a quota of which `used` is gone at `now` (milliseconds since the epoch). */
export function quotaState(limit: number, used: number, now: number): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil((startOfWindow(now) + windowMs - now) / 1000)),
  };
}

/** The rate headers of an answer, accepted or refused. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
}

/** The refusal of what does not fit: Problem RATE_LIMITED with the rate headers and Retry-After, and the quota's name where there are several. */
export function overQuota(state: QuotaState, quota?: string): Problem {
  return new Problem("RATE_LIMITED", {
    headers: { "Retry-After": String(state.resetSeconds), ...rateLimitHeaders(state) },
    ...(quota === undefined ? {} : { details: { quota } }),
  });
}
