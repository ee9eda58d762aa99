/**
 * The panels of the two dashboards that are used most with Grafana, for node_exporter (1860, Node Exporter Full) and for Node processes
 * (11159, NodeJS Application Dashboard): Prometheus 3 scrapes both sources and writes here what it scrapes, and each panel's query is
 * answered alike. Needs the program `prometheus-node-exporter` (apt-get install --no-install-recommends prometheus-node-exporter), or its
 * path in NODE_EXPORTER, and Prometheus 3 in PROMETHEUS3.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { collectDefaultMetrics, Registry } from "prom-client";
import { observabilityServer } from "#test/apis/observability/operations/server.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { freePort } from "#test/support/ports.ts";
import { type Prometheus, prometheus3, startPrometheus } from "#test/support/prometheus.ts";
import { until } from "#test/support/until.ts";
import { difference, type PrometheusAnswer } from "../apis/observability/metrics/promql/answers.ts";

const nodeExporter = process.env.NODE_EXPORTER ?? "/usr/bin/prometheus-node-exporter";
/** Seconds that panels show, one scrape each. */
const shown = 8;

/** The queries of a dashboard, one a line, with Grafana's variables. */
function panels(name: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const text = readFileSync(new URL(`dashboards/${name}.promql`, import.meta.url), "utf8");
  const withVariables = (query: string) => query.replace(/\$(\w+)/g, (_, variable) => variables[variable] ?? "");
  return text.trimEnd().split("\n").map(withVariables);
}

describe("Grafana's dashboards over what Prometheus has scraped", () => {
  const server = observabilityServer({ quotaQueries: 1_000_000 });
  let exporter: ChildProcess;
  let application: Server;
  let prometheus: Prometheus;
  let headers: Readonly<Record<string, string>>;
  let instances: Readonly<Record<"node" | "application", string>>;
  /** In seconds. */
  let end: number;

  before(async () => {
    if (!existsSync(nodeExporter)) {
      const install = "apt-get install --no-install-recommends prometheus-node-exporter";
      throw new Error(`${nodeExporter} is missing: ${install}, or set NODE_EXPORTER`);
    }
    const port = await freePort();
    exporter = spawn(nodeExporter, [`--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
    const register = new Registry();
    collectDefaultMetrics({ register });
    application = createServer(async (_request, answer) => {
      answer.setHeader("content-type", register.contentType).end(await register.metrics());
    }).listen(0, "127.0.0.1");
    await once(application, "listening");
    const address = application.address();
    if (address === null || typeof address === "string") throw new Error("the application does not listen");
    instances = { node: `127.0.0.1:${port}`, application: `127.0.0.1:${address.port}` };
    const { key } = await server.key();
    headers = { "x-api-key": key };
    const configuration = `
global: { scrape_interval: 1s, scrape_timeout: 900ms }
scrape_configs:
  - { job_name: node, static_configs: [{ targets: ["${instances.node}"] }] }
  - { job_name: application, static_configs: [{ targets: ["${instances.application}"] }] }
remote_write:
  - url: ${server.baseUrl}/api/v1/prom/write
    authorization: { credentials: "${key}" }
    queue_config: { batch_send_deadline: 200ms }
`;
    prometheus = await startPrometheus(temporaryFolder(), () => configuration, { program: prometheus3() });
    const begun = Date.now() / 1_000;
    end = Math.ceil(begun) + shown + 2;
    await until(async () => {
      const text = await (await fetch(`${prometheus.url}/metrics`)).text();
      const [, seconds] = /^prometheus_remote_storage_queue_highest_sent_timestamp_seconds\S* (\S+)$/m.exec(text) ?? [];
      return Number(seconds) > end + 1;
    });
  });

  after(async () => {
    await prometheus?.stop();
    exporter?.kill();
    application?.close();
  });

  async function ask(path: string, parameters: Readonly<Record<string, string>>) {
    const query = new URLSearchParams(parameters);
    return await Promise.all(
      [
        [`${server.baseUrl}/api/v1/prom/api/v1`, headers],
        [`${prometheus.url}/api/v1`, {}],
      ].map(async ([url, more]) => {
        const answer = await fetch(`${url}/${path}?${query}`, { headers: more as Record<string, string> });
        return (await answer.json()) as PrometheusAnswer;
      }),
    );
  }

  /** How many panels show something; each shows what Prometheus answers. */
  async function compared(queries: readonly string[]): Promise<number> {
    let filled = 0;
    const differences: string[] = [];
    for (const query of queries) {
      const period = { start: String(end - shown), end: String(end), step: "1" };
      const [ours, theirs] = await ask("query_range", { query, ...period });
      if (ours === undefined || theirs === undefined) throw new Error("nobody answered");
      if (theirs.status !== "success") throw new Error(`${query}: ${theirs.error}`);
      if (JSON.stringify(theirs.data?.result) !== "[]") filled++;
      const differs = difference(ours, theirs, query);
      if (differs !== null) differences.push(`${query}\n  ${differs}`);
    }
    expect(differences.slice(0, 10).join("\n"), `${differences.length} of ${queries.length} differ`).to.equal("");
    return filled;
  }

  it("shows what node_exporter measures", async () => {
    const queries = panels("node-exporter-full", { job: "node", node: instances.node, __rate_interval: "4s" });
    expect(queries).to.have.length.above(250);
    // What a machine has no hardware for stays empty.
    expect(await compared(queries)).to.be.above(100);
  });

  it("shows what a Node process measures", async () => {
    const queries = panels("nodejs-application", { instance: instances.application });
    expect(await compared(queries)).to.be.at.least(queries.length - 1);
  });

  it("fills the dashboards' variables", async () => {
    for (const [label, selector] of [
      ["job", "node_uname_info"],
      ["nodename", 'node_uname_info{job="node"}'],
      ["instance", "nodejs_version_info"],
    ] as const) {
      const [ours, theirs] = await ask(`label/${label}/values`, { "match[]": selector });
      expect(ours?.data, label).to.deep.equal(theirs?.data).and.have.lengthOf(1);
    }
  });
});
