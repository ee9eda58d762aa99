import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { OrderingServer } from "#test/apis/ordering/operations/server.ts";
import { orderingPlan } from "../ordering.plan.ts";
import { runDredd } from "./run.ts";
import { open, skipped } from "./stage.ts";

const file = join(import.meta.dirname, "../../../generated/ordering/openapi.json");

describe("Dredd and the ordering document", function () {
  this.timeout(120_000);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const server = new OrderingServer();
  before(() => server.start());
  after(() => server.stop());

  it("agree in every transaction, and leave none out", async () => {
    open({ document, baseUrl: server.baseUrl, plan: orderingPlan(server) });
    const { stats, faults } = await runDredd(file, server.baseUrl);
    expect(faults).to.deep.equal([]);
    expect([...skipped]).to.deep.equal([]);
    expect(stats).to.include({ failures: 0, errors: 0, skipped: 0 });
    expect(stats.passes).to.be.above(100).and.to.equal(stats.tests);
  });
});
