/** The consequence of a failed flush for its requests. */
import { isPassing } from "#src/storage/passing.ts";
import { sqlStateOf } from "#src/storage/sql-state.ts";

/**
 * - `data`: a row holds something that PostgreSQL refuses; the same row will be refused again.
 * - `passing`: the connection, a lock, a full disk, a restart: the same flush may succeed later.
 * - `fault`: anything else, which is a mistake of ours.
 */
export type Failure = "data" | "passing" | "fault";

/** Data exceptions, and values that are too large for an index or a row. */
const dataClasses = new Set(["22", "54"]);

export function classify(error: unknown): Failure {
  if (isPassing(error)) return "passing";
  const sqlState = sqlStateOf(error);
  if (sqlState !== undefined) return dataClasses.has(sqlState.slice(0, 2)) ? "data" : "fault";
  // A number or a text that does not fit its column.
  return error instanceof RangeError ? "data" : "fault";
}
