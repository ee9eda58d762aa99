/** Errors in the protocol's own form. */
import { randomUUID } from "node:crypto";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { problemMembers } from "#src/contract/problem-json.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";

/** A refusal with a code of the insurer's own, for handlers to throw. */
export function refusal(
  status: number,
  code: string,
  message: string,
  fieldErrors: readonly FieldError[] = [],
): Problem {
  return new Problem("INSURER_REFUSED", { status, detail: message, fieldErrors, passedOn: { code } });
}

function correlationId(): string {
  return `ins-${randomUUID()}`;
}

export const presentInsurerError: ProblemPresenter = (problem, exchange) => {
  const { code, detail, fieldErrors } = problemMembers(problem, exchange.requestId);
  const body = { code, message: detail, correlationId: correlationId(), fieldErrors };
  return {
    status: problem.status,
    type: "application/json",
    payload: JSON.stringify(body),
    headers: problem.headers,
    checked: body,
  };
};
