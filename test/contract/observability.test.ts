import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { observabilityPlan } from "./observability.plan.ts";

const file = join(import.meta.dirname, "../../generated/observability/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;

describe("the observability document, told by the running server", function () {
  this.timeout(120_000);
  const server = new ObservabilityServer();
  let frugal: TestServer;
  before(async () => {
    await server.start({});
    const config = { quotaEvents: 1, quotaMobileEvents: 1, quotaOtlpRequests: 1, quotaQueries: 1 };
    frugal = await startTestServer({ apis: ["observability"], config, database: server.database });
  });
  after(async () => {
    await frugal.stop();
    await server.stop();
  });

  it("is true in every status of every operation, in every media type and for every example", async () => {
    const report = await runContract(document, server.baseUrl, observabilityPlan(server, frugal));
    console.log(coverageTable(report).replace(/^/gm, "      "));
    expect(shortcomings(report)).to.deep.equal([]);
  });
});
