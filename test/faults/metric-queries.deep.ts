/** Queries of metrics whose callers never read what they asked for, and the memory of the server meanwhile. */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { anApiKey } from "#test/support/identity.ts";
import { freePort } from "#test/support/prometheus.ts";
import { until } from "#test/support/until.ts";
import { type ServerProcess, Site } from "./support/site.ts";

const at = Math.floor(Date.now() / 1_000) - 600;
const mebibyte = 2 ** 20;

describe("large queries of metrics", function () {
  this.timeout(400_000);
  let site: Site;
  let metricsPort: number;

  before(async () => {
    metricsPort = await freePort();
    site = await Site.open({ ACCORD_METRICS_PORT: String(metricsPort), ACCORD_QUOTA_QUERIES: "1000000" });
  });
  let server: ServerProcess;
  beforeEach(async () => {
    server = await site.start();
  });
  afterEach(() => server.accord.stop("SIGKILL"));
  after(() => site?.close());

  /** A project with one sample of each of so many series of the metric `many`. */
  async function aProjectWith(series: number): Promise<{ readonly key: string }> {
    const owner = await site.tenant();
    const { key } = await anApiKey(site.database, { owner, scopes: ["metrics:read"] });
    const tenant = { projectId: owner.project.id, environment: "test" } as const;
    const store = new PostgresMetricStore(site.database.pool, { retentionDays: 395, maxSeries: series });
    const atOnce = 20_000;
    for (let first = 0; first < series; first += atOnce) {
      const batch = new MetricBatchBuilder();
      for (let i = first; i < Math.min(series, first + atOnce); i++) {
        const labels = [
          ["__name__", "many"],
          ["host", `host-${i % 1_000}`],
          ["i", String(i)],
        ] as const;
        batch.sample(batch.series(labels), at * 1_000, i + 0.125);
      }
      const { rejected } = await store.append(tenant, batch.build(), { quotas: [] });
      expect(rejected).to.deep.equal([]);
    }
    await store.drain();
    return { key };
  }

  const ask = (key: string, path: string) =>
    fetch(`${server.url}/api/v1/prom/${path}`, { headers: { "x-api-key": key } });

  /** Of what the process has held at once in its life, in bytes (proc_pid_status(5), VmHWM). */
  function mostMemory(): number {
    const [, kibibytes = ""] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    return Number(kibibytes) * 1024;
  }

  const unread = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/reason="unread_answer"\} (\d+)/.exec(text)?.[1] ?? 0);
  };

  it("whose answers nobody reads hold little memory, are cut off, and leave others their answers", async () => {
    const { key } = await aProjectWith(4_000);
    // Of each series the same sample again, 1,000 times.
    const large = `query_range?query=many&start=${at}&end=${at + 249.75}&step=0.25`;
    const whole = (await (await ask(key, large)).arrayBuffer()).byteLength;
    expect(whole).to.be.greaterThan(64 * mebibyte);
    const before = mostMemory();

    const { port, pathname } = new URL(server.url);
    const asking = `GET ${pathname === "/" ? "" : pathname}/api/v1/prom/${large} HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n\r\n`;
    const deaf: Socket[] = [];
    for (let count = 0; count < 8; count++) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(asking);
      socket.pause();
      deaf.push(socket);
    }
    let answered = 0;
    await until(async () => {
      const answer = await ask(key, `query?query=${encodeURIComponent('many{i="7"}')}&time=${at}`);
      expect([answer.status, (await answer.json()).data.result.length]).to.deep.equal([200, 1]);
      answered++;
      return (await unread()) === deaf.length;
    }, 120_000);
    expect(answered).to.be.greaterThan(10);
    const held = mostMemory() - before;
    expect(held).to.be.lessThan(2 * whole);

    let read = 0;
    for (const socket of deaf) {
      socket.on("data", ({ length }: Buffer) => {
        read += length;
      });
      socket.resume();
    }
    await until(() => deaf.every(({ destroyed }) => destroyed));
    expect(read).to.be.lessThan(whole);
  });
});
