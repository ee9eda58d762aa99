import { Problem } from "#src/http/problem.ts";
import { isPassing } from "#src/storage/passing.ts";

const retrySeconds = 2;

/**
 * The 503 for a database that cannot answer just now; null for every other error. Clients repeat what was answered 503,
 * and have to look first, or to drop it (OTLP, "Retryable Response Codes"), after a 500.
 */
export function overloadedWhenPassing(error: unknown): Problem | null {
  if (!isPassing(error)) return null;
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause: error });
}
