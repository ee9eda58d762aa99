/** When an insurer is next asked about a policy: soon at first, then ever later. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A decision that has been awaited since `since` is asked for again after a quarter of that time: 1 minute to 1 hour. */
export function nextReadingAt(since: Date, now: Date): Date {
  const ageMs = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 4, minuteMs), hourMs));
}

/**
 * Insurers write documents when a policy is bought, or somewhat later: about twelve looks on the first day after `bought`, each
 * after twice the time. Null when the day is over.
 */
export function nextDocumentsAt(bought: Date, now: Date): Date | null {
  const ageMs = now.getTime() - bought.getTime();
  const next = now.getTime() + Math.max(ageMs, minuteMs);
  return next < bought.getTime() + dayMs ? new Date(next) : null;
}
