import { Problem } from "#src/http/problem.ts";

/** What belongs to another customer is refused in the same words as what does not exist. */
export function noSuch(
  what: "customer" | "address" | "vendor" | "quote" | "order" | "payment attempt" | "delivery",
): Problem {
  return new Problem("NOT_FOUND", { detail: `There is no such ${what}.` });
}
