/** How errors of this API are written: as RFC 9457 has it, under the codes that merchants know. */
import type { ProblemPresenter } from "#src/contract/api.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { Problem } from "#src/http/problem.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import { problemOfFailure } from "./insurer-failure.ts";

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
