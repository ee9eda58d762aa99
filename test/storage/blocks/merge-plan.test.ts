import { expect } from "chai";
import fc from "fast-check";
import { planMerge, type SegmentSet, setsPerLevel } from "#src/storage/blocks/merge-plan.ts";
import { runs } from "#test/support/runs.ts";

/** Writes sets of these sizes one after the other, merging as planned; returns what is left and how much was rewritten. */
function play(sizes: readonly number[]): { sets: readonly SegmentSet[]; rewritten: number } {
  let sets: readonly SegmentSet[] = [];
  let rewritten = 0;
  const merge = (over: boolean) => {
    const planned = planMerge(sets, over);
    if (planned.length === 0) return false;
    const items = planned.reduce((sum, set) => sum + set.items, 0);
    rewritten += items;
    const merged = {
      sequence: Math.max(...planned.map(({ sequence }) => sequence)),
      level: Math.max(...planned.map(({ level }) => level)) + 1,
      items,
      parts: 1,
      fresh: true,
    };
    sets = [...sets.filter((set) => !planned.includes(set)), merged].sort((a, b) => a.sequence - b.sequence);
    return true;
  };
  for (const [sequence, items] of sizes.entries()) {
    sets = [...sets, { sequence, level: 1, items, parts: 1, fresh: true }];
    while (merge(false));
  }
  return { sets, rewritten };
}

describe("merging segments", () => {
  it("keeps few sets, rewrites each item a few times, and merges only what follows each other", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 600 }), (sizes) => {
        const { sets, rewritten } = play(sizes);
        const items = sizes.reduce((sum, size) => sum + size, 0);
        expect(sets.reduce((sum, set) => sum + set.items, 0)).to.equal(items);
        const levels = Math.ceil(Math.log(Math.max(2, sizes.length)) / Math.log(setsPerLevel));
        expect(sets.length).to.be.at.most((setsPerLevel - 1) * (levels + 1));
        expect(rewritten).to.be.at.most(items * levels);
        expect(sets.map(({ level }) => level)).to.deep.equal(sets.map(({ level }) => level).sort((a, b) => b - a));
      }),
      { numRuns: runs(200) },
    );
  });

  it("makes one set of a day that is over, and puts beside it what came late and is little", () => {
    const sets = (...items: number[]) =>
      items.map((count, sequence) => ({ sequence, level: 1, items: count, parts: 1, fresh: true }));
    const [settled, ...late] = sets(100, 10, 5);
    const settledSet = { sequence: 0, level: 2, items: settled?.items ?? 0, parts: 1, fresh: false };
    expect(planMerge(sets(100, 50), true)).to.have.length(2);
    expect(planMerge(sets(100), true)).to.have.length(1);
    expect(planMerge([settledSet, ...late], true)).to.deep.equal(late);
    expect(planMerge([settledSet, ...sets(100, 20, 10).slice(1)], true)).to.have.length(3);
    expect(planMerge([settledSet], true)).to.have.length(0);
    expect(planMerge(sets(100, 50), false)).to.have.length(0);
  });

  it("merges no more segments than it may, leaves what is large enough alone, and moves it when its day is over", () => {
    const sets = (...parts: number[]): SegmentSet[] =>
      parts.map((count, sequence) => ({ sequence, level: 1, items: 1, parts: count, fresh: true }));
    const partsOf = (planned: readonly SegmentSet[]) => planned.map(({ parts }) => parts);
    expect(partsOf(planMerge(sets(...Array.from({ length: 9 }, () => 1)), false, 8))).to.have.length(8);
    expect(partsOf(planMerge(sets(...Array.from({ length: 9 }, () => 3)), false, 8))).to.deep.equal([3, 3]);
    expect(planMerge(sets(...Array.from({ length: 9 }, () => 5)), false, 8)).to.deep.equal([]);
    expect(partsOf(planMerge(sets(20, 1, 1), true, 8))).to.deep.equal([20]);
    expect(partsOf(planMerge(sets(1, 1, 20), true, 8))).to.deep.equal([1, 1]);
  });
});
