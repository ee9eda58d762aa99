/** What is wrong with a request beyond what its document can say. */
import { type FieldError, Problem } from "#src/http/problem.ts";
import { businessDayOf } from "./business-day.ts";
import { parseLongDate } from "./dates.ts";
import { parseAmount } from "./money.ts";
import { Declined } from "./presenters/envelope.ts";

export function invalidRequest(fieldErrors: readonly FieldError[]): Problem {
  return new Problem("VALIDATION_FAILED", { fieldErrors });
}

export function finding(field: string, code: string, message: string, where: "body" | "query" = "body"): FieldError {
  return { path: `/${where}/${field}`, code, message };
}

/** Kobo of an amount that the document has let through: more than zero. Throws Problem VALIDATION_FAILED. */
export function positiveAmount(text: string, field = "amount"): bigint {
  const kobo = parseAmount(text);
  if (kobo === null || kobo === 0n) throw invalidRequest([finding(field, "minimum", "must be more than zero")]);
  return kobo;
}

/** A day that has begun in Lagos, as the document has let it through. Throws Problem VALIDATION_FAILED, and Declined 103 for a later day. */
export function pastDate(text: string, field: string, now: Date, where: "body" | "query" = "body"): string {
  const date = parseLongDate(text);
  if (date === null) throw invalidRequest([finding(field, "date", "must be a day such as 04 October 1990", where)]);
  if (date > businessDayOf(now)) throw new Declined("103", "The date is in the future.");
  return date;
}
