/** Values in the text of a statement, as PostgreSQL reads them. */
import { expect } from "chai";
import fc from "fast-check";
import { type LiteralValue, literal, rowsOfLiterals, textsLiteral } from "#src/storage/literals.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";

describe("literals", () => {
  const database = testDatabase();

  const read = async (type: string, value: LiteralValue) => {
    const { rows } = await database.pool.query<{ value: unknown }>(`SELECT ${literal(value)}::${type} AS value`);
    return rows[0]?.value;
  };

  it("are the text that they were, whatever it tries", async () => {
    const texts = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0") && text.isWellFormed());
    const tricky = fc.constantFrom("'", "\\", "\\'", "'; DROP TABLE wallet_postings; --", "$$", "\n", "🙂");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(texts, tricky)), async (parts) => {
        expect(await read("text", parts.join(""))).to.equal(parts.join(""));
      }),
      { numRuns: runs(200) },
    );
  });

  it("are lists of texts, whatever is in them", async () => {
    const lists = fc.array(fc.oneof(fc.constantFrom("", "NULL", '"', "\\", "{a,b}", "a b", "'"), fc.uuid()));
    await fc.assert(
      fc.asyncProperty(lists, async (texts) => {
        expect(await read("text[]", textsLiteral(texts))).to.deep.equal(texts);
      }),
      { numRuns: runs(50) },
    );
  });

  it("are numbers, moments, truths and nothing", async () => {
    expect(await read("bigint", 1n - 2n ** 63n)).to.equal("-9223372036854775807");
    expect(await read("timestamptz", new Date("2026-01-02T03:04:05.678Z"))).to.deep.equal(
      new Date("2026-01-02T03:04:05.678Z"),
    );
    expect(await read("boolean", false)).to.equal(false);
    expect(await read("text", null)).to.equal(null);
    expect(await read("text", { day: "2026-02-28" })).to.equal("2026-02-28");
    expect(await read("text", { day: null })).to.equal(null);
  });

  it("have no NUL, which would end the statement", () => {
    expect(() => literal("a\0b")).to.throw(RangeError);
  });

  it("are rows after VALUES", async () => {
    const { rows } = await database.pool.query(
      `VALUES ${rowsOfLiterals([
        ["a'", 1n],
        [null, -2n],
      ])}`,
    );
    expect(rows.map(Object.values)).to.deep.equal([
      ["a'", 1],
      [null, -2],
    ]);
  });
});
