import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { InsuranceServer } from "#test/apis/insurance/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { insurancePlan } from "../insurance.plan.ts";
import { runDredd } from "./run.ts";
import { open, skipped } from "./stage.ts";

const file = join(import.meta.dirname, "../../../generated/insurance/openapi.json");

describe("Dredd and the insurance document", function () {
  this.timeout(240_000);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
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

  it("agree in every transaction, and leave none out", async () => {
    open({ document, baseUrl: server.baseUrl, plan: insurancePlan(server, { frugal, hasty }) });
    const { stats, faults } = await runDredd(file, server.baseUrl);
    expect(faults.join("\n")).to.equal("");
    expect([...skipped]).to.deep.equal([]);
    expect(stats).to.include({ failures: 0, errors: 0, skipped: 0 });
    expect(stats.passes).to.be.above(300).and.to.equal(stats.tests);
  });
});
