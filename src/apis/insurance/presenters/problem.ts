/** How errors of this API are written: as RFC 9457 has it, under the codes that merchants know. */
import type { ProblemCode } from "#generated/problems.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { Problem } from "#src/http/problem.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { InsurerFailure } from "../insurers/failure.ts";

/** A body that cannot be read has one code here, whatever is wrong with it. */
export const presentMerchantProblem: ProblemPresenter = (problem, exchange) => {
  const unreadable = problem.code === "MALFORMED_JSON" || problem.code === "MALFORMED_BODY";
  return presentProblem(unreadable ? new Problem("BAD_REQUEST", { ...problem, cause: problem }) : problem, exchange);
};

/** The answer to errors that our code does not throw as problems; null for mistakes. */
export function merchantProblem(error: unknown): Problem | null {
  if (error instanceof InsurerFailure) return problemOfFailure(error);
  return overloadedWhenPassing(error);
}

/** Answers in which a fault of the insurer's is the seller's to read: it is listed finding by finding, as 422. */
const readable: ReadonlySet<string> = new Set(["getForm", "createQuote"]);
/** Retry-After (seconds) for an insurer that cannot answer now. */
const retrySeconds = 5;

/** An insurer's own refusal keeps its status, code and correlation id; whatever else goes wrong is a gateway's error. */
export function problemOfFailure(cause: InsurerFailure): Problem {
  const { insurerId: providerId, operationId, failure } = cause;
  const gateway = (code: ProblemCode) => new Problem(code, { details: { providerId }, cause });
  switch (failure.kind) {
    case "refused": {
      const { status, code, message: detail, correlationId, fieldErrors } = failure;
      const details = { providerId, providerCorrelationId: correlationId };
      const headers = status === 429 || status === 503 ? { "Retry-After": String(retrySeconds) } : {};
      return new Problem("INSURER_REFUSED", {
        status,
        passedOn: { code },
        detail,
        details,
        fieldErrors,
        headers,
        cause,
      });
    }
    case "unreachable":
      return gateway("INSURER_UNREACHABLE");
    case "timeout":
      return gateway("INSURER_TIMEOUT");
    case "invalid":
      return readable.has(operationId)
        ? new Problem("VALIDATION_FAILED", {
            status: 422,
            detail: "The insurer's answer is not valid. Asking again will not help.",
            details: { providerId },
            fieldErrors: failure.findings,
            cause,
          })
        : gateway("INSURER_ANSWER_INVALID");
    case "too_large": {
      if (operationId === "getPolicyDocument")
        return new Problem("DOCUMENT_TOO_LARGE", { details: { providerId, limitBytes: failure.limitBytes }, cause });
      const detail = "The insurer's answer is too large.";
      return new Problem("INSURER_ANSWER_INVALID", { detail, details: { providerId }, cause });
    }
    case "redirect_refused":
      return new Problem("DOCUMENT_REDIRECT_REFUSED", { details: { providerId, rule: failure.rule }, cause });
  }
}
