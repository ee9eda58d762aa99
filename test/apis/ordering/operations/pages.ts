/** What the pages of this API refuse alike. */
import { expect } from "chai";
import type { Answer } from "#test/builders/ordering.ts";

/** The answer is a page that says why, and holds to the rules of every page. */
export function expectPage(answer: Answer<unknown>, status: number, says: RegExp): void {
  expect(answer.status).to.equal(status);
  expect(answer.headers.get("content-type")).to.equal("text/html");
  expect(answer.headers.get("cache-control")).to.equal("no-store");
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).to.include(rule);
  expect(answer.body)
    .to.match(says)
    .and.match(/<html lang="en">/)
    .and.not.match(/<script/i);
}
