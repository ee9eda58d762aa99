import { expect } from "chai";
import fc from "fast-check";
import { nextAttempt, parseRetryAfter } from "#src/webhooks/schedule.ts";

const now = new Date("2026-11-21T07:45:12Z");
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

describe("the schedule of attempts", () => {
  it("keeps every wait within 20 % of its plan, and ends after eight attempts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempt, random) => {
          const next = nextAttempt(attempt, now, null, () => random);
          const wait = waits[attempt - 1];
          if (wait === undefined) return void expect(next).to.equal(null);
          const seconds = ((next?.getTime() ?? 0) - now.getTime()) / 1000;
          expect(seconds).to.be.within(wait * 0.8, wait * 1.2);
        },
      ),
    );
  });

  it("never comes earlier than the receiver asks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(86_400_000), (attempt, retryAfterMs) => {
        const next = nextAttempt(attempt, now, retryAfterMs);
        expect((next?.getTime() ?? 0) - now.getTime()).to.be.at.least(retryAfterMs);
      }),
    );
  });

  for (const [header, ms] of [
    [undefined, null],
    ["", null],
    ["0", 0],
    ["120", 120_000],
    [" 120 ", 120_000],
    ["86401", 86_400_000],
    ["999999999999999", 86_400_000],
    ["1e3", null],
    ["-5", null],
    ["1.5", null],
    ["2027", 2_027_000],
    ["Sat, 21 Nov 2026 07:46:12 GMT", 60_000],
    ["Sat, 21 Nov 2026 07:00:00 GMT", null],
    ["Sat, 21 Nov 2099 07:00:00 GMT", 86_400_000],
    ["Saturday", null],
  ] as const) {
    it(`reads Retry-After ${JSON.stringify(header)} as ${ms} ms`, () => {
      expect(parseRetryAfter(header, now)).to.equal(ms);
    });
  }
});
