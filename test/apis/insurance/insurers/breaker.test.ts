import { expect } from "chai";
import fc from "fast-check";
import { Breaker } from "#src/apis/insurance/insurers/breaker.ts";

describe("the circuit breaker of an insurer", () => {
  const aBreaker = () => {
    const clock = { ms: 0 };
    return { clock, breaker: new Breaker({ threshold: 3, openMs: 1_000, now: () => clock.ms }) };
  };
  const fail = (breaker: Breaker, times: number) => {
    for (let time = 0; time < times; time++) breaker.failed();
  };

  it("opens after as many failures in a row as its threshold", () => {
    const { breaker } = aBreaker();
    fail(breaker, 2);
    expect(breaker.admit()).to.equal(true);
    fail(breaker, 1);
    expect(breaker.state).to.equal("open");
    expect(breaker.admit()).to.equal(false);
  });

  it("does not count failures across a success", () => {
    const { breaker } = aBreaker();
    fail(breaker, 2);
    breaker.succeeded();
    fail(breaker, 2);
    expect(breaker.state).to.equal("closed");
  });

  it("lets one request try once it was open long enough, and no second beside it", () => {
    const { breaker, clock } = aBreaker();
    fail(breaker, 3);
    clock.ms = 999;
    expect(breaker.admit()).to.equal(false);
    clock.ms = 1_000;
    expect([breaker.admit(), breaker.admit()]).to.deep.equal([true, false]);
  });

  it("closes when the request that tried succeeded", () => {
    const { breaker, clock } = aBreaker();
    fail(breaker, 3);
    clock.ms = 1_000;
    breaker.admit();
    breaker.succeeded();
    expect([breaker.state, breaker.admit(), breaker.admit()]).to.deep.equal(["closed", true, true]);
  });

  it("is open for the whole time again when it failed", () => {
    const { breaker, clock } = aBreaker();
    fail(breaker, 3);
    clock.ms = 1_000;
    breaker.admit();
    breaker.failed();
    clock.ms = 1_999;
    expect(breaker.admit()).to.equal(false);
    clock.ms = 2_000;
    expect(breaker.admit()).to.equal(true);
  });

  it("lets another try when the one before never came back", () => {
    const { breaker, clock } = aBreaker();
    fail(breaker, 3);
    clock.ms = 1_000;
    expect(breaker.admit()).to.equal(true);
    clock.ms = 2_000;
    expect(breaker.admit()).to.equal(true);
  });

  it("admits exactly what its state says, whatever happens", () => {
    const steps = fc.array(fc.oneof(fc.constant("failed"), fc.constant("succeeded"), fc.nat(1_500)), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (happened) => {
        const { breaker, clock } = aBreaker();
        for (const step of happened) {
          if (step === "failed") breaker.failed();
          else if (step === "succeeded") breaker.succeeded();
          else clock.ms += Number(step);
          const before = breaker.state;
          const admitted = breaker.admit();
          if (before === "closed") expect(admitted).to.equal(true);
          if (before === "open") expect(admitted).to.equal(false);
          if (before === "half-open") expect(breaker.admit()).to.equal(false);
        }
      }),
    );
  });

  it("learns nothing from a request that its caller gave up", () => {
    const { clock, breaker } = aBreaker();
    fail(breaker, 2);
    for (let time = 0; time < 5; time++) breaker.abandoned();
    expect(breaker.state).to.equal("closed");
    fail(breaker, 1);
    clock.ms += 1_000;
    expect(breaker.admit()).to.equal(true);
    expect(breaker.admit()).to.equal(false);
    breaker.abandoned();
    expect(breaker.admit()).to.equal(true);
  });
});
