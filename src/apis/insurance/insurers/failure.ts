/** Failures between Accord and an insurer, in the kinds that callers answer differently. */
import type { FieldError } from "#src/http/problem.ts";
import type { DestinationRule } from "#src/webhooks/destinations.ts";

export type Failure =
  /** No usable answer came: no connection, a broken one, a gateway's status, or the breaker is open. */
  | { readonly kind: "unreachable"; readonly reason: string }
  /** The deadline passed. Whether a write was done is unknown; repeating it with its key finds out. */
  | { readonly kind: "timeout"; readonly deadlineMs: number }
  /** The insurer says no, or that it failed. Code, status and correlation id are its own. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly correlationId: string;
      readonly fieldErrors: readonly FieldError[];
    }
  /** The answer breaks the protocol. Paths of findings start with `/body`. Asking again does not help. */
  | { readonly kind: "invalid"; readonly status: number; readonly findings: readonly FieldError[] }
  /** The answer, or the inlined document in it, is larger than we take. */
  | { readonly kind: "too_large"; readonly limitBytes: number }
  /** The document lies where we do not go, or what came from there is not taken. */
  | { readonly kind: "redirect_refused"; readonly rule: RedirectRule };

/**
 * Why a redirected document is not taken. host: not on the insurer's list; hop: it redirects again; size: over the
 * ceiling; the others: not a public https address.
 */
export type RedirectRule = DestinationRule | "host" | "hop" | "size";

export class InsurerFailure extends Error {
  readonly insurerId: string;
  readonly operationId: string;
  readonly failure: Failure;
  /** How many attempts the insurer may have heard of. After none it certainly did nothing. */
  readonly attemptsSent: number;

  constructor(insurerId: string, operationId: string, failure: Failure, cause?: unknown, attemptsSent = 1) {
    super(`${insurerId} ${operationId}: ${describe(failure)}`, cause === undefined ? undefined : { cause });
    this.name = "InsurerFailure";
    this.insurerId = insurerId;
    this.operationId = operationId;
    this.failure = failure;
    this.attemptsSent = attemptsSent;
  }

  /** The same, with the findings of a refusal where they lie in the seller's request. */
  withPaths(rewrite: (path: string) => string): InsurerFailure {
    const { insurerId, operationId, failure, attemptsSent } = this;
    if (failure.kind !== "refused") return this;
    const fieldErrors = failure.fieldErrors.map((finding) => ({ ...finding, path: rewrite(finding.path) }));
    return new InsurerFailure(insurerId, operationId, { ...failure, fieldErrors }, this.cause, attemptsSent);
  }
}

/** The failure of an insurer whose answer to a write contradicts what is on record. */
export function contradiction(
  insurerId: string,
  operationId: string,
  path: string,
  message: string,
  cause?: unknown,
): InsurerFailure {
  const findings = [{ path, code: "inconsistent", message }];
  return new InsurerFailure(insurerId, operationId, { kind: "invalid", status: 201, findings }, cause);
}

/** Whether no answer came at all: the next call will hardly fare better. */
export function isUnresponsive(error: unknown): boolean {
  return error instanceof InsurerFailure && ["timeout", "unreachable"].includes(error.failure.kind);
}

function describe(failure: Failure): string {
  switch (failure.kind) {
    case "unreachable":
      return `unreachable (${failure.reason})`;
    case "timeout":
      return `no answer within ${failure.deadlineMs} ms`;
    case "refused":
      return `refused with ${failure.status} ${failure.code}, correlation id ${failure.correlationId}`;
    case "invalid":
      return `answered ${failure.status} against the protocol: ${failure.findings
        .slice(0, 5)
        .map(({ path, message }) => `${path} ${message}`)
        .join("; ")}`;
    case "too_large":
      return `answered more than ${failure.limitBytes} bytes`;
    case "redirect_refused":
      return `redirect refused by the rule ${failure.rule}`;
  }
}
