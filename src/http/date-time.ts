/**
 * A date-time of RFC 3339. A leap second (`23:59:60`, RFC 3339, appendix D) is a time that JavaScript and PostgreSQL cannot
 * tell apart from its neighbours: it counts as the second before it, so that it stays in the day that is written, and
 * nothing is taken to last longer than it does. The text is one that the format `date-time` admits; for another one the
 * Date is invalid.
 */
export function parseDateTime(text: string): Date {
  return new Date(text.replace(/:60(?=[.,Zz+-])/, ":59"));
}
