/** Errors in the protocol's own form. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurer/contract.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { problemMembers } from "#src/contract/problem-json.ts";
import type { FieldError } from "#src/http/problem.ts";

/** A refusal, as a handler returns it. */
export interface Refused<Status extends number> {
  readonly status: Status;
  readonly body: Schemas["InsurerError"];
}

export function refuse<const Status extends number>(
  status: Status,
  code: string,
  message: string,
  fieldErrors: readonly FieldError[] = [],
): Refused<Status> {
  return { status, body: { code, message, correlationId: correlationId(), fieldErrors: [...fieldErrors] } };
}

function correlationId(): string {
  return `ins-${randomUUID()}`;
}

/** What the engine refuses, in the same form. */
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
