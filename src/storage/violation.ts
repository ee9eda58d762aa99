/**
 * Broken constraints, named where the statement is. The meaning of a constraint depends on the statement that broke it, so
 * each statement says so itself:
 *
 *     await manager
 *       .insert(userEntity, user)
 *       .catch(onViolation("placeholder_users_email_taken", (cause) => new Problem("EMAIL_TAKEN", { cause })));
 */
import pg from "pg";
import { driverErrorOf } from "./driver-error.ts";
import { sqlStateOf } from "./sql-state.ts";

/** SQLSTATE class 23 (PostgreSQL, appendix A): integrity constraint violation. */
const integrityViolation = /^23/;

/**
 * For `catch`: throws what `meaning` makes of the error when it is that this constraint was broken, and any other error
 * as it is. Several constraints of one statement are several `catch`es. Inside a transaction the transaction is over
 * then, as PostgreSQL has it.
 */
export function onViolation(constraint: string, meaning: (cause: unknown) => Error): (error: unknown) => never {
  return (error) => {
    throw violates(error, constraint) ? meaning(error) : error;
  };
}

/** Whether a statement failed because of this constraint, or of the shard of it that a cluster's node has. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = driverErrorOf(error);
  if (!(cause instanceof pg.DatabaseError) || !integrityViolation.test(sqlStateOf(cause) ?? "")) return false;
  // Citus passes on the message of its node and not the field, and the node's name has the shard's number at its end.
  const name = cause.constraint ?? /constraint "([^"]+)"/.exec(cause.message)?.[1];
  return (
    name === constraint ||
    (name?.startsWith(`${constraint}_`) === true && /^\d+$/.test(name.slice(constraint.length + 1)))
  );
}
