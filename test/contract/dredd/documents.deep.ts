/** Dredd, a second judge, sends every transaction that it can make of a document. */
import { expect } from "chai";
import { documentNames, documentOf, planOf } from "../support/plans.ts";
import { runDredd } from "./run.ts";
import { open } from "./stage.ts";

for (const name of documentNames()) {
  describe(`Dredd and the ${name} document`, () => {
    it("agree in every transaction that Dredd can make, and miss none", async () => {
      const document = documentOf(name);
      const { plan, baseUrl, database, stop } = await (await planOf(name)).start();
      try {
        const left = open({ document, baseUrl, plan, database });
        const { stats, faults } = await runDredd(document, baseUrl);
        expect(faults.join("\n")).to.equal("");
        expect(stats).to.include({ failures: 0, errors: 0 });
        expect(stats.passes)
          .to.be.above(0)
          .and.to.equal(stats.tests - stats.skipped);
        expect([...left].map(({ operationId, status }) => `${operationId} ${status}`)).to.deep.equal([]);
      } finally {
        await stop();
      }
    });
  });
}
