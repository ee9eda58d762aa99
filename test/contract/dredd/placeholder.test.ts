import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { PlaceholderServer } from "#test/apis/placeholder/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { placeholderPlan } from "../placeholder.plan.ts";
import { runDredd } from "./run.ts";
import { open, skipped } from "./stage.ts";

const file = join(import.meta.dirname, "../../../generated/placeholder/openapi.json");

describe("Dredd and the placeholder document", function () {
  this.timeout(120_000);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const server = new PlaceholderServer();
  let frugal: TestServer;
  before(async () => {
    await server.start({});
    const config = { quotaFailedLogins: 1 };
    frugal = await startTestServer({ apis: ["placeholder"], config, database: server.database });
  });
  after(async () => {
    await frugal.stop();
    await server.stop();
  });

  it("agree in every transaction, and leave none out", async () => {
    open({ document, baseUrl: server.baseUrl, plan: placeholderPlan(server, frugal) });
    const { stats, faults } = await runDredd(file, server.baseUrl);
    expect(faults).to.deep.equal([]);
    expect([...skipped]).to.deep.equal([]);
    expect(stats).to.include({ failures: 0, errors: 0, skipped: 0 });
    expect(stats.passes).to.be.above(200).and.to.equal(stats.tests);
  });
});
