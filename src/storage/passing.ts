/**
 * Passing errors: errors of the database that another attempt may not meet again. Code that repeats a transaction and code that answers
 * 503 both decide by this module.
 */
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { driverErrorOf } from "./driver-error.ts";
import { sqlStateOf } from "./sql-state.ts";

/** SQLSTATE classes (PostgreSQL, appendix A) of what another attempt may not meet again. */
const passingClasses = new Set([
  "08", // connection exception
  "40", // serialisation failure, deadlock
  "53", // out of disk, memory or connections
  "55", // lock not available
  "57", // cancelled, shut down, starting up
  "58", // system error
]);

/** Of classes whose other members are mistakes. */
const passingStates = new Set([
  "25006", // a standby that is not promoted yet, or a server that was set to take no writes
  "25P03", // the transaction idled for too long
  "25P04", // the transaction took too long
  "XX000", // an internal error: a table that was dropped meanwhile, or what the node of a cluster met
]);

/** Codes of sockets that reach no server. */
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EMFILE",
  "ENFILE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/** Those that files have as well: passing when it was a connection that could not be made. */
const ofFilesToo = new Set(["ENOENT", "EMFILE", "ENFILE"]);

/** Messages of pg without a code: a connection broke, or none was available in time or before the process stopped. */
const connectionMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered)|Cannot use a pool after calling end|There was an error establishing an SSL connection)/;

/** Whether an error says that the database cannot answer just now, and not that a query was wrong. */
export function isPassing(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) return passingStates.has(sqlState) || passingClasses.has(sqlState.slice(0, 2));
  const cause = driverErrorOf(error);
  if (!(cause instanceof Error)) return false;
  // TypeORM gives up a lost connection at once; of a repository's next statement it says only that there is none.
  if (cause instanceof QueryRunnerAlreadyReleasedError || cause instanceof QueryRunnerProviderAlreadyReleasedError)
    return true;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return connectionCodes.has(code) && (!ofFilesToo.has(code) || syscall === "connect");
  return connectionMessages.test(cause.message);
}

/** When to ask again (seconds). */
const retrySeconds = 2;

/** Problem OVERLOADED (503) with Retry-After. */
export function overloaded(cause?: unknown): Problem {
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause });
}

/** Whether an error is that the database, or a share of it, was not to be had in time. */
export function isOverload(error: unknown): error is Problem {
  return error instanceof Problem && error.code === "OVERLOADED";
}

/**
 * Problem OVERLOADED (503, with Retry-After) for a passing error, null for any other. Clients repeat a request after 503, and must
 * look first after 500; OTLP exporters drop their data after 500 ("Retryable Response Codes").
 */
export function overloadedWhenPassing(error: unknown): Problem | null {
  return isPassing(error) ? overloaded(error) : null;
}
