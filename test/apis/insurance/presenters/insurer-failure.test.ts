import { expect } from "chai";
import { type Failure, InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { problemOfFailure } from "#src/apis/insurance/presenters/problem.ts";

const findings = [{ path: "/body/total", code: "required", message: "is required" }];
const invalid: Failure = { kind: "invalid", status: 200, findings };

describe("what a seller is told when an insurer fails", () => {
  const answer = (operationId: string, failure: Failure) => {
    const problem = problemOfFailure(new InsurerFailure("aegis", operationId, failure));
    const { status, shownCode: code, detail, details, fieldErrors } = problem;
    return { status, code, detail, details, fieldErrors };
  };

  it("keeps an insurer's own code, status, words and findings, and its correlation id in the details", () => {
    const refusal = {
      status: 451,
      code: "AEG_NOT_HERE",
      message: "Not here.",
      correlationId: "c-1",
      fieldErrors: findings,
    };
    expect(answer("createPurchase", { kind: "refused", ...refusal })).to.deep.equal({
      status: 451,
      code: "AEG_NOT_HERE",
      detail: "Not here.",
      details: { providerId: "aegis", providerCorrelationId: "c-1" },
      fieldErrors: findings,
    });
  });

  for (const operationId of ["getForm", "createQuote"])
    it(`lists what is wrong with an answer to ${operationId}, as 422`, () => {
      expect(answer(operationId, invalid)).to.deep.include({
        status: 422,
        code: "VALIDATION_FAILED",
        fieldErrors: findings,
      });
    });

  const gateways: readonly [operationId: string, failure: Failure, status: number, code: string][] = [
    ["getPolicy", invalid, 502, "INSURER_ANSWER_INVALID"],
    ["getProduct", { kind: "unreachable", reason: "ECONNREFUSED" }, 502, "INSURER_UNREACHABLE"],
    ["createPurchase", { kind: "timeout", deadlineMs: 30_000 }, 504, "INSURER_TIMEOUT"],
    ["getPolicyDocument", { kind: "too_large", limitBytes: 10 }, 502, "DOCUMENT_TOO_LARGE"],
    ["listProducts", { kind: "too_large", limitBytes: 10 }, 502, "INSURER_ANSWER_INVALID"],
    ["getPolicyDocument", { kind: "redirect_refused", rule: "hop" }, 502, "DOCUMENT_REDIRECT_REFUSED"],
  ];
  for (const [operationId, failure, status, code] of gateways)
    it(`answers ${failure.kind} in ${operationId} with ${status} ${code}`, () => {
      expect(answer(operationId, failure)).to.deep.include({ status, code, fieldErrors: [] });
    });

  it("does not tell what the network said", () => {
    const told = answer("getProduct", { kind: "unreachable", reason: "connect ECONNREFUSED 10.1.2.3:443" });
    expect(JSON.stringify(told)).not.to.include("10.1.2.3");
  });
});
