/** The built-in presenter: problems as application/problem+json (RFC 9457). */
import type { Problem } from "#src/http/problem.ts";
import type { ProblemPresenter } from "./api.ts";

/** The page that explains every code, with an anchor for each. RFC 9457, 3.1.1, recommends absolute paths for relative references. */
const catalogue = "/docs/error-codes";

/** The `type` of a problem: the address of its code's explanation. */
export function problemType(kind: string): string {
  return `${catalogue}#${kind.toLowerCase()}`;
}

/** The members of application/problem+json, including our extension members. */
export function problemMembers(problem: Problem, correlationId: string) {
  return {
    type: problemType(problem.kind),
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    code: problem.shownCode,
    correlationId,
    details: problem.details,
    fieldErrors: problem.fieldErrors,
  };
}

/** Writes a problem as application/problem+json. */
export const presentProblem: ProblemPresenter = (problem, exchange) => {
  const members = problemMembers(problem, exchange.requestId);
  return {
    status: problem.status,
    type: "application/problem+json",
    payload: JSON.stringify(members),
    headers: problem.headers,
    checked: members,
  };
};
