import { expect } from "chai";
import { numberedPage, type RowRange } from "#src/http/numbered-page.ts";

describe("pages by number", () => {
  const list = Array.from({ length: 45 }, (_, index) => index);
  const read = async ({ skip, take }: RowRange) => [list.slice(skip, skip + take), list.length] as const;

  it("hold the rows of their number, in numbers or in text", async () => {
    expect(await numberedPage({ page: 3, size: 20 }, read)).to.deep.equal({
      items: [40, 41, 42, 43, 44],
      page: 3,
      size: 20,
      total: 45,
    });
    expect((await numberedPage({ page: "1", size: "2" }, read)).items).to.deep.equal([0, 1]);
  });

  it("are empty after the last, whatever number they have, and never ask for a row beyond a bigint", async () => {
    for (const page of ["4", "9007199254740993", "9".repeat(30), "9".repeat(400)]) {
      let asked = 0;
      const {
        items,
        total,
        page: shown,
      } = await numberedPage({ page, size: "100" }, (range) => {
        asked = range.skip;
        return read(range);
      });
      expect({ items, total }).to.deep.equal({ items: [], total: 45 });
      expect(shown).to.be.at.most(Number.MAX_SAFE_INTEGER);
      expect(asked).to.be.at.most(Number.MAX_SAFE_INTEGER);
    }
  });
});
