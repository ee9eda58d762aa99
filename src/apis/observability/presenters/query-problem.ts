/** The error of a query of metrics as a Problem, which keeps Prometheus' name of it. */
import { Problem, type ProblemCode } from "#src/http/problem.ts";
import type { QueryError, QueryErrorType } from "../metrics/promql/errors.ts";

const codes: Readonly<Record<QueryErrorType, ProblemCode>> = {
  bad_data: "BAD_REQUEST",
  execution: "QUERY_TOO_LARGE",
  timeout: "QUERY_TIMEOUT",
};

export class QueryProblem extends Problem {
  readonly type: QueryErrorType;

  constructor({ type, message }: QueryError) {
    super(codes[type], { detail: message, ...(type === "timeout" && { headers: { "Retry-After": "1" } }) });
    this.name = "QueryProblem";
    this.type = type;
  }
}
