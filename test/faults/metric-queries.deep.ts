/** Queries of metrics that want a great deal, or whose callers never read what they asked for: the memory of the server meanwhile. */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { compress } from "snappy";
import { ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { opened } from "#test/support/opened.ts";
import { freePort } from "#test/support/ports.ts";
import { writeHeaders } from "#test/support/prometheus.ts";
import { until } from "#test/support/until.ts";
import { type ServerProcess, Site } from "./support/site.ts";

const at = Math.floor(Date.now() / 1_000) - 600;
const mebibyte = 2 ** 20;
const seriesOfRequest = 20_000;
const plenty = "1000000000";

describe("large queries of metrics", function () {
  this.timeout(600_000);
  let metricsPort: number;
  const site = opened(async () => {
    metricsPort = await freePort();
    return Site.open({
      ACCORD_METRICS_PORT: String(metricsPort),
      ACCORD_QUOTA_QUERIES: plenty,
      ACCORD_QUOTA_METRIC_SAMPLES: plenty,
      ACCORD_QUOTA_METRIC_BYTES: plenty,
    });
  });
  let server: ServerProcess;
  beforeEach(async () => {
    server = await site.start();
  });
  afterEach(() => server.accord.stop("SIGKILL"));

  /** A project with one sample of each of so many series of the metric `many`, which came by remote write. */
  async function aProjectWith(series: number): Promise<{ readonly tenant: Tenant; readonly key: string }> {
    const owner = await site.tenant();
    const { key } = await anApiKey(site.database, { owner, scopes: ["ingest:write", "metrics:read"] });
    for (let first = 0; first < series; first += seriesOfRequest) {
      const body = await compress(requestOf(first, Math.min(first + seriesOfRequest, series)));
      const answer = await fetch(`${server.url}/api/v1/prom/write`, {
        method: "POST",
        headers: { ...writeHeaders, "x-api-key": key },
        body: new Uint8Array(body),
      });
      expect(answer.status).to.equal(204);
    }
    return { tenant: { projectId: owner.project.id, environment: "test" }, key };
  }

  /** Prometheus would send 2,000 series at a time. */
  function requestOf(first: number, end: number): Buffer {
    const request = new ByteWriter(128 * (end - first));
    const value = Buffer.alloc(8);
    for (let i = first; i < end; i++) {
      const labels = encodeLabels(["__name__", "many", "host", `host-${i % 1_000}`, "i", String(i)]);
      const sample = new ByteWriter(32);
      value.writeDoubleLE(i + 0.125);
      sample.byte(0x09);
      sample.append(value);
      sample.byte(0x10);
      sample.varint(at * 1_000);
      request.byte(0x0a);
      request.varint(labels.length + 2 + sample.length);
      request.append(labels);
      request.byte(0x12);
      request.varint(sample.length);
      request.append(sample.written);
    }
    return request.written;
  }

  const ask = (key: string, path: string) =>
    fetch(`${server.url}/api/v1/prom/${path}`, { headers: { "x-api-key": key } });

  /** Asks, and does not read the answer. */
  function deafTo(key: string, path: string): Socket {
    const { port, pathname } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `GET ${pathname === "/" ? "" : pathname}/api/v1/prom/${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx-api-key: ${key}\r\n\r\n`,
    );
    return socket.pause();
  }

  /** Of what the process has held at once in its life, in bytes (proc_pid_status(5), VmHWM). */
  function mostMemory(): number {
    const [, kibibytes = ""] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    return Number(kibibytes) * 1024;
  }

  /** How many answers nobody read, and how many range queries were refused for want of memory. */
  const cutOffAndRefused = async (): Promise<readonly [number, number]> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = (sample: RegExp) => Number(sample.exec(text)?.[1] ?? 0);
    return [
      counted(/reason="unread_answer"\} (\d+)/),
      counted(/^accord_http_request_duration_seconds_count\{operation="queryMetricsRange",status="503"\} (\d+)/m),
    ];
  };

  it("whose answers nobody reads hold little memory, are cut off, and leave others their answers", async () => {
    const { key } = await aProjectWith(4_000);
    // Of each series the same sample again, 1,000 times.
    const large = `query_range?query=many&start=${at}&end=${at + 249.75}&step=0.25`;
    const whole = (await (await ask(key, large)).arrayBuffer()).byteLength;
    expect(whole).to.be.greaterThan(64 * mebibyte);
    const before = mostMemory();

    // An answer holds 36 MB until it is read, and all of one project 128 MiB: three, and whoever comes meanwhile is refused.
    const deaf = Array.from({ length: 8 }, () => deafTo(key, large));
    let answered = 0;
    let cutOff = 0;
    await until(async () => {
      const answer = await ask(key, `query?query=${encodeURIComponent('many{i="7"}')}&time=${at}`);
      expect([answer.status, (await answer.json()).data.result.length]).to.deep.equal([200, 1]);
      answered++;
      const [unread, refused] = await cutOffAndRefused();
      cutOff = unread;
      return unread + refused === deaf.length;
    }, 120_000);
    expect(cutOff).to.be.at.least(3);
    expect(answered).to.be.greaterThan(10);
    // The project's share, three that are being evaluated (of one project no more are), and what is not collected yet.
    expect(mostMemory() - before).to.be.lessThan((128 + 3 * 36 + 128) * mebibyte);

    let read = 0;
    for (const socket of deaf) {
      socket.on("data", ({ length }: Buffer) => {
        read += length;
      });
      socket.resume();
    }
    await until(() => deaf.every(({ destroyed }) => destroyed));
    expect(read).to.be.lessThan(whole);
    // What they held is free again.
    expect((await (await ask(key, large)).arrayBuffer()).byteLength).to.equal(whole);

    const tooLarge = await ask(key, `query_range?query=many&start=${at}&end=${at + 249.75}&step=0.065`);
    expect([tooLarge.status, (await tooLarge.json()).errorType]).to.deep.equal([422, "execution"]);
    const summed = await ask(key, `query_range?query=sum(many)&start=${at}&end=${at + 249.75}&step=0.065`);
    expect([summed.status, (await summed.json()).data.result[0].values.length]).to.deep.equal([200, 3_843]);
  });

  it("that match 200,000 series are refused or cut short in little memory, read or not", async () => {
    const { tenant, key } = await aProjectWith(200_000);
    const written = mostMemory();
    expect(written).to.be.lessThan(768 * mebibyte);
    const { indexed } = await compactMetricsOf(site.database.pool, tenant, { retentionDays: 395 });
    expect(indexed).to.equal(200_000);
    // What has served the writes keeps what it knows of the series; who only reads needs none of it.
    await server.accord.stop("SIGKILL");
    server = await site.start();
    const one = `query?query=${encodeURIComponent('many{i="7"}')}&time=${at}`;
    const answersOne = async () => expect((await (await ask(key, one)).json()).data.result).to.have.length(1);
    await answersOne();
    const before = mostMemory();

    for (const selector of ["many", '{host=~".+"}', 'many{i!="7"}', '{i=~".*1.*"}', 'many{host!~"host-1.*",none=""}'])
      for (const kind of [`query?time=${at}`, `query_range?start=${at - 3_600}&end=${at}&step=15`]) {
        const answer = await ask(key, `${kind}&query=${encodeURIComponent(selector)}`);
        const { errorType, error } = await answer.json();
        expect([answer.status, errorType], selector).to.deep.equal([422, "execution"]);
        expect(error).to.include("more than 50000 series");
      }
    const listed = async (path: string) => (await (await ask(key, path)).json()).data.length;
    expect(await listed("series?match[]=many")).to.equal(100_000);
    expect(await listed("label/i/values")).to.equal(100_000);
    expect(await listed("label/host/values")).to.equal(1_000);
    const slow = [
      deafTo(key, "series?match[]=many"),
      deafTo(key, "label/i/values"),
      deafTo(key, "series?match[]=many"),
    ];
    for (let count = 0; count < 20; count++) await answersOne();
    expect(mostMemory() - before).to.be.lessThan(384 * mebibyte);
    for (const socket of slow) socket.destroy();
    await answersOne();
  });
});
