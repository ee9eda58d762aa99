import { expect } from "chai";
import type { Exchange } from "#src/contract/exchange.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { conflict, invalid, isRefusal, notFound, Problem, type ProblemOptions } from "#src/http/problem.ts";

const exchange = { requestId: "req_1" } as Exchange;

/** What the caller reads. */
function written(problem: Problem): Record<string, unknown> {
  const { status, payload } = presentProblem(problem, exchange);
  const body = JSON.parse(String(payload)) as Record<string, unknown>;
  expect(body.status).to.equal(status);
  return body;
}

describe("a problem", () => {
  it("says what the catalogue says of its code", () => {
    expect(written(new Problem("NOT_FOUND"))).to.deep.equal({
      type: "/docs/error-codes#not_found",
      title: "Not found",
      status: 404,
      detail: "There is no such resource.",
      code: "NOT_FOUND",
      correlationId: "req_1",
      details: {},
      fieldErrors: [],
    });
  });

  const refusal: ProblemOptions = {
    passedOn: { code: "HBR_RISK_DECLINED" },
    status: 422,
    detail: "We do not insure boats.",
    details: { providerCorrelationId: "ins-7" },
    fieldErrors: [{ path: "/body/boat", code: "RISK", message: "is a boat" }],
  };

  it("that is passed on has the other party's code and status", () => {
    expect(written(new Problem("INSURER_REFUSED", refusal))).to.deep.equal({
      type: "/docs/error-codes#insurer_refused",
      title: "Refused by the insurer",
      status: 422,
      detail: "We do not insure boats.",
      code: "HBR_RISK_DECLINED",
      correlationId: "req_1",
      details: { providerCorrelationId: "ins-7" },
      fieldErrors: [{ path: "/body/boat", code: "RISK", message: "is a boat" }],
    });
  });

  it("that is passed on has the title of its type where that is one of ours", () => {
    const problem = new Problem("INSURER_REFUSED", { ...refusal, passedOn: { code: "POLICY_NOT_CANCELLABLE" } });
    expect(written(problem)).to.include({
      type: "/docs/error-codes#policy_not_cancellable",
      title: "Policy not cancellable",
      detail: "We do not insure boats.",
    });
  });

  it("that is passed on is still of our kind to the program", () => {
    const problem = new Problem("INSURER_REFUSED", refusal);
    expect(problem.code).to.equal("INSURER_REFUSED");
    expect(problem.message).to.equal("HBR_RISK_DECLINED: We do not insure boats.");
  });

  it("keeps whose code it is in a copy", () => {
    const copy = new Problem("INSURER_REFUSED", { ...new Problem("INSURER_REFUSED", refusal), status: 409 });
    expect(written(copy)).to.include({ code: "HBR_RISK_DECLINED", status: 409 });
  });
});

describe("a refusal", () => {
  it("is what the caller can do something about, in words of its own", () => {
    const refusals = [notFound("There is no shop x."), invalid("A slug is short."), conflict("The slug is taken.")];
    expect(refusals.map((refusal) => [refusal.status, refusal.detail, isRefusal(refusal)])).to.deep.equal([
      [404, "There is no shop x.", true],
      [400, "A slug is short.", true],
      [409, "The slug is taken.", true],
    ]);
    expect(notFound().detail).to.equal("There is no such resource.");
  });

  it("is neither an outage nor a mistake", () => {
    for (const error of [new Problem("OVERLOADED"), new Problem("INTERNAL_ERROR"), new Error("oops"), null]) {
      expect(isRefusal(error)).to.equal(false);
    }
  });
});
