/** Transactions that meet passing trouble are attempted again, for a while. */
import { DatabaseAway } from "./health.ts";
import { isPassing } from "./passing.ts";

export interface RetryOptions {
  /** No attempt begins so long after the first (milliseconds). */
  readonly retryMs: number;
  /** The pause before the second attempt, and the longest pause (milliseconds). Pauses double in between. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether another attempt may not meet an error again; passing errors of the database when left out. */
  readonly mayPass?: (error: unknown) => boolean;
}

/**
 * Attempts until one succeeds; `number` counts from 1. Throws the last attempt's error. When the database is already known to be away,
 * the first attempt is the last: no caller waits again for what others have waited for in vain.
 */
export async function attemptAgain<T>(
  attempt: (number: number) => Promise<T>,
  { retryMs, firstPauseMs, longestPauseMs, pause, mayPass = isPassing }: RetryOptions,
): Promise<T> {
  const startedAt = performance.now();
  let pauseMs = firstPauseMs;
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const knownBefore = number === 1 && error instanceof DatabaseAway;
      if (knownBefore || !mayPass(error) || performance.now() - startedAt + pauseMs > retryMs) throw error;
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}
