/**
 * What a COPY failed of on a node of a cluster. Citus passes on the node's message and not its SQLSTATE, in place of which
 * stands XX000 (`ReportCopyError` of its multi_copy.c); what the coordinator finds itself, reading the rows, has its own.
 */
import pg from "pg";

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
];

/** Gives an error of a COPY the SQLSTATE that its node has sent, where that is known; other errors stay as they are. */
export function withSqlStateOfNode(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === internalError)
    error.code = messages.find(([message]) => message.test(error.message))?.[1] ?? internalError;
  return error;
}
