/** When a delivery is attempted again. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait before each attempt, in ms; after the last one a delivery is dead. */
const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const;

const longestRetryAfter = 24 * hour;

/**
 * When to try again after attempt number `attempt` (1 is the first) failed at `now`; null when that was the last. The
 * wait varies by 20 % either way, so that deliveries that failed together are not repeated together. A receiver's Retry-After
 * makes it longer, never shorter. `random` is in [0, 1).
 */
export function nextAttempt(
  attempt: number,
  now: Date,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): Date | null {
  const wait = waits[attempt];
  if (wait === undefined) return null;
  const varied = wait * (0.8 + 0.4 * random());
  return new Date(now.getTime() + Math.round(Math.max(varied, retryAfterMs ?? 0)));
}

/** A Retry-After header (RFC 9110, 10.2.3: seconds, or a date) in ms from now, at most a day; null when it is neither. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const wait = /^\d{1,15}$/.test(text) ? Number(text) * second : dateOf(text) - now.getTime();
  if (Number.isNaN(wait) || wait < 0) return null;
  return Math.min(wait, longestRetryAfter);
}

/** Only HTTP dates, which all begin with the day's name: Date.parse would also take a year, or `-1`. */
function dateOf(text: string): number {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
}
