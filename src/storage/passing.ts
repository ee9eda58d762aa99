/** Errors of the database that another attempt may not meet again. */
import pg from "pg";
import { QueryRunnerAlreadyReleasedError } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { driverErrorOf } from "./driver-error.ts";

/** SQLSTATE classes (PostgreSQL, appendix A) of what another attempt may not meet again. */
const passingClasses = new Set([
  "08", // connection exception
  "40", // serialisation failure, deadlock
  "53", // out of disk, memory or connections
  "55", // lock not available
  "57", // cancelled, shut down, starting up
  "58", // system error
]);

/** What sockets raise when there is no server to talk to. */
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
]);

/** What pg raises, without any code, when a connection broke or none was to be had in time. */
const connectionMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered))/;

/** Whether an error says that the database cannot answer just now, and not that a query was wrong. */
export function isPassing(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (cause instanceof pg.DatabaseError) return passingClasses.has((cause.code ?? "").slice(0, 2));
  if (!(cause instanceof Error)) return false;
  // TypeORM gives up a lost connection at once; of a repository's next statement it says only that there is none.
  if (cause instanceof QueryRunnerAlreadyReleasedError) return true;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return connectionCodes.has(code) && (code !== "ENOENT" || syscall === "connect");
  return connectionMessages.test(cause.message);
}

/** When to ask again (seconds). */
const retrySeconds = 2;

/**
 * Problem OVERLOADED (503, with Retry-After) for a passing error, null for any other: clients repeat what was answered
 * 503 and have to look first after a 500, and OTLP exporters drop what was answered 500 ("Retryable Response Codes").
 */
export function overloadedWhenPassing(error: unknown): Problem | null {
  if (!isPassing(error)) return null;
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause: error });
}
