import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { type RunningSandbox, startSandboxInsurers } from "#src/sandbox/insurers/server.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { insurerPlan } from "./insurer.plan.ts";

const file = join(import.meta.dirname, "../../generated/insurer/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
/** When the document's examples happen. */
const now = Date.parse("2026-11-21T10:00:00.000Z");

describe("the insurer protocol, told by the sandbox insurers", () => {
  let sandbox: RunningSandbox;
  before(async () => {
    sandbox = await startSandboxInsurers({ port: 0, journal: null, now: () => now });
  });
  after(() => sandbox.close());

  it("is true in every status of every operation and for every example", async () => {
    const report = await runContract(document, sandbox.url, insurerPlan(sandbox));
    console.log(coverageTable(report).replace(/^/gm, "      "));
    expect(shortcomings(report)).to.deep.equal([]);
  });
});
