/** The day that limits count in: a calendar day in Lagos, which is UTC+1 and has no daylight saving time (IANA: Africa/Lagos). */

const offsetMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** `YYYY-MM-DD` of the moment in Lagos. */
export function businessDayOf(moment: Date): string {
  return new Date(moment.getTime() + offsetMs).toISOString().slice(0, 10);
}

/** When the business day that holds `moment` ends. */
export function endOfBusinessDay(moment: Date): Date {
  return new Date((Math.floor((moment.getTime() + offsetMs) / dayMs) + 1) * dayMs - offsetMs);
}

/** When the business day `YYYY-MM-DD` begins, or the one so many days later. */
export function startOfBusinessDay(day: string, later = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + later * dayMs - offsetMs);
}
