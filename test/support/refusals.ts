/** What is expected of refusals, in each of the forms that APIs give them. */
import { expect } from "chai";
import { rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import type { Answer } from "./api-server.ts";

interface Finding {
  readonly path: string;
  readonly code: string;
}

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly correlationId: string;
  readonly fieldErrors: readonly Finding[];
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

/** The answer is google.rpc.Status in JSON. */
export function expectRpcStatus(answer: Answer<unknown>, status: number): void {
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.status).to.equal(status);
  expect(answer.body).to.have.keys("code", "message").and.to.have.property("code", rpcCodeOf(status));
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

/** A failure in the placeholder's envelope. */
interface Failure {
  readonly code: string;
  readonly errors: readonly Finding[];
}

/** The answer is a failure in the placeholder's envelope, and nothing else. */
export function expectFailure(answer: Answer<unknown>, status: number, code: string): void {
  const body = answer.body as Failure;
  expect([answer.status, body.code], JSON.stringify(body)).to.deep.equal([status, code]);
  expect(body).to.have.all.keys("success", "message", "code", "errors").and.to.have.property("success", false);
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

/** The answer is such a failure with findings at these paths. */
export function expectFindings(answer: Answer<unknown>, ...paths: string[]): void {
  expectFailure(answer, 400, "VALIDATION_FAILED");
  const found = (answer.body as Failure).errors.map(({ path }) => path);
  expect([...new Set(found)].sort()).to.deep.equal(paths.sort());
}

/** The request was good; that what it asks for does not exist is another matter. */
function gotThrough({ status, body }: Answer<unknown>): boolean {
  return status < 300 || (body as { readonly code?: string }).code === "NOT_FOUND";
}

export interface LimitedOperation {
  /** Sends a request that takes one unit of the quota. */
  readonly send: () => Promise<Answer<unknown>>;
  readonly limit: number;
  readonly expectRefusal?: (answer: Answer<unknown>, status: number, code: string) => void;
}

/** The quota holds, counts down in the headers, and says when to come back. A window may end in between. */
export async function expectQuota({ send, limit, expectRefusal = expectProblem }: LimitedOperation): Promise<void> {
  const first = await send();
  expect(first).to.satisfy(gotThrough);
  expect(rateOf(first)).to.include({ limit, remaining: limit - 1 });
  for (let sent = 1; sent <= 2 * limit; sent++) {
    const answer = await send();
    if (gotThrough(answer)) continue;
    expectRefusal(answer, 429, "RATE_LIMITED");
    expect(rateOf(answer)).to.include({ limit, remaining: 0 });
    expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 60);
    return;
  }
  expect.fail(`${2 * limit + 1} requests met no quota of ${limit}`);
}

export function rateOf({ headers }: Answer<unknown>) {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`)),
  );
  return { limit, remaining, reset };
}

/** A refusal in the wallet's envelope. */
interface Declined {
  readonly status: string;
  readonly data: { readonly errors: readonly Finding[] };
}

/** The answer is the wallet's refusal of a request for these fields and no others. */
export function expectInvalid(answer: Answer<unknown>, ...paths: string[]): void {
  const body = answer.body as Declined;
  expect([answer.status, body.status], JSON.stringify(body)).to.deep.equal([400, "199"]);
  expect([...new Set(body.data.errors.map(({ path }) => path))]).to.have.members(paths);
}
