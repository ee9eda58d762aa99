import { expect } from "chai";
import fc from "fast-check";
import { CopyEncoder, copyRows } from "#src/storage/copy.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";

describe("binary COPY", () => {
  const database = testDatabase({ as: "owner" });

  before(async () => {
    await database.pool.query(`
      CREATE TABLE copied (
        position serial, whole integer, big bigint, at timestamptz, raw bytea, id uuid, words text
      )`);
  });

  /** Text that PostgreSQL can store: whole characters, none of them NUL. */
  const storable = fc
    .string({ unit: anyCharacter, maxLength: 300 })
    .map((text) => text.replaceAll("\0", "").toWellFormed());
  const row = fc.record({
    whole: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    big: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    at: fc.date({ min: new Date("0001-01-01"), max: new Date("2250-01-01"), noInvalidDate: true }),
    raw: fc.uint8Array({ maxLength: 100 }),
    id: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    words: storable,
  });

  it("gives back every row as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const encoder = new CopyEncoder(64);
        for (const { whole, big, at, raw, id, words } of rows) {
          encoder.row(6);
          encoder.int4(whole);
          encoder.int8(big);
          encoder.timestamp(at.getTime());
          encoder.bytes(raw);
          encoder.bytes(id);
          encoder.text(words);
        }
        const client = await database.pool.connect();
        try {
          await client.query("TRUNCATE copied RESTART IDENTITY");
          await copyRows(client, "COPY copied (whole, big, at, raw, id, words) FROM STDIN (FORMAT binary)", encoder);
          const stored = await client.query(
            "SELECT whole, big, at, raw, uuid_send(id) AS id, words FROM copied ORDER BY position",
          );
          expect(stored.rows).to.deep.equal(
            rows.map((given) => ({
              ...given,
              big: String(given.big),
              raw: Buffer.from(given.raw),
              id: Buffer.from(given.id),
            })),
          );
        } finally {
          client.release();
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("refuses numbers that do not fit their column", () => {
    const encoder = new CopyEncoder();
    expect(() => encoder.int4(2 ** 31)).to.throw(RangeError);
    expect(() => encoder.int8(2n ** 63n)).to.throw(RangeError);
    expect(() => encoder.timestamp(Number.NaN)).to.throw(RangeError);
    expect(() => encoder.timestamp(0.5)).to.throw(RangeError);
  });

  it("reports what PostgreSQL refuses and leaves the connection usable", async () => {
    const client = await database.pool.connect();
    try {
      const encoder = new CopyEncoder();
      encoder.row(1);
      encoder.text("a\0b");
      const refused = await copyRows(client, "COPY copied (words) FROM STDIN (FORMAT binary)", encoder).catch((e) => e);
      expect(refused).to.have.property("code", "22021");
      expect((await client.query("SELECT 1 AS one")).rows).to.deep.equal([{ one: 1 }]);
    } finally {
      client.release();
    }
  });
});
