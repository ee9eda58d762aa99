/** Moments that callers name, in what the store can hold. */
import { parseDateTime } from "#src/http/date-time.ts";

/** The last millisecond that is less than 2^63 nanoseconds, PostgreSQL's largest bigint: in the year 2262. */
export const lastMoment = 9_223_372_036_853;

/** How far a sender's clock may be ahead of the server's (milliseconds). Records that are further ahead are refused. */
export const maxAheadMs = 24 * 3_600_000;

/** Milliseconds since the epoch, within what PostgreSQL holds as nanoseconds. */
export function momentOf(text: string): number {
  return Math.min(Math.max(parseDateTime(text).getTime(), 0), lastMoment);
}
