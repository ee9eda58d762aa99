/**
 * Which SQLSTATE an error of the database has. Citus passes on the message of a node, often without the SQLSTATE that the node sent, in
 * place of which stands XX000 (`ReportCopyError` of its multi_copy.c); what the coordinator finds itself has its own.
 */
import pg from "pg";
import { driverErrorOf } from "./driver-error.ts";

/** SQLSTATE internal_error (PostgreSQL, appendix A). */
const internalError = "XX000";

/** The messages that rows and circumstances of ours may meet, in English, and the SQLSTATE that PostgreSQL sends with each. */
const messages: readonly (readonly [message: RegExp, sqlState: string])[] = [
  [/^no partition of relation /, "23514"],
  [/^duplicate key value violates unique constraint /, "23505"],
  [/^null value in column /, "23502"],
  [/^index row (?:size |requires )/, "54000"],
  [/^row is too big: /, "54000"],
  [/^deadlock detected$/, "40P01"],
  [/^canceling statement due to lock timeout$/, "55P03"],
  [/^canceling statement due to /, "57014"],
  [/^terminating connection due to /, "57P01"],
  [/^the database system is /, "57P03"],
  [/^cannot execute .+ in a read-only transaction$/, "25006"],
  [/: No space left on device$/, "53100"],
  [/^connection to the remote node .+ failed/, "08006"],
  [/^server closed the connection unexpectedly/, "08006"],
];

/** Messages of a coordinator that stops, with an SQLSTATE of any class. */
const stops = /\bpostmaster was shut down\b/;

/**
 * The SQLSTATE of what the database refused, also through TypeORM: the node's where a node of a cluster refused it and its message is known.
 * Undefined for every other error.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = driverErrorOf(error);
  if (!(cause instanceof pg.DatabaseError)) return undefined;
  if (stops.test(cause.message)) return "57P01";
  if (cause.code !== internalError) return cause.code;
  return messages.find(([message]) => message.test(cause.message))?.[1] ?? internalError;
}
