/** Problems as RFC 9457 writes them. */
import type { FieldError, Problem } from "#src/http/problem.ts";
import type { ProblemPresenter } from "./api.ts";

/** What specs/common/problem.yaml allows. */
const maxPathLength = 2_000;

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
    fieldErrors: problem.fieldErrors.map(boundPath),
  };
}

/** Names in pointers are the caller's, and may be as long as the body. What is left is still a JSON pointer. */
function boundPath(finding: FieldError): FieldError {
  if (finding.path.length <= maxPathLength) return finding;
  return { ...finding, path: finding.path.slice(0, maxPathLength).replace(/(?:~|[\uD800-\uDBFF])$/, "") };
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
