/**
 * Debian's Prometheus scrapes itself and this server, and writes everything here, while the server is killed: afterwards both
 * hold the same samples. It is configured as docs/guides/metrics.md says. Needs the program `prometheus` (apt-get install --no-install-recommends prometheus), or its
 * path in PROMETHEUS.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { type ServerProcess, Site } from "#test/faults/support/site.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { freePort } from "#test/support/ports.ts";
import { type Prometheus, startPrometheus } from "#test/support/prometheus.ts";
import { until } from "#test/support/until.ts";

interface Answer {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}

/** The guide's configuration, for this server and key, and in more of a hurry. */
function remoteWrite(url: string, key: string): string {
  const guide = readFileSync(new URL("../../docs/guides/metrics.md", import.meta.url), "utf8");
  let configuration = /```yaml\n(remote_write:\n.*?)```/s.exec(guide)?.[1] ?? "";
  for (const [shown, meant] of [
    ["https://accord.example/observability", url],
    ["sk_test_…:…", key],
    ["true }", "true, max_samples_per_send: 500, batch_send_deadline: 200ms, max_backoff: 500ms }"],
  ] as const) {
    expect(configuration).to.include(shown);
    configuration = configuration.replace(shown, meant);
  }
  return `${configuration}    metadata_config: { send_interval: 1s }\n`;
}

describe("Prometheus' remote write to a server that is killed", () => {
  let site: Site;
  let server: ServerProcess;
  let prometheus: Prometheus | undefined;
  let theirs: string;
  let headers: Readonly<Record<string, string>>;
  let tenant: { readonly projectId: string; readonly environment: "test" };
  /** Until when both are compared, in seconds. */
  let end: number;

  /** A metric of Prometheus about itself; the sum of its series. */
  const own = async (name: string): Promise<number> => {
    const text = await (await fetch(`${theirs}/metrics`)).text();
    const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  };
  const sentUntil = () => own("prometheus_remote_storage_queue_highest_sent_timestamp_seconds");

  before(async () => {
    const metricsPort = await freePort();
    site = await Site.open({ ACCORD_METRICS_PORT: String(metricsPort), ACCORD_QUOTA_QUERIES: "1000000" });
    server = await site.start();
    const owner = await site.tenant();
    const { key } = await anApiKey(site.database, { owner, scopes: ["ingest:write", "metrics:read"] });
    headers = { "x-api-key": key };
    tenant = { projectId: owner.project.id, environment: "test" };
    prometheus = await startPrometheus(
      temporaryFolder(),
      (port) => `
global: { scrape_interval: 1s, scrape_timeout: 900ms }
scrape_configs:
  - { job_name: prometheus, static_configs: [{ targets: ["127.0.0.1:${port}"] }] }
  - { job_name: accord, static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }] }
${remoteWrite(server.url, key)}`,
    );
    theirs = prometheus.url;
    for (let kills = 0; kills < 3; kills++) {
      const from = Date.now() / 1000;
      await until(async () => (await sentUntil()) > from + 4);
      await server.accord.stop("SIGKILL");
      server = await site.start(Number(new URL(server.url).port));
      await compactMetricsOf(site.database.pool, tenant, { retentionDays: 395 });
    }
    end = Date.now() / 1000;
    await until(async () => (await sentUntil()) > end + 2);
  });

  after(async () => {
    await prometheus?.stop();
    await site?.close();
  });

  it("loses nothing, doubles nothing, and changes neither a value nor a time", async () => {
    const query = `query=${encodeURIComponent('{__name__=~".+"}[10m]')}&time=${end}`;
    const asked = await Promise.all([
      fetch(`${theirs}/api/v1/query?${query}`),
      fetch(`${server.url}/api/v1/prom/query?${query}`, { headers }),
    ]);
    const [expected, actual] = await Promise.all(
      asked.map(async (answer) => {
        const { data } = (await answer.json()) as Answer;
        return new Map(
          data.result.map(({ metric, values }) => [
            JSON.stringify(Object.entries(metric).sort(([a], [b]) => (a < b ? -1 : 1))),
            values.map(([at, value]) => `${at} ${value}`),
          ]),
        );
      }),
    );
    if (expected === undefined || actual === undefined) throw new Error("nobody answered");
    expect(expected.size).to.be.greaterThan(500);
    expect([...expected.values()].reduce((sum, { length }) => sum + length, 0)).to.be.greaterThan(5_000);
    expect([...actual.keys()].sort()).to.deep.equal([...expected.keys()].sort());
    for (const [series, values] of expected) expect(actual.get(series), series).to.deep.equal(values);
  });

  it("brings what is known about each metric", async () => {
    type Known = Readonly<Record<string, readonly object[]>>;
    const known = async (url: string): Promise<Known> => (await (await fetch(url, { headers })).json()).data;
    const expected = await known(`${theirs}/api/v1/metadata`);
    const actual = await known(`${server.url}/api/v1/prom/api/v1/metadata`);
    expect(Object.keys(expected)).to.have.length.greaterThan(200);
    expect(Object.keys(actual).sort()).to.deep.equal(Object.keys(expected).sort());
    // Targets may say different things about one metric: Prometheus keeps all of them, and here the last one stays.
    for (const [name, [only, ...more]] of Object.entries(actual)) {
      expect(more, name).to.deep.equal([]);
      expect(expected[name], name).to.deep.include(only);
    }
    const one = "prometheus_tsdb_head_series";
    expect(await known(`${server.url}/api/v1/prom/api/v1/metadata?metric=${one}`)).to.deep.equal({
      [one]: expected[one],
    });
  });

  it("makes Prometheus drop nothing", async () => {
    expect(await own("prometheus_remote_storage_samples_total")).to.be.greaterThan(5_000);
    expect(await own("prometheus_remote_storage_samples_failed_total")).to.equal(0);
    expect(await own("prometheus_remote_storage_samples_dropped_total")).to.equal(0);
  });
});
