import { expect } from "chai";
import fc from "fast-check";
import { runGrouped } from "#src/apis/insurance/grouped-concurrency.ts";

interface Item {
  readonly group: string;
  readonly number: number;
}

const groupOf = ({ group }: Item) => group;
const items = fc
  .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 })
  .map((groups) => groups.map((group, number) => ({ group, number })));

describe("work in groups", () => {
  it("is all done once, in the order of each group, within both limits", async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.nat(6), fc.nat(2), fc.scheduler(), async (given, more, morePerGroup, scheduler) => {
        const [most, mostPerGroup] = [1 + more, 1 + morePerGroup];
        const done: Item[] = [];
        const running: Item[] = [];
        const work = runGrouped(given, groupOf, { most, mostPerGroup }, async (item) => {
          running.push(item);
          done.push(item);
          expect(running.length).to.be.at.most(most);
          expect(running.filter(({ group }) => group === item.group).length).to.be.at.most(mostPerGroup);
          await scheduler.schedule(Promise.resolve());
          running.splice(running.indexOf(item), 1);
        });
        await scheduler.waitFor(work);
        expect(done).to.have.members(given).and.have.length(given.length);
        for (const group of ["a", "b", "c", "d"]) {
          const numbers = done.filter((item) => item.group === group).map(({ number }) => number);
          expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it("leaves the rest of a group that is closed, and does all of the others", async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.scheduler(), async (given, scheduler) => {
        const begun: Item[] = [];
        const work = runGrouped(given, groupOf, { most: 4, mostPerGroup: 2 }, async (item) => {
          begun.push(item);
          await scheduler.schedule(Promise.resolve());
          return item.group !== "a";
        });
        await scheduler.waitFor(work);
        const of = (all: readonly Item[], group: string) => all.filter((item) => item.group === group).length;
        expect(of(begun, "a")).to.be.at.most(2);
        for (const group of ["b", "c", "d"]) expect(of(begun, group)).to.equal(of(given, group));
      }),
    );
  });

  it("pass an error on when what runs has ended", async () => {
    const ended: number[] = [];
    const given = [1, 2, 3].map((number) => ({ group: `${number}`, number }));
    const work = runGrouped(given, groupOf, { most: 3, mostPerGroup: 1 }, async ({ number }) => {
      if (number === 1) throw new Error("first");
      await Promise.resolve();
      ended.push(number);
    });
    expect(await work.catch((error: Error) => error.message)).to.equal("first");
    expect(ended).to.deep.equal([2, 3]);
  });
});
