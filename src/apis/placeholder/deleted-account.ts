import { Problem } from "#src/http/problem.ts";
import { onViolation } from "#src/storage/violation.ts";

/**
 * For `catch` of a statement that writes what a caller owns, where the caller's account may have been deleted since the
 * caller was recognised: throws Problem UNAUTHENTICATED then. `table` is the one that is written.
 */
export function refuseDeletedAccount(table: string): (error: unknown) => never {
  const detail = "The account has been deleted.";
  return onViolation(`${table}_user_id_fkey`, (cause) => new Problem("UNAUTHENTICATED", { detail, cause }));
}
