import { expect } from "chai";
import type { Answer, Failure } from "./server.ts";

/** The answer is a failure in the envelope, and nothing else. */
export function expectFailure(answer: Answer<unknown>, status: number, code: string): void {
  const body = answer.body as Failure;
  expect([answer.status, body.code], JSON.stringify(body)).to.deep.equal([status, code]);
  expect(body).to.have.all.keys("success", "message", "code", "errors").and.to.have.property("success", false);
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

/** The paths of all findings, sorted. */
export function expectFindings(answer: Answer<unknown>, ...paths: string[]): void {
  expectFailure(answer, 400, "VALIDATION_FAILED");
  const found = (answer.body as Failure).errors.map(({ path }) => path);
  expect([...new Set(found)].sort()).to.deep.equal(paths.sort());
}
