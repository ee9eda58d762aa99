/** What operations refuse alike, beyond what the contract plan shows. */
import { expect } from "chai";
import { rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import { expectProblem } from "#test/support/refusals.ts";
import type { Answer } from "./server.ts";

/** The answer is google.rpc.Status in JSON. */
export function expectRpcStatus(answer: Answer<unknown>, status: number): void {
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.status).to.equal(status);
  expect(answer.body).to.have.keys("code", "message").and.to.have.property("code", rpcCodeOf(status));
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

export { expectProblem };

export type ExpectRefusal = (answer: Answer<unknown>, status: number, code: string) => void;

/** The request was good; that what it asks for does not exist is another matter. */
function gotThrough({ status, body }: Answer<unknown>): boolean {
  return status < 300 || (body as { readonly code?: string }).code === "NOT_FOUND";
}

export interface LimitedOperation {
  /** Sends a request that takes one unit of the quota. */
  readonly send: () => Promise<Answer<unknown>>;
  readonly limit: number;
  readonly expectRefusal?: ExpectRefusal;
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
