import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { InsuranceServer } from "#test/apis/insurance/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { insurancePlan } from "./insurance.plan.ts";

const file = join(import.meta.dirname, "../../generated/insurance/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;

describe("the insurance document, told by the running server", function () {
  this.timeout(240_000);
  const server = new InsuranceServer();
  let frugal: TestServer;
  let hasty: TestServer;
  before(async () => {
    await server.start();
    const shared = { apis: ["insurance"], database: server.database } as const;
    frugal = await startTestServer({ ...shared, config: { webhookAllowLoopback: true, quotaInsuranceRequests: 1 } });
    hasty = await startTestServer({ ...shared, config: { webhookAllowLoopback: true, insurerDeadlineMs: 300 } });
  });
  after(async () => {
    await frugal.stop();
    await hasty.stop();
    await server.stop();
  });

  it("is true in every status of every operation, in every media type and for every example", async () => {
    const report = await runContract(document, server.baseUrl, insurancePlan(server, { frugal, hasty }));
    console.log(coverageTable(report).replace(/^/gm, "      "));
    expect(shortcomings(report).join("\n")).to.equal("");
  });
});
