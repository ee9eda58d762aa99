/** Moments and durations as Prometheus's API writes them. */
import { QueryError } from "./query-error.ts";

const unitMs = { y: 31_536_000_000, w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;
/** Each unit at most once, the largest first. */
const durationText = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** RFC 3339, with any number of decimals. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,18})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Whether text is written as a duration, however long. */
export function isDurationText(text: string): boolean {
  return text !== "" && durationText.test(text);
}

/** Milliseconds of text such as `1h30m`; null where it is none. Go's longest duration, 292 years, is the longest here. */
export function durationMs(text: string): number | null {
  if (text === "0") return 0;
  const parts = text === "" ? null : durationText.exec(text);
  if (parts === null) return null;
  const total = Object.values(unitMs).reduce((sum, ms, index) => sum + Number(parts[index + 1] ?? 0) * ms, 0);
  return total <= longestMs ? total : null;
}

export const longestMs = 9_223_372_036_854;

/** A duration, or a number of seconds, in ms. Throws QueryError bad_data. */
export function readDuration(name: string, text: string): number {
  const ms = decimal.test(text) ? Math.round(Number(text) * 1_000) : durationMs(text);
  if (ms === null || Math.abs(ms) > longestMs)
    throw invalidParameter(name, `cannot parse ${quoted(text)} to a valid duration`);
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

/** Text of the caller's in a message, at most 100 characters of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100)}…`);
}
