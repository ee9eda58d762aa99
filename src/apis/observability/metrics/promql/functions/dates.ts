/** Parts of a UTC date from seconds since the epoch, by the Gregorian calendar, without a limit on the year. */

export const dateFunctions: Readonly<Record<string, (seconds: number) => number>> = {
  minute: (seconds) => Math.floor(within(seconds, 3_600) / 60),
  hour: (seconds) => Math.floor(within(seconds, 86_400) / 3_600),
  day_of_week: (seconds) => within(daysOf(seconds) + 4, 7),
  day_of_month: (seconds) => civil(daysOf(seconds)).day,
  day_of_year: (seconds) => {
    const days = daysOf(seconds);
    return days - daysBefore(civil(days).year) + 1;
  },
  days_in_month: (seconds) => {
    const { year, month } = civil(daysOf(seconds));
    if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  },
  month: (seconds) => civil(daysOf(seconds)).month,
  year: (seconds) => civil(daysOf(seconds)).year,
};

const daysOf = (seconds: number) => Math.floor(seconds / 86_400);
const within = (value: number, length: number) => value - length * Math.floor(value / length);

/** Of January 1st, since the epoch. */
function daysBefore(year: number): number {
  const past = year - 1;
  return 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) - 719_162;
}

/** Years are counted from March here, so that the leap day is their last, in eras of 400 years. */
function civil(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const since = days + 719_468;
  const era = Math.floor(since / 146_097);
  const ofEra = since - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
