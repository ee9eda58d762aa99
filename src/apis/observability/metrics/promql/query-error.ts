/** Why a query cannot be answered, in the words of Prometheus's API (its "errorType"). */
import { Problem, type ProblemCode } from "#src/http/problem.ts";

/**
 * - `bad_data`: the query or a parameter is wrong.
 * - `execution`: the query is right, but more than may be read or answered.
 * - `timeout`: it took longer than a query may.
 */
export type QueryErrorType = "bad_data" | "execution" | "timeout";

const codes: Readonly<Record<QueryErrorType, ProblemCode>> = {
  bad_data: "BAD_REQUEST",
  execution: "QUERY_TOO_LARGE",
  timeout: "QUERY_TIMEOUT",
};

/** A Problem, so that it reaches the caller however deep in an evaluation it is thrown. */
export class QueryError extends Problem {
  readonly type: QueryErrorType;

  constructor(type: QueryErrorType, detail: string) {
    super(codes[type], { detail, ...(type === "timeout" && { headers: { "Retry-After": "1" } }) });
    this.name = "QueryError";
    this.type = type;
  }
}
