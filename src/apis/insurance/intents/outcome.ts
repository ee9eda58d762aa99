/** The result of a failed call. */
import { InsurerFailure } from "../insurers/failure.ts";
import type { Intent } from "./operation.ts";

/**
 * `refused`: the insurer has not done it and will not. `unasked`: it never heard of it. `unknown`: it may have done it,
 * and another try with the same key finds out.
 */
export type Outcome = "refused" | "unasked" | "unknown";

/** Codes by which an insurer says that it knows the key: they do not say that nothing was done. */
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

/**
 * The answer to a seller while the outcome is unknown. A 4xx would read as if nothing had been done, and nothing were going
 * to be; by what it knows of this request, the insurer cannot be reached.
 */
export function whileUnknown(failure: unknown): unknown {
  if (!(failure instanceof InsurerFailure) || failure.failure.kind !== "refused") return failure;
  const { insurerId, operationId, attemptsSent } = failure;
  const { status, code } = failure.failure;
  if (status >= 500) return failure;
  const reason = `${status} ${code}, which does not tell what became of earlier attempts`;
  return new InsurerFailure(insurerId, operationId, { kind: "unreachable", reason }, failure, attemptsSent);
}

const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;

/** How long the settlement job leaves an intent alone after its nth try (ms): 5 s, doubled by each try, at most an hour. */
export function retryDelayMs(tries: number): number {
  return Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
}
