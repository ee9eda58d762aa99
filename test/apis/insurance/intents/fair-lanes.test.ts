import { expect } from "chai";
import fc from "fast-check";
import { inFairLanes } from "#src/apis/insurance/intents/fair-lanes.ts";

interface Item {
  readonly lane: string;
  readonly number: number;
}

const laneOf = ({ lane }: Item) => lane;
const items = fc
  .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 })
  .map((lanes) => lanes.map((lane, number) => ({ lane, number })));

describe("lanes", () => {
  it("do everything once, in the order of each lane, within both limits", async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.nat(6), fc.nat(2), fc.scheduler(), async (given, more, morePerLane, scheduler) => {
        const [most, mostPerLane] = [1 + more, 1 + morePerLane];
        const done: Item[] = [];
        const running: Item[] = [];
        const work = inFairLanes(given, laneOf, { most, mostPerLane }, async (item) => {
          running.push(item);
          done.push(item);
          expect(running.length).to.be.at.most(most);
          expect(running.filter(({ lane }) => lane === item.lane).length).to.be.at.most(mostPerLane);
          await scheduler.schedule(Promise.resolve());
          running.splice(running.indexOf(item), 1);
          return true;
        });
        await scheduler.waitFor(work);
        expect(done).to.have.members(given).and.have.length(given.length);
        for (const lane of ["a", "b", "c", "d"]) {
          const numbers = done.filter((item) => item.lane === lane).map(({ number }) => number);
          expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it("leave the rest of a lane that is closed, and do all of the others", async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.scheduler(), async (given, scheduler) => {
        const begun: Item[] = [];
        const work = inFairLanes(given, laneOf, { most: 4, mostPerLane: 2 }, async (item) => {
          begun.push(item);
          await scheduler.schedule(Promise.resolve());
          return item.lane !== "a";
        });
        await scheduler.waitFor(work);
        const of = (all: readonly Item[], lane: string) => all.filter((item) => item.lane === lane).length;
        expect(of(begun, "a")).to.be.at.most(2);
        for (const lane of ["b", "c", "d"]) expect(of(begun, lane)).to.equal(of(given, lane));
      }),
    );
  });

  it("pass an error on when what runs has ended", async () => {
    const ended: number[] = [];
    const given = [1, 2, 3].map((number) => ({ lane: `${number}`, number }));
    const work = inFairLanes(given, laneOf, { most: 3, mostPerLane: 1 }, async ({ number }) => {
      if (number === 1) throw new Error("first");
      await Promise.resolve();
      ended.push(number);
      return true;
    });
    expect(await work.catch((error: Error) => error.message)).to.equal("first");
    expect(ended).to.deep.equal([2, 3]);
  });
});
