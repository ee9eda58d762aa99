import { expect } from "chai";
import { compressSync } from "snappy";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import { writeV1 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { MetricQuestions } from "./metrics.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

interface ExemplarSeries {
  readonly seriesLabels: Readonly<Record<string, string>>;
  readonly exemplars: readonly object[];
}

describe("queryExemplars", () => {
  const server = sharedObservabilityServer();
  const questions = () => new MetricQuestions(server);
  const at = Date.now() - 60_000;

  async function write(caller: Headers): Promise<void> {
    const exemplar = (trace: string, value: number, ms: number) => ({
      labels: { trace_id: trace },
      value,
      timestamp: at + ms,
    });
    const bucket = (le: string, exemplars: ReturnType<typeof exemplar>[]) => ({
      labels: { __name__: "request_seconds_bucket", job: "api", le },
      samples: [{ value: 7, timestamp: at }],
      exemplars,
    });
    const message = writeV1([
      bucket("0.5", [exemplar("a", 0.25, 0), exemplar("b", 0.5, 1_500)]),
      bucket("+Inf", [exemplar("c", Number.POSITIVE_INFINITY, 0)]),
      { labels: { __name__: "up" }, samples: [{ value: 1, timestamp: at }] },
    ]);
    const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy", ...caller };
    const answer = await server.send("POST", "/api/v1/prom/write", {
      headers,
      body: new Uint8Array(compressSync(message)),
    });
    expect(answer.status).to.equal(204);
  }

  const half = { __name__: "request_seconds_bucket", job: "api", le: "0.5" };
  const first = { labels: { trace_id: "a" }, value: "0.25", timestamp: at / 1_000 };
  const second = { labels: { trace_id: "b" }, value: "0.5", timestamp: (at + 1_500) / 1_000 };
  const rest = {
    seriesLabels: { ...half, le: "+Inf" },
    exemplars: [{ labels: { trace_id: "c" }, value: "+Inf", timestamp: at / 1_000 }],
  };

  it("answers with exemplars by series and time, before and after compaction, by GET and by form", async () => {
    const { key, project } = await server.key();
    const caller = { "x-api-key": key };
    await write(caller);
    const query = "request_seconds_bucket";
    for (const compacted of [false, true]) {
      const tenant = { projectId: project?.id ?? "", environment: "test" } as const;
      if (compacted) await compactMetricsOf(server.database.pool, tenant, { retentionDays: 395 });
      const answers = [
        await questions().ask<ExemplarSeries[]>(caller, "query_exemplars", { query }),
        await questions().ask<ExemplarSeries[]>(caller, "api/v1/query_exemplars", { query }),
        await questions().askByForm<ExemplarSeries[]>(caller, "query_exemplars", { query }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.status]).to.deep.equal([200, "success"]);
        expect(body.data).to.deep.equal([rest, { seriesLabels: half, exemplars: [first, second] }]);
      }
    }
  });

  it("goes by the selector's matchers and by the period alone", async () => {
    const caller = await server.caller();
    await write(caller);
    const ask = async (query: string, period: Readonly<Record<string, number>> = {}) =>
      (await questions().ask<ExemplarSeries[]>(caller, "query_exemplars", { query, ...period })).body.data;
    const both = [{ seriesLabels: half, exemplars: [first, second] }];
    expect(await ask('request_seconds_bucket{le="0.5"}')).to.deep.equal(both);
    expect(await ask('request_seconds_bucket{le="0.5"}[1s] offset 1d')).to.deep.equal(both);
    expect(await ask('{le="0.5"}', { start: (at + 1) / 1_000 })).to.deep.equal([
      { seriesLabels: half, exemplars: [second] },
    ]);
    expect(await ask('{le="0.5"}', { end: (at + 1_499) / 1_000 })).to.deep.equal([
      { seriesLabels: half, exemplars: [first] },
    ]);
    expect(await ask("up")).to.deep.equal([]);
    expect(await ask("rum.lcp")).to.deep.equal([]);
  });

  it("refuses what is no selector, and a period that ends before it begins", async () => {
    const caller = await server.caller();
    for (const parameters of [{ query: "up{" }, { query: "up", start: 2, end: 1 }, { query: "up", start: "x" }]) {
      const { status, body } = await questions().ask(caller, "query_exemplars", parameters);
      expect([status, body.errorType]).to.deep.equal([400, "bad_data"]);
    }
  });
});
