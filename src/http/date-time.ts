/**
 * Parses a date-time of RFC 3339. JavaScript and PostgreSQL have no leap seconds (`23:59:60`, RFC 3339, appendix D): a leap second counts
 * as the second before it, so that it stays in the written day and no duration becomes longer. The Date is invalid for a text that does
 * not match the format `date-time`.
 */
export function parseDateTime(text: string): Date {
  return new Date(text.replace(/:60(?=[.,Zz+-])/, ":59"));
}
