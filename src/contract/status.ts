/**
 * Keys of a Responses Object (OpenAPI 3.1): a single status, or a range of failures (`4XX`, `5XX`). A range does not include statuses
 * that are listed by themselves.
 */

export type StatusRange = "4XX" | "5XX";

export type DocumentedStatus = number | StatusRange;

/** Parses a key of a Responses Object; null for `default` and other ranges, which the engine does not use. */
export function readStatus(key: string): DocumentedStatus | null {
  if (key === "4XX" || key === "5XX") return key;
  return /^[1-5]\d\d$/.test(key) ? Number(key) : null;
}

/** The range of a failure's status. */
export function rangeOf(status: number): StatusRange {
  return status < 500 ? "4XX" : "5XX";
}

/** The response that documents this status. */
export function responseFor<T>(responses: ReadonlyMap<DocumentedStatus, T>, status: number): T | undefined {
  return responses.get(status) ?? (status < 400 ? undefined : responses.get(rangeOf(status)));
}
