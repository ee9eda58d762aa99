/** How errors of this API are written: as RFC 9457 has it, under the codes that merchants know. */

import { type ProblemCode, problems } from "#generated/problems.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { Problem } from "#src/http/problem.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import { answerFor } from "../insurers/failure-answer.ts";

/** Retry-After (seconds) for an insurer that cannot answer now. */
const insurerRetrySeconds = 5;

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

/** An insurer's own code, status and correlation id are passed on unchanged; everything else has a code of ours. */
function problemOfFailure(error: InsurerFailure): Problem {
  const { status, code, detail, details, fieldErrors } = answerFor(error);
  const options = { status, detail, details, fieldErrors, cause: error };
  if (error.failure.kind !== "refused" && isOurs(code)) return new Problem(code, options);
  const headers = status === 429 || status === 503 ? { "Retry-After": String(insurerRetrySeconds) } : {};
  return new Problem("INSURER_REFUSED", { ...options, headers, passedOn: { code } });
}

function isOurs(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
