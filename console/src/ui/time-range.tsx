/** The stretch of time that a page shows: back from now, or between two moments after one has zoomed. */
import type { JSX } from "preact";
import { setQuery } from "../address.ts";

const ranges: Readonly<Record<string, number>> = {
  "15m": 15 * 60,
  "1h": 3_600,
  "6h": 6 * 3_600,
  "24h": 24 * 3_600,
  "7d": 7 * 24 * 3_600,
  "30d": 30 * 24 * 3_600,
};

export interface TimeSpan {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
  /** The present address has both ends, and does not move with time. */
  readonly fixed: boolean;
}

/** `usual` is a key of the ranges. A span back from now is rounded, so that it stays the same for some seconds. */
export function spanOf({ searchParams }: URL, usual: string): TimeSpan {
  const [since, until] = [Date.parse(searchParams.get("since") ?? ""), Date.parse(searchParams.get("until") ?? "")];
  if (since < until) return { since, until, fixed: true };
  const seconds = ranges[searchParams.get("range") ?? usual] ?? 3_600;
  const now = Math.ceil(Date.now() / 10_000) * 10_000;
  return { since: now - seconds * 1_000, until: now, fixed: false };
}

export function zoomTo(since: number, until: number): void {
  setQuery({ since: new Date(since).toISOString(), until: new Date(until).toISOString(), range: undefined });
}

export function TimeRange({ url, usual }: { readonly url: URL; readonly usual: string }): JSX.Element {
  const span = spanOf(url, usual);
  return (
    <label>
      Time
      <select
        value={span.fixed ? "fixed" : (url.searchParams.get("range") ?? usual)}
        onChange={({ currentTarget }) => setQuery({ range: currentTarget.value, since: undefined, until: undefined })}
      >
        {span.fixed && <option value="fixed">As zoomed</option>}
        {Object.keys(ranges).map((name) => (
          <option key={name} value={name}>
            Last {name}
          </option>
        ))}
      </select>
    </label>
  );
}
