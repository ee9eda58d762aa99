import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { observabilityPlan } from "../observability.plan.ts";
import { runDredd } from "./run.ts";
import { open, skipped } from "./stage.ts";

const file = join(import.meta.dirname, "../../../generated/observability/openapi.json");

describe("Dredd and the observability document", function () {
  this.timeout(120_000);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const server = new ObservabilityServer();
  let frugal: TestServer;
  let outcome: Awaited<ReturnType<typeof runDredd>>;
  before(async () => {
    await server.start({});
    const config = { quotaEvents: 1, quotaMobileEvents: 1, quotaOtlpRequests: 1, quotaQueries: 1 };
    frugal = await startTestServer({ apis: ["observability"], config, database: server.database });
    open({ document, baseUrl: server.baseUrl, plan: observabilityPlan(server, frugal) });
    outcome = await runDredd(file, server.baseUrl);
  });
  after(async () => {
    await frugal.stop();
    await server.stop();
  });

  it("agree in every transaction that Dredd can make", () => {
    expect(outcome.faults).to.deep.equal([]);
    expect(outcome.stats).to.include({ failures: 0, errors: 0 });
    expect(outcome.stats.passes).to.equal(outcome.stats.tests - outcome.stats.skipped);
  });

  it("leave out only what is listed here", () => {
    const [json, protobuf] = ["application/json", "application/x-protobuf"];
    const pairs = [
      [json, protobuf, "answers have the media type of their request"],
      [protobuf, json, "answers have the media type of their request"],
      [protobuf, protobuf, "bodies are binary"],
    ];
    const exports = ["/v1/logs > Export logs over OTLP", "/v1/traces > Export traces over OTLP"];
    const statuses = [200, 400, 401, 403, 404, 413, 415, 429, 500, 503];
    const listed = exports.flatMap((operation) =>
      statuses.flatMap((status) =>
        pairs.map(([asked, answered, why]) => [`POST ${operation} > ${status} > ${answered} from ${asked}`, why]),
      ),
    );
    expect([...skipped]).to.have.deep.members(listed);
    expect(outcome.stats.skipped).to.equal(listed.length);
  });
});
