import { expect } from "chai";
import { migrations } from "#src/schema.ts";

describe("migrations", () => {
  it("have a number of their own, so that their order is known", () => {
    const names = migrations.map(({ name }) => name);
    const numberOf = (name: string) => /\d{13}$/.exec(name)?.[0];
    expect(names.filter((name) => numberOf(name) === undefined)).to.deep.equal([]);
    const isShared = (name: string) => names.filter((other) => numberOf(other) === numberOf(name)).length > 1;
    expect(names.filter(isShared)).to.deep.equal([]);
  });
});
