/**
 * The key of a response in a document (OpenAPI 3.1, "Responses Object"): one status, or all failures of a class. A
 * status that is listed by itself is not meant by its range.
 */

export type StatusRange = "4XX" | "5XX";

export type DocumentedStatus = number | StatusRange;

/** Reads a key of a Responses Object; null for `default` and other ranges, under which nothing is answered here. */
export function readStatus(key: string): DocumentedStatus | null {
  if (key === "4XX" || key === "5XX") return key;
  return /^[1-5]\d\d$/.test(key) ? Number(key) : null;
}

/** The range that a failure belongs to. */
export function rangeOf(status: number): StatusRange {
  return status < 500 ? "4XX" : "5XX";
}

/** The response that describes an answer of this status. */
export function responseFor<T>(responses: ReadonlyMap<DocumentedStatus, T>, status: number): T | undefined {
  return responses.get(status) ?? (status < 400 ? undefined : responses.get(rangeOf(status)));
}
