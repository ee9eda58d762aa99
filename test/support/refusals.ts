import { expect } from "chai";
import type { Answer } from "./api-server.ts";

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly correlationId: string;
  readonly fieldErrors: readonly { readonly path: string; readonly code: string }[];
}

/** The answer is the problem, names the request, and tells of every finding (`/body/name required`) where some are given. */
export function expectProblem(answer: Answer<unknown>, status: number, code: string, ...findings: string[]): void {
  const body = answer.body as Problem;
  expect([answer.status, body.status, body.code], JSON.stringify(body)).to.deep.equal([status, status, code]);
  expect(answer.headers.get("content-type")).to.equal("application/problem+json");
  expect(body.correlationId).to.equal(answer.headers.get("x-request-id"));
  if (findings.length > 0)
    expect(body.fieldErrors.map((finding) => `${finding.path} ${finding.code}`)).to.have.members(findings);
}
