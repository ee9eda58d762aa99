/** What a failed call leaves behind. */
import { InsurerFailure } from "../insurers/failure.ts";
import type { Intent } from "./operation.ts";

/**
 * `refused`: the insurer has not done it and will not. `unasked`: it never heard of it. `unknown`: it may have done it,
 * and another try with the same key finds out.
 */
export type Outcome = "refused" | "unasked" | "unknown";

/** By these an insurer says that it knows the key, so that it does not say that nothing was done. */
const keyIsKnown: ReadonlySet<string> = new Set(["IDEMPOTENCY_KEY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"]);
/**
 * Refusals of what was asked. An insurer gives them after it has looked for the key: had an earlier attempt been done,
 * the stored answer had come instead. Others (401, 429, …) are given at the door and tell nothing of earlier attempts.
 */
const afterTheKey: ReadonlySet<number> = new Set([404, 409, 410, 422]);

/** Judges the failure of this try. Whatever is not certain is `unknown`. */
export function outcomeOf(error: unknown, { tries }: Pick<Intent, "tries">): Outcome {
  if (!(error instanceof InsurerFailure)) return "unknown";
  const { failure, attemptsSent } = error;
  if (attemptsSent === 0) return tries === 1 ? "unasked" : "unknown";
  if (failure.kind !== "refused" || failure.status >= 500 || keyIsKnown.has(failure.code)) return "unknown";
  const onlyAttempt = tries === 1 && attemptsSent === 1;
  return onlyAttempt || afterTheKey.has(failure.status) ? "refused" : "unknown";
}

const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;

/** How long the sweep leaves an intent alone after its nth try (ms): 5 s, doubled by each try, at most an hour. */
export function retryDelayMs(tries: number): number {
  return Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
}
