/**
 * Passing errors: errors of the database that another attempt may not meet. This module decides for which errors a transaction is repeated
 * and a request is answered 503.
 */
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { driverErrorOf } from "./driver-error.ts";
import { sqlStateOf } from "./sql-state.ts";

/** SQLSTATE classes (PostgreSQL documentation, appendix A) of passing errors. */
const passingClasses = new Set([
  "08", // connection exception
  "40", // serialisation failure, deadlock
  "53", // out of disk, memory or connections
  "55", // lock not available
  "57", // cancelled, shut down, starting up
  "58", // system error
]);

/** Single SQLSTATEs that are passing errors, although others of their class are mistakes. */
const passingStates = new Set([
  "25006", // a standby that is not promoted yet, or a server that was set to take no writes
  "25P03", // the transaction idled for too long
  "25P04", // the transaction took too long
  "XX000", // an internal error: a table that was dropped meanwhile, or what the node of a cluster met
]);

/** Codes of sockets that cannot reach a server. */
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
  // A Unix socket whose queue of connections is full.
  "EAGAIN",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/** Codes that file operations also have. They are passing errors only when a connection failed. */
const ofFilesToo = new Set(["ENOENT", "EMFILE", "ENFILE", "EAGAIN"]);

/** Messages of pg's errors without a code: a connection broke, or none was available in time or before the process stopped. */
const connectionMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered)|Cannot use a pool after calling end|There was an error establishing an SSL connection)/;

/** Whether an error means that the database cannot answer now, not that a query was wrong. */
export function isPassing(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) return passingStates.has(sqlState) || passingClasses.has(sqlState.slice(0, 2));
  const cause = driverErrorOf(error);
  if (!(cause instanceof Error)) return false;
  // TypeORM gives up a lost connection at once, and fails the next statement of a repository with these errors.
  if (cause instanceof QueryRunnerAlreadyReleasedError || cause instanceof QueryRunnerProviderAlreadyReleasedError)
    return true;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return connectionCodes.has(code) && (!ofFilesToo.has(code) || syscall === "connect");
  return connectionMessages.test(cause.message);
}

/** Retry-After (seconds). */
const retrySeconds = 2;

/** Makes Problem OVERLOADED (503) with Retry-After. */
export function overloaded(cause?: unknown): Problem {
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause });
}

/** Whether an error is Problem OVERLOADED. */
export function isOverload(error: unknown): error is Problem {
  return error instanceof Problem && error.code === "OVERLOADED";
}

/**
 * Returns Problem OVERLOADED (503, with Retry-After) for a passing error, null for any other. After a 503, clients repeat a request; after
 * a 500, they must first find out its outcome, and OTLP exporters drop their data ("Retryable Response Codes").
 */
export function overloadedWhenPassing(error: unknown): Problem | null {
  return isPassing(error) ? overloaded(error) : null;
}
