/** Why a query cannot be answered, in the words of Prometheus's API (its "errorType"). */

/**
 * - `bad_data`: the query or a parameter is wrong.
 * - `execution`: the query is right, but has no result, or asks for more than may be read or answered.
 * - `timeout`: it took longer than a query may.
 */
export type QueryErrorType = "bad_data" | "execution" | "timeout";

export class QueryError extends Error {
  readonly type: QueryErrorType;

  constructor(type: QueryErrorType, message: string) {
    super(message);
    this.name = "QueryError";
    this.type = type;
  }
}

/** A part of a query's text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Line and column of an offset, both from 1; columns count bytes of UTF-8, as Prometheus's do. */
export function placeOf(query: string, { from }: Span): string {
  const before = query.slice(0, from);
  const lineStart = before.lastIndexOf("\n") + 1;
  return `${before.split("\n").length}:${Buffer.byteLength(before.slice(lineStart)) + 1}`;
}

export function parseError(query: string, at: Span, reason: string): QueryError {
  return new QueryError("bad_data", `${placeOf(query, at)}: parse error: ${reason}`);
}
