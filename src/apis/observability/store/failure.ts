/** The consequence of a failed flush for its requests. */
import { isPassing } from "#src/storage/passing.ts";
import { sqlStateOf } from "#src/storage/sql-state.ts";

/**
 * - `data`: a row holds something that PostgreSQL refuses; the same row will be refused again.
 * - `partition`: the day has no partition yet.
 * - `passing`: the connection, a lock, a full disk, a restart: the same flush may succeed later.
 * - `fault`: anything else, which is a mistake of ours.
 */
export type Failure = "data" | "partition" | "passing" | "fault";

/** Data exceptions, and values that are too large for an index or a row. */
const dataClasses = new Set(["22", "54"]);

/** "no partition of relation found for row" is a check violation. */
const checkViolation = "23514";

export function classify(error: unknown): Failure {
  if (isPassing(error)) return "passing";
  const sqlState = sqlStateOf(error);
  if (sqlState === checkViolation) return "partition";
  if (sqlState !== undefined) return dataClasses.has(sqlState.slice(0, 2)) ? "data" : "fault";
  // The COPY encoder: a number that does not fit its column.
  return error instanceof RangeError ? "data" : "fault";
}
