import { expect } from "chai";
import { type Failure, InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { outcomeOf, retryDelayMs, whileUnknown } from "#src/apis/insurance/intents/outcome.ts";
import { aRefusal } from "#test/builders/insurance/answers.ts";

function outcome(failure: Failure, { tries = 1, attemptsSent = 1 } = {}): string {
  return outcomeOf(new InsurerFailure("aegis", "createPurchase", failure, undefined, attemptsSent), { tries });
}

describe("what a failed call to an insurer leaves behind", () => {
  it("nothing, after a refusal of the only attempt there was", () => {
    for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 429, 451])
      expect(outcome(aRefusal(status)), String(status)).to.equal("refused");
  });

  it("nothing, after a refusal of what was asked, whatever was attempted before", () => {
    for (const status of [404, 409, 410, 422]) {
      expect(outcome(aRefusal(status), { tries: 2 })).to.equal("refused");
      expect(outcome(aRefusal(status), { attemptsSent: 2 })).to.equal("refused");
    }
  });

  it("doubt, when an earlier attempt may have been done and this one was stopped at the door", () => {
    for (const status of [400, 401, 403, 408, 413, 425, 429]) {
      expect(outcome(aRefusal(status), { tries: 2 }), String(status)).to.equal("unknown");
      expect(outcome(aRefusal(status), { attemptsSent: 2 }), String(status)).to.equal("unknown");
    }
  });

  it("doubt, when the insurer knows the key", () => {
    for (const code of ["IDEMPOTENCY_KEY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"])
      expect(outcome(aRefusal(409, code))).to.equal("unknown");
  });

  it("doubt, after silence, faults and answers that cannot be read", () => {
    const failures: Failure[] = [
      aRefusal(500),
      aRefusal(503),
      { kind: "timeout", deadlineMs: 30_000 },
      { kind: "unreachable", reason: "ECONNRESET" },
      { kind: "invalid", status: 201, findings: [] },
      { kind: "too_large", limitBytes: 1 },
    ];
    for (const failure of failures) expect(outcome(failure), failure.kind).to.equal("unknown");
    expect(outcomeOf(new TypeError("a mistake of ours"), { tries: 1 })).to.equal("unknown");
  });

  it("nothing, when the insurer never heard of it, at this try and all before", () => {
    const failure = { kind: "unreachable", reason: "the breaker is open" } as const;
    expect(outcome(failure, { attemptsSent: 0 })).to.equal("unasked");
    expect(outcome(failure, { attemptsSent: 0, tries: 2 })).to.equal("unknown");
  });
});

describe("what a seller is told while it is unknown what an insurer did", () => {
  const told = (failure: Failure) => {
    const error = whileUnknown(new InsurerFailure("aegis", "createPurchase", failure, undefined, 2));
    return error instanceof InsurerFailure ? { ...error.failure, attemptsSent: error.attemptsSent } : error;
  };

  it("no refusal, as if nothing had been done", () => {
    for (const status of [401, 409, 429])
      expect(told(aRefusal(status))).to.include({ kind: "unreachable", attemptsSent: 2 });
  });

  it("what the insurer said, when it is plain that it failed", () => {
    const failures: Failure[] = [
      aRefusal(500),
      { kind: "timeout", deadlineMs: 1 },
      { kind: "too_large", limitBytes: 1 },
    ];
    for (const failure of failures) expect(told(failure)).to.deep.equal({ ...failure, attemptsSent: 2 });
    const mistake = new TypeError("a mistake of ours");
    expect(whileUnknown(mistake)).to.equal(mistake);
  });
});

describe("the wait before the settlement job tries again", () => {
  it("doubles from 5 seconds, and ends at an hour", () => {
    expect([1, 2, 3, 10, 11, 1_000].map(retryDelayMs)).to.deep.equal([
      5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
  });
});
