/** Dates of birth and incorporation, which this API writes as text in two ways. Inside they are `YYYY-MM-DD`. */

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `04 October 1990` (or `4 Oct 1990`) as `1990-10-04`; null for a day that the calendar does not have. */
export function parseLongDate(text: string): string | null {
  const [, day = "", name = "", year = ""] = /^([0-3]?[0-9]) ([A-Za-z]{3,9}) ([0-9]{4})$/.exec(text) ?? [];
  const wanted = name.toLowerCase();
  const month = months.findIndex((known) => {
    const full = known.toLowerCase();
    return wanted === full || wanted === full.slice(0, 3);
  });
  if (month < 0) return null;
  const date = new Date(Date.UTC(Number(year), month, Number(day)));
  // Date.UTC takes a year below 100 for one of the last century, and the 31st of April for the first of May.
  const isReal =
    date.getUTCFullYear() === Number(year) && date.getUTCMonth() === month && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** `1990-10-04` as `04-Oct-1990`. */
export function formatResultDate(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${day}-${months[Number(month) - 1]?.slice(0, 3) ?? ""}-${year}`;
}
