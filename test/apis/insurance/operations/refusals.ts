import { expect } from "chai";
import type { Answer } from "#test/support/api-server.ts";
import * as anyApi from "#test/support/refusals.ts";

/** Whoever is answered these was known: their answers tell what is left of the key's minute. */
const toKnownCallers: ReadonlySet<number> = new Set([400, 404, 406, 409, 413, 415, 422, 429]);
const rateHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** The answer is the problem, names the request, and tells of every finding and of the caller's budget. */
export function expectProblem(answer: Answer<unknown>, status: number, code: string, ...findings: string[]): void {
  anyApi.expectProblem(answer, status, code, ...findings);
  if (toKnownCallers.has(status)) for (const name of rateHeaders) expect(answer.headers.get(name)).to.match(/^\d+$/);
}
