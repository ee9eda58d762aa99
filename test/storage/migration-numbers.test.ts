import { expect } from "chai";
import { migrations } from "#src/schema.ts";

/**
 * Pairs that were written at the same time and are in databases under these names. Each changes tables of its own, migrations that
 * have run are told by their names, and those of one number run in the order of `migrations`: so they do no harm.
 */
const equals = [
  "BoundSessions1790001200000",
  "CountLabelBytes1790001930000",
  "CreateEnqueueJob1790001200000",
  "CreateKeptFiles1790001310000",
  "EnqueueJobsOfOwners1790001930000",
  "FillBalances1790001310000",
];

describe("migrations", () => {
  it("have a number of their own, so that their order is known", () => {
    const names = migrations.map(({ name }) => name);
    const numberOf = (name: string) => /\d{13}$/.exec(name)?.[0];
    expect(names.filter((name) => numberOf(name) === undefined)).to.deep.equal([]);
    const isShared = (name: string) => names.filter((other) => numberOf(other) === numberOf(name)).length > 1;
    expect(names.filter(isShared).sort()).to.deep.equal(equals);
  });
});
