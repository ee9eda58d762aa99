/** What a failed flush means for the requests in it. */
import pg from "pg";

/**
 * - `data`: a row holds something that PostgreSQL refuses; the same row will be refused again.
 * - `partition`: the day has no partition yet.
 * - `passing`: the connection, a lock, a full disk, a restart: the same flush may succeed later.
 * - `fault`: anything else, which is a mistake of ours.
 */
export type Failure = "data" | "partition" | "passing" | "fault";

/** SQLSTATE classes (PostgreSQL, appendix A) that another attempt may not meet again. */
const passingClasses = new Set([
  "08", // connection exception
  "25", // the server turned read-only, or ended a transaction that idled
  "40", // serialisation failure, deadlock
  "53", // out of disk, memory or connections
  "55", // lock not available
  "57", // cancelled, shut down, starting up
  "58", // system error
  "XX", // internal error
]);

/** Data exceptions, and values that are too large for an index or a row. */
const dataClasses = new Set(["22", "54"]);

/** "no partition of relation found for row" is a check violation. */
const checkViolation = "23514";

export function classify(error: unknown): Failure {
  if (error instanceof pg.DatabaseError) {
    const sqlState = error.code ?? "";
    if (sqlState === checkViolation) return "partition";
    if (dataClasses.has(sqlState.slice(0, 2))) return "data";
    return passingClasses.has(sqlState.slice(0, 2)) ? "passing" : "fault";
  }
  // The COPY encoder: a number that does not fit its column.
  if (error instanceof RangeError) return "data";
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError) return "fault";
  // What pg and the socket raise when there is no server to talk to carries no SQLSTATE.
  return "passing";
}
