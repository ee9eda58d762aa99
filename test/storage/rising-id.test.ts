import { expect } from "chai";
import fc from "fast-check";
import { RisingIds, risingId } from "#src/storage/rising-id.ts";
import { runs } from "#test/support/runs.ts";

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const start = Date.UTC(2026, 10, 1);
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Fails unless each is greater than the one before it. */
function expectRising(ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    expect(id).to.match(form);
    if (index > 0) expect(id > (ids[index - 1] ?? ""), `${ids[index - 1]} and then ${id}`).to.equal(true);
  }
}

describe("rising ids", () => {
  it("are UUIDv7 of the clock's time", () => {
    const id = new RisingIds(() => start).next();
    expect(id).to.match(form);
    expect(timeOf(id)).to.equal(start);
  });

  it("rise while the clock stands still, 10,000 of them in one millisecond", () => {
    const ids = new RisingIds(() => start);
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expectRising(made);
    expect(timeOf(made.at(-1) ?? ""), "ahead of the clock by the milliseconds that they need").to.be.within(
      start,
      start + 5,
    );
  });

  it("rise whatever the clock does, and whatever ids of others they follow", () => {
    const steps = fc.array(
      fc.record({
        move: fc.oneof(fc.constant(0), fc.integer({ min: -86_400_000, max: 10 }), fc.integer({ min: 0, max: 3 })),
        count: fc.integer({ min: 1, max: 50 }),
        othersAheadMs: fc.option(fc.integer({ min: -20, max: 20 }), { nil: null }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (given) => {
        let now = start;
        const ids = new RisingIds(() => now);
        const made: string[] = [];
        for (const { move, count, othersAheadMs } of given) {
          now += move;
          const ahead = now + (othersAheadMs ?? 0);
          const other = othersAheadMs === null ? null : `whd_${new RisingIds(() => ahead).next()}`;
          const first = ids.next(other);
          if (other !== null) expect(`whd_${first}` > other, `${first} follows ${other}`).to.equal(true);
          made.push(first, ...Array.from({ length: count - 1 }, () => ids.next()));
        }
        expectRising(made);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("follow nothing that is no UUIDv7", () => {
    const ids = new RisingIds(() => start);
    for (const other of ["", "whd_1", "ffffffff-ffff-4fff-bfff-ffffffffffff", null, undefined])
      expect(timeOf(ids.next(other))).to.equal(start);
  });

  it("of two sources at the same moment differ", () => {
    const [one, other] = [new RisingIds(() => start), new RisingIds(() => start)];
    const made = Array.from({ length: 1_000 }, () => [one.next(), other.next()]).flat();
    expect(new Set(made).size).to.equal(2_000);
  });

  it("are shared by all of a process", () => {
    expectRising(Array.from({ length: 1_000 }, () => risingId()));
  });
});
