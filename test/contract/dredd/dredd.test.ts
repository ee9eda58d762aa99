import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { observabilityPlan } from "../observability.plan.ts";
import { open, skipped } from "./stage.ts";

/** What Dredd tells of a transaction. */
interface Told {
  readonly title: string;
  readonly message: string;
  readonly request?: { readonly method: string };
}

interface Stats {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface DreddClass {
  new (configuration: object): { run(callback: (error: Error | null, stats: Stats) => void): void };
}

const require = createRequire(import.meta.url);
const file = join(import.meta.dirname, "../../../generated/observability/openapi.json");

/** Dredd speaks by events; its own reports would fill pages. */
async function runDredd(endpoint: string): Promise<{ stats: Stats; faults: string[] }> {
  require("dredd/build/reporters/reporterOutputLogger").default.transports.console.silent = true;
  const Dredd = require("dredd") as DreddClass;
  const emitter = new EventEmitter();
  const faults: string[] = [];
  emitter.on("test fail", ({ title, message }: Told) => faults.push(`${title}: ${message}`));
  emitter.on("test error", (error: Error, { title }: Told) => faults.push(`${title}: ${error.message}`));
  const dredd = new Dredd({
    endpoint,
    path: [file],
    hookfiles: [join(import.meta.dirname, "hooks.cjs")],
    emitter,
    loglevel: "silent",
    color: false,
  });
  const stats = await new Promise<Stats>((resolve, reject) =>
    dredd.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  return { stats, faults };
}

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
    outcome = await runDredd(server.baseUrl);
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
