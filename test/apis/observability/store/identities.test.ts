import { expect } from "chai";
import { IdentityTable } from "#src/apis/observability/store/blocks/recent.ts";

/** So many would take minutes if each walked past those before it. */
const many = 400_000;

function identitiesOf(make: (nth: number) => readonly [number, number]): Uint32Array {
  const words = new Uint32Array(2 * many);
  for (let nth = 0; nth < many; nth++) words.set(make(nth), 2 * nth);
  return words;
}

describe("a table of identities", () => {
  it("takes any number of equal ones, and finds the first", () => {
    const table = new IdentityTable(identitiesOf((nth) => (nth % 2 === 0 ? [7, 11] : [11, 7])));
    expect(table.find(7, 11)).to.equal(0);
    expect(table.find(11, 7)).to.equal(1);
    expect(table.find(7, 7)).to.equal(-1);
  });

  it("is no slower with those that a hash without a key would put into one slot", () => {
    const chosen = (nth: number) => [Math.imul(nth, 0x9e3779b1) >>> 0, nth] as const;
    const table = new IdentityTable(identitiesOf(chosen));
    for (let nth = 0; nth < many; nth += 1_000) expect(table.find(...chosen(nth))).to.equal(nth);
    expect(table.find(1, 0)).to.equal(-1);
  });
});
