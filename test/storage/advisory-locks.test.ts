import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { metricTables } from "#src/apis/observability/metrics/tables.ts";
import { advisoryLocks } from "#src/storage/advisory-locks.ts";
import { dailySegments, dropDaysBefore, ensureDays } from "#src/storage/blocks/days.ts";
import { testDatabase } from "#test/support/database.ts";

const sources = join(import.meta.dirname, "..", "..", "src");

/** A number of our own series, one given to a lock function, or a seed. */
const lockNumber = /4_?221_?967|advisory_(?:xact_)?lock(?:_shared)?\(\s*\d|hashtextextended\([^()]*,\s*\d/;

describe("advisory locks", () => {
  it("have a number for each purpose", () => {
    const numbers = Object.values(advisoryLocks);
    expect(new Set(numbers).size).to.equal(numbers.length);
  });

  it("have their numbers in one file", () => {
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const withNumbers = files.filter((file) => lockNumber.test(readFileSync(join(sources, file), "utf8")));
    expect(withNumbers).to.deep.equal(["storage/advisory-locks.ts"]);
  });

  describe("of somebody who distributes tables", () => {
    const database = testDatabase({ as: "owner" });

    it("do not keep days of metrics from being made and dropped", async () => {
      const distributing = await database.owner.connect();
      try {
        await distributing.query("SELECT pg_advisory_lock($1)", [advisoryLocks.distribution]);
        // The day after the epoch.
        await ensureDays(database.pool, dailySegments(metricTables), [1]);
        expect(await dropDaysBefore(database.pool, dailySegments(metricTables), 2)).to.deep.equal([
          "metric_segments_p19700102",
        ]);
      } finally {
        await distributing.query("SELECT pg_advisory_unlock_all()");
        distributing.release();
      }
    });
  });
});
