/**
 * Every document in specs/ is held against the server that it describes. What was seen is written to coverage/contract, as text and
 * as a page.
 */
import { join } from "node:path";
import { expect } from "chai";
import { writeCoverage } from "../../scripts/contract-runner/coverage-report.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { documentNames, documentOf, planOf } from "./support/plans.ts";

const coverageFolder = join(import.meta.dirname, "..", "..", "coverage", "contract");

for (const name of documentNames()) {
  describe(`the ${name} document, told by a running server`, () => {
    it("is true in every status of every operation, in every media type and for every example", async () => {
      const started = await (await planOf(name)).start();
      try {
        const report = await runContract(documentOf(name), started);
        const figures = writeCoverage(coverageFolder, name, report);
        console.log(`${coverageTable(report)}\n${figures}`.replace(/^/gm, "      "));
        expect(shortcomings(report).join("\n")).to.equal("");
      } finally {
        await started.stop();
      }
    });
  });
}
