/** The answer to a seller when an insurer fails. */
import type { FieldError } from "#src/http/problem.ts";
import type { InsurerFailure } from "./failure.ts";

export interface FailureAnswer {
  readonly status: number;
  /** Of the catalogue, or the insurer's own. */
  readonly code: string;
  readonly detail: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fieldErrors: readonly FieldError[];
}

/** Answers in which a fault of the insurer's is the seller's to read: it is listed finding by finding, as 422. */
const readable: ReadonlySet<string> = new Set(["getForm", "createQuote"]);

/** An insurer's own refusal keeps its status, code and correlation id; whatever else goes wrong is a gateway's error. */
export function answerFor({ insurerId, operationId, failure }: InsurerFailure): FailureAnswer {
  const providerId = insurerId;
  const gateway = (status: number, code: string, detail: string, more: Readonly<Record<string, unknown>> = {}) => ({
    status,
    code,
    detail,
    details: { providerId, ...more },
    fieldErrors: [],
  });
  switch (failure.kind) {
    case "refused": {
      const { status, code, message, correlationId, fieldErrors } = failure;
      return {
        status,
        code,
        detail: message,
        details: { providerId, providerCorrelationId: correlationId },
        fieldErrors,
      };
    }
    case "unreachable":
      return gateway(
        502,
        "INSURER_UNREACHABLE",
        "The insurer cannot be reached. Try again; if you sent an Idempotency-Key, with the same one.",
      );
    case "timeout":
      return gateway(
        504,
        "INSURER_TIMEOUT",
        "The insurer did not answer in time. Try again; if you sent an Idempotency-Key, with the same one.",
      );
    case "invalid":
      return readable.has(operationId)
        ? {
            status: 422,
            code: "VALIDATION_FAILED",
            detail: "The insurer's answer is not valid. Asking again will not help.",
            details: { providerId },
            fieldErrors: failure.findings,
          }
        : gateway(502, "INSURER_ANSWER_INVALID", "The insurer's answer is not valid.");
    case "too_large":
      return operationId === "getPolicyDocument"
        ? gateway(502, "DOCUMENT_TOO_LARGE", "The document is larger than can be passed on.", {
            limitBytes: failure.limitBytes,
          })
        : gateway(502, "INSURER_ANSWER_INVALID", "The insurer's answer is too large.");
    case "redirect_refused":
      return gateway(
        502,
        "DOCUMENT_REDIRECT_REFUSED",
        "The insurer keeps the document where it may not be fetched from.",
        {
          rule: failure.rule,
        },
      );
  }
}
