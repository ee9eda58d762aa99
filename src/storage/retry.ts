/** Attempts transactions that meet passing errors again, for some time. */
import { DatabaseAway } from "./health.ts";
import { isPassing } from "./passing.ts";

export interface RetryOptions {
  /** No attempt begins later than this after the first one (milliseconds). */
  readonly retryMs: number;
  /** The pause before the second attempt, and the longest pause (milliseconds). Pauses double in between. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether another attempt may not meet the error; when left out, passing errors of the database. */
  readonly mayPass?: (error: unknown) => boolean;
}

/**
 * Repeats an attempt until it succeeds; `number` counts from 1. Throws the error of the last attempt. When the database is already known
 * to be away, there is only one attempt, so that callers do not wait in vain.
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
