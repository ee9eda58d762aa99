import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { PlaceholderServer } from "#test/apis/placeholder/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { placeholderPlan } from "./placeholder.plan.ts";

const file = join(import.meta.dirname, "../../generated/placeholder/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;

describe("the placeholder document, told by the running server", function () {
  this.timeout(120_000);
  const server = new PlaceholderServer();
  let frugal: TestServer;
  before(async () => {
    await server.start({});
    frugal = await startTestServer({
      apis: ["placeholder"],
      config: { quotaFailedLogins: 1 },
      database: server.database,
    });
  });
  after(async () => {
    await frugal.stop();
    await server.stop();
  });

  it("is true in every status of every operation, in every media type and for every example", async () => {
    const report = await runContract(document, server.baseUrl, placeholderPlan(server, frugal));
    console.log(coverageTable(report).replace(/^/gm, "      "));
    expect(shortcomings(report)).to.deep.equal([]);
  });
});
