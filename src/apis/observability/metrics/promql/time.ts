/** Moments and durations as Prometheus's API writes them in parameters. */
import { QueryError } from "./errors.ts";
import { durationMs, longestMs } from "./syntax/numbers.ts";

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** RFC 3339, with any number of decimals. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,18})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** A duration, or a number of seconds, in ms. Throws QueryError bad_data. */
export function readDuration(name: string, text: string): number {
  const ms = decimal.test(text) ? Math.round(Number(text) * 1_000) : durationMs(text);
  if (!(Math.abs(ms) <= longestMs)) throw invalidParameter(name, `cannot parse ${quoted(text)} to a valid duration`);
  return ms;
}

/** Seconds since the epoch with decimals, or RFC 3339, in ms. Throws QueryError bad_data. */
export function readMoment(name: string, text: string): number {
  const ms = decimal.test(text) ? Math.round(Number(text) * 1_000) : momentOf(text);
  if (!Number.isFinite(ms) || Math.abs(ms) > longestMs)
    throw invalidParameter(name, `cannot parse ${quoted(text)} to a valid timestamp`);
  return ms;
}

function momentOf(text: string): number {
  // A leap second is the second before it.
  return dateTime.test(text) ? Date.parse(text.replace(/:60(?=[.Zz+-])/, ":59").toUpperCase()) : Number.NaN;
}

export function invalidParameter(name: string, reason: string): QueryError {
  return new QueryError("bad_data", `invalid parameter "${name}": ${reason}`);
}

/** Names the parameter that is at fault. */
export function asParameter<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryError && error.type === "bad_data") throw invalidParameter(name, error.message);
    throw error;
  }
}

/** Text of the caller's in a message, at most 100 characters of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100)}…`);
}
