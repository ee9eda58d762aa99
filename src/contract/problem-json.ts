/** Problems as RFC 9457 writes them. */
import type { Problem } from "#src/http/problem.ts";
import type { ProblemPresenter } from "./api.ts";

/** Where the server explains every code, with an anchor for each: a whole path, as RFC 9457 asks of relative references (3.1.1). */
const catalogue = "/docs/error-codes";

export function problemType(kind: string): string {
  return `${catalogue}#${kind.toLowerCase()}`;
}

/** The members of application/problem+json, ours included. */
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
