import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { OrderingServer } from "#test/apis/ordering/operations/server.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { orderingPlan } from "./ordering.plan.ts";

const file = join(import.meta.dirname, "../../generated/ordering/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;

describe("the ordering document, told by the running server", function () {
  this.timeout(120_000);
  const server = new OrderingServer();
  before(() => server.start());
  after(() => server.stop());

  it("is true in every status of every operation, in every media type and for every example", async () => {
    const report = await runContract(document, server.baseUrl, orderingPlan(server));
    console.log(coverageTable(report).replace(/^/gm, "      "));
    expect(shortcomings(report)).to.deep.equal([]);
  });
});
