import { expect } from "chai";
import fc from "fast-check";
import { SlidingWindow, type StoredUses } from "#src/apis/observability/store/sliding-window.ts";
import { runs } from "#test/support/runs.ts";

const nothing: StoredUses = { at: 0, used: 0, recent: [] };
const limit = 100;

describe("a sliding window", () => {
  it("never lets more than the limit through in any 60 seconds, and lets something in when it says", () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 20_000 }), amount: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = 1_795_334_400_000;
        let stored = nothing;
        const taken: { at: number; amount: number }[] = [];
        for (const { wait, amount } of steps) {
          now += wait;
          const window = new SlidingWindow(now, stored);
          const left = limit - window.used;
          if (amount > left) {
            const { resetSeconds } = window.state(limit);
            expect(resetSeconds).to.be.within(1, 60);
            expect(new SlidingWindow(now + 1_000 * resetSeconds, stored).used).to.be.below(window.used);
            continue;
          }
          window.take(amount);
          taken.push({ at: now, amount });
          stored = window.stored;
          expect(stored.recent.length).to.be.at.most(2 * 61);
        }
        for (const { at } of taken) {
          const within = taken.filter((other) => other.at > at - 60_000 && other.at <= at);
          expect(within.reduce((sum, { amount }) => sum + amount, 0)).to.be.at.most(limit);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("counts at the time of the last use when the clock is behind it", () => {
    const window = new SlidingWindow(1_000_000, nothing);
    window.take(7);
    const behind = new SlidingWindow(990_000, window.stored);
    behind.take(1);
    expect(behind.stored).to.deep.equal({ at: 1_000_000, used: 8, recent: [0, 8] });
  });

  it("is empty when the clock was set back by more than 60 seconds", () => {
    const window = new SlidingWindow(1_000_000, nothing);
    window.take(limit);
    const back = new SlidingWindow(900_000, window.stored);
    expect(back.used).to.equal(0);
    back.take(1);
    expect(back.stored).to.deep.equal({ at: 900_000, used: 1, recent: [0, 1] });
  });

  it("is empty 60 seconds after the last use", () => {
    const window = new SlidingWindow(1_000_000, nothing);
    window.take(limit);
    expect(new SlidingWindow(1_059_999, window.stored).state(limit)).to.deep.equal({
      limit,
      remaining: 0,
      resetSeconds: 1,
    });
    expect(new SlidingWindow(1_060_000, window.stored).used).to.equal(0);
  });
});
