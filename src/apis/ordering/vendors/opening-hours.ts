/** Opening hours, as people write them and as the database compares them. */

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export type Weekday = (typeof weekdays)[number];

/** Hours on the vendor's own clock. `to` at or before `from` is on the next day: 18:00 to 02:00, 00:00 to 00:00. */
export interface OpeningHours {
  readonly days: readonly Weekday[];
  /** HH:MM. */
  readonly from: string;
  readonly to: string;
}

export const always: readonly OpeningHours[] = [{ days: weekdays, from: "00:00", to: "00:00" }];

const day = 24 * 60;
const week = 7 * day;

/** An int4multirange of the minutes of the week, from Monday 00:00, in which the vendor is open. */
export function openingMinutes(hours: readonly OpeningHours[]): string {
  const ranges = hours.flatMap(({ days, from, to }) => {
    const [opens, closes] = [minuteOf(from), minuteOf(to)];
    const length = closes > opens ? closes - opens : closes - opens + day;
    return days.flatMap((name) => {
      const start = weekdays.indexOf(name) * day + opens;
      const end = start + length;
      // The night to Monday began in the week before.
      return end <= week
        ? [[start, end]]
        : [
            [start, week],
            [0, end - week],
          ];
    });
  });
  return `{${ranges.map(([start, end]) => `[${start},${end})`).join(",")}}`;
}

function minuteOf(clock: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
  if (hours === undefined || minutes === undefined) throw new RangeError(`${clock} is not a time of day, HH:MM`);
  return Number(hours) * 60 + Number(minutes);
}
