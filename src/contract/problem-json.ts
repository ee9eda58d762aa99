/** Problems as RFC 9457 writes them. */
import type { Problem } from "#src/http/problem.ts";
import type { ProblemPresenter } from "./api.ts";

/** The members of application/problem+json, ours included. */
export function problemMembers(problem: Problem, correlationId: string) {
  return {
    type: `urn:accord:problem:${problem.shownCode.toLowerCase()}`,
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
