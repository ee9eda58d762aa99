import { Problem } from "#src/http/problem.ts";

/** A record of another customer is refused in the same words as one that does not exist. */
export function noSuch(
  what: "customer" | "address" | "vendor" | "quote" | "order" | "payment attempt" | "delivery",
): Problem {
  return new Problem("NOT_FOUND", { detail: `There is no such ${what}.` });
}
