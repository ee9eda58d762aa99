/** The envelope that every body of this API is in: what became of the request, as a code, a sentence and its data. */
import type { Schemas } from "#generated/wallet/contract.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import type { Problem, ProblemCode } from "#src/http/problem.ts";

export type Status = Schemas["Status"];

/** Nothing was done, for a reason that the business of the request gives. Answered with HTTP 200 and this status. */
export class Declined extends Error {
  readonly status: Status;

  constructor(status: Status, message: string) {
    super(message);
    this.name = "Declined";
    this.status = status;
  }
}

export function done<T>(data: T, message = "Successful") {
  return { status: 200 as const, body: { status: "00" as const, message, data } };
}

type Handler = (request: unknown, call: unknown) => unknown;

/** The handlers, with the envelope of what they throw as Declined. Inside a transaction, a Declined rolls back. */
export function answeringDeclined<Handlers extends object>(handlers: Handlers): Handlers {
  const answering = Object.entries(handlers as Record<string, Handler>).map(([id, handler]): [string, Handler] => [
    id,
    async (request, call) => {
      try {
        return await handler(request, call);
      } catch (error) {
        if (!(error instanceof Declined)) throw error;
        return { status: 200, body: { status: error.status, message: error.message, data: null } };
      }
    },
  ]);
  return Object.fromEntries(answering) as Handlers;
}

const invalid: ReadonlySet<ProblemCode> = new Set([
  "VALIDATION_FAILED",
  "MALFORMED_JSON",
  "MALFORMED_BODY",
  "BAD_REQUEST",
]);
/** As many as a person reads; the others are in `data.errors`. */
const findingsInMessage = 5;

export const presentFailure: ProblemPresenter = (problem) => {
  const { status, fieldErrors, headers } = problem;
  const failure = { status: codeOf(problem), message: messageOf(problem), data: { errors: fieldErrors } };
  return { status, type: "application/json", payload: JSON.stringify(failure), headers, checked: failure };
};

function codeOf({ code, status }: Problem): string {
  if (invalid.has(code) && status === 400) return "199";
  return code === "UNAUTHENTICATED" ? "119" : String(status);
}

/** Names the fields: `amount must match …; reference is required`. */
function messageOf({ code, detail, fieldErrors }: Problem): string {
  if (fieldErrors.length > 0)
    return fieldErrors
      .slice(0, findingsInMessage)
      .map(({ path, message }) => `${nameOf(path)} ${message}`)
      .join("; ")
      .slice(0, 4_000);
  return code === "INTERNAL_ERROR" ? "Something went wrong. Ask for the transaction before you repeat it." : detail;
}

/** `/body/amount` is `amount`. */
function nameOf(pointer: string): string {
  const [, where, ...names] = pointer.split("/");
  return names.length === 0
    ? `the ${where}`
    : names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
