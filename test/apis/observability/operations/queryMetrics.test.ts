import { expect } from "chai";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { aVital, plenty } from "#test/support/telemetry.ts";
import { MetricQuestions, type QueryData, type Series } from "./metrics.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("queries of metrics", () => {
  const server = sharedObservabilityServer();
  const metrics = new MetricQuestions(server);

  /** A caller whose project has the vitals, a minute apart, the last of them now. */
  async function aCallerWith(values: readonly number[]): Promise<Headers & { readonly at: (index: number) => number }> {
    const { key, project } = await server.key();
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const at = (index: number) => now - (values.length - 1 - index) * 60_000;
    for (const [index, value] of values.entries()) {
      const log = new TelemetryWriter(server.database.pool, { now: () => at(index) });
      const tenant = { projectId: project?.id ?? "", environment: "test" } as const;
      const rows = [aVital({ value, url: "https://shop.example/" })];
      await log.append(tenant, { kind: "web_vitals", rows }, plenty);
    }
    const caller: Headers = { "x-api-key": key };
    return Object.defineProperty(caller, "at", {
      value: (index: number) => at(index) / 1_000,
      enumerable: false,
    }) as never;
  }

  const metric = { __name__: "rum.lcp", rating: "good", url: "https://shop.example/" };

  describe("queryMetrics", () => {
    it("answers the newest sample, now or at a moment, by GET and by form", async () => {
      const caller = await aCallerWith([1, 2, 3]);
      const [now] = await metrics.query(caller, "rum.lcp");
      expect(now?.metric).to.deep.equal(metric);
      expect(now?.value?.[1]).to.equal("3");
      const time = caller.at(1);
      for (const ask of ["ask", "askByForm"] as const) {
        const { status, body } = await metrics[ask]<QueryData>(caller, "query", { query: "rum.lcp", time });
        expect([status, body]).to.deep.equal([
          200,
          { status: "success", data: { resultType: "vector", result: [{ metric, value: [time, "2"] }] } },
        ]);
      }
    });

    it("finds nothing where no sample can be", async () => {
      const caller = await aCallerWith([1]);
      for (const query of ["up @ 9e15 offset -292y", "up[292y] @ -9e15", "rum.lcp @ 9e15", "rum.lcp[292y] @ -9e15"])
        expect(await metrics.query(caller, query), query).to.deep.equal([]);
    });

    it("takes times as RFC 3339 too", async () => {
      const caller = await aCallerWith([1, 2]);
      const time = new Date(caller.at(0) * 1_000).toISOString();
      expect((await metrics.query(caller, "rum.lcp", { time })).map(({ value }) => value?.[1])).to.deep.equal(["1"]);
    });

    it("answers a data source that asks whether anybody is there", async () => {
      const caller = await server.caller();
      const { body } = await metrics.askByForm(caller, "query", { query: "1+1", time: 4 });
      expect(body.data).to.deep.equal({ resultType: "scalar", result: [4, "2"] });
    });

    it("also answers where clients of Prometheus append its own path", async () => {
      const caller = await aCallerWith([1]);
      const { status, body } = await metrics.ask<QueryData>(caller, "api/v1/query", { query: "rum.lcp" });
      expect([status, body.data.result.length]).to.deep.equal([200, 1]);
    });
  });

  describe("queryMetricsRange", () => {
    it("answers the steps of a period, by GET and by form", async () => {
      const caller = await aCallerWith([1, 2, 3]);
      const parameters = { query: "rum.lcp", start: caller.at(0), end: caller.at(2), step: "1m" };
      for (const ask of ["ask", "askByForm"] as const) {
        const { body } = await metrics[ask]<QueryData>(caller, "query_range", parameters);
        expect(body.data).to.deep.equal({
          resultType: "matrix",
          result: [{ metric, values: [0, 1, 2].map((index) => [caller.at(index), String(index + 1)]) }],
        });
      }
    });

    it("tells with stats=all what each step has looked at, and with other words only how much it was", async () => {
      const caller = await aCallerWith([1, 2, 3]);
      const period = { start: caller.at(1), end: caller.at(2), step: "1m" };
      const samplesOf = async (query: string, stats: string) => {
        const { body } = await metrics.ask<QueryData>(caller, "query_range", { query, ...period, stats });
        return (body.data as { readonly stats?: { readonly samples: unknown } }).stats?.samples;
      };
      const [first, second] = [caller.at(1), caller.at(2)];
      expect(await samplesOf("sum_over_time(rum.lcp[1d]) + rum.lcp", "all")).to.deep.include({
        totalQueryableSamples: 7,
        totalQueryableSamplesPerStep: [
          [first, 3],
          [second, 4],
        ],
      });
      expect(await samplesOf("rum.lcp @ end()", "all")).to.deep.include({
        totalQueryableSamplesPerStep: [
          [first, 1],
          [second, 1],
        ],
      });
      expect(await samplesOf("rum.lcp", "1")).to.have.all.keys("totalQueryableSamples", "peakSamples");
      expect(await samplesOf("rum.lcp", "")).to.equal(undefined);
    });

    it("chooses the step where none is given", async () => {
      const caller = await aCallerWith([1]);
      const stepOf = async (length: number) => {
        const period = { query: "1", start: 1_000, end: 1_000 + length };
        const { body } = await metrics.ask<QueryData>(caller, "query_range", period);
        const [[first = 0] = [], [second = 0] = []] = body.data.result[0]?.values ?? [];
        return second - first;
      };
      expect(await stepOf(10)).to.equal(1);
      expect(await stepOf(25_000)).to.equal(100);
    });

    it("answers 11,001 points and no more", async () => {
      const caller = await server.caller();
      const points = (end: number) =>
        metrics.ask<QueryData>(caller, "query_range", { query: "1", start: 0, end, step: 1 });
      expect((await points(11_000)).body.data.result[0]?.values).to.have.lengthOf(11_001);
      const { status, body } = await points(11_001);
      expect([status, body.errorType]).to.deep.equal([400, "bad_data"]);
      expect(body.error).to.include("exceeded maximum resolution of 11,000 points per timeseries");
    });
  });

  describe("what cannot be answered", () => {
    const refused = async (path: string, parameters: Readonly<Record<string, string>>) => {
      const { status, headers, body } = await metrics.ask(await server.caller(), path, parameters);
      expect(headers.get("content-type")).to.equal("application/json");
      expect(body.status).to.equal("error");
      return [status, body.errorType, body.error];
    };
    const period = { query: "up", start: "0", end: "60", step: "15" };

    it("is 400 bad_data, with the reason", async () => {
      for (const [path, parameters, reason] of [
        ["query", { query: "up{" }, 'invalid parameter "query": 1:4: parse error: unexpected end of input'],
        ["query", { query: "rate(up)" }, 'invalid parameter "query": 1:6: parse error: expected type range vector'],
        ["query", {}, 'invalid parameter "query"'],
        ["query", { query: "up", time: "noon" }, 'invalid parameter "time"'],
        ["query", { query: "up", timeout: "-1s" }, 'invalid parameter "timeout"'],
        ["query_range", { ...period, step: "0" }, "zero or negative query resolution step widths are not accepted"],
        ["query_range", { ...period, end: "-1" }, "end timestamp must not be before start time"],
        ["query_range", { query: "up" }, 'invalid parameter "start"'],
        ["query_range", { ...period, query: "up[5m]" }, 'invalid expression type "range vector" for range query'],
        ["series", {}, 'invalid parameter "match[]"'],
        ["series", { "match[]": "up[5m]" }, 'invalid parameter "match[]"'],
        ["labels", { "match[]": "{" }, 'invalid parameter "match[]"'],
        ["labels", { start: "noon" }, 'invalid parameter "start"'],
      ] as const) {
        const [status, type, error] = await refused(path, parameters);
        expect([status, type], reason).to.deep.equal([400, "bad_data"]);
        expect(error).to.include(reason);
      }
    });

    it("is 400 bad_data: a form without a body", async () => {
      const caller = await server.caller();
      for (const path of ["query", "query_range", "series", "query_exemplars"]) {
        const { status, body } = await metrics.askByForm(caller, path, {});
        expect([status, body.errorType, body.error], path).to.deep.equal([
          400,
          "bad_data",
          "form of parameters: is required",
        ]);
      }
    });

    it("is 503 timeout when it takes longer than it may", async () => {
      const caller = await aCallerWith([1]);
      // Somebody holds the table for as long as the query may take.
      const client = await server.database.pool.connect();
      await client.query("BEGIN; LOCK TABLE vital_blocks IN ACCESS EXCLUSIVE MODE");
      try {
        const { status, headers, body } = await metrics.ask(caller, "query", { query: "rum.lcp", timeout: "200ms" });
        expect([status, body.errorType, body.error]).to.deep.equal([
          503,
          "timeout",
          "query timed out in expression evaluation",
        ]);
        expect(headers.get("retry-after")).to.equal("1");
      } finally {
        await client.query("ROLLBACK");
        client.release();
      }
    });
  });

  describe("labels and series", () => {
    const sorted = (series: readonly Series["metric"][]) => series.map(({ url }) => url);

    it("are listed, as a whole and as selected", async () => {
      const caller = await server.caller();
      await server.post(
        "/api/v1/rum",
        [
          { name: "LCP", value: 1, url: "https://a.example/", rating: "good", id: "1" },
          { name: "LCP", value: 2, url: "https://b.example/", rating: "poor", id: "2" },
          { name: "TTFB", value: 3, id: "3" },
        ],
        caller,
      );
      const data = async (path: string, parameters = {}) =>
        (await metrics.ask<never[]>(caller, path, parameters)).body.data;
      expect(await data("labels")).to.deep.equal(["__name__", "rating", "url"]);
      expect(await data("labels", { "match[]": "rum.ttfb" })).to.deep.equal(["__name__"]);
      expect(await data("label/__name__/values")).to.deep.equal(["rum.lcp", "rum.ttfb"]);
      expect(await data("label/url/values")).to.deep.equal(["https://a.example/", "https://b.example/"]);
      expect(await data("label/url/values", { "match[]": '{rating="poor"}' })).to.deep.equal(["https://b.example/"]);
      expect(await data("label/url/values", { limit: 1 })).to.deep.equal(["https://a.example/"]);
      expect(await data("label/none/values")).to.deep.equal([]);
      expect(sorted(await data("series", { "match[]": ['{rating="poor"}', '{"rum.ttfb"}'] }))).to.deep.equal([
        "https://b.example/",
        undefined,
      ]);
      expect(await data("series", { "match[]": "rum.lcp", end: "2020-01-01T00:00:00Z" })).to.deep.equal([]);
      expect(await data("metadata", { limit: 0 })).to.deep.equal({});
      expect(await data("metadata", { metric: "rum.lcp" })).to.have.nested.property("rum\\.lcp[0].type", "gauge");

      const empty = await metrics.askByForm<never[]>(caller, "labels", {});
      expect([empty.status, empty.body.data]).to.deep.equal([200, await data("labels")]);
      const byForm = (path: string) => metrics.askByForm<never[]>(caller, path, { "match[]": '{rating="poor"}' });
      expect((await byForm("labels")).body.data).to.deep.equal(["__name__", "rating", "url"]);
      expect(sorted((await byForm("series")).body.data)).to.deep.equal(["https://b.example/"]);
    });

    it("are as many as are asked for, the first in their order", async () => {
      const caller = await server.caller();
      const vitals = ["LCP", "CLS"].flatMap((name) =>
        ["b", "a", "c"].map((page) => ({ name, value: 1, url: `https://shop.example/${page}` })),
      );
      await server.post("/api/v1/rum", vitals, caller);
      const list = async (path: string, limit: number) =>
        (await metrics.ask<unknown>(caller, path, { limit, "match[]": '{__name__=~"rum.+"}' })).body.data;
      expect(await list("label/__name__/values", 2)).to.deep.equal(["rum.cls", "rum.lcp"]);
      expect(await list("label/url/values", 2)).to.deep.equal(["https://shop.example/a", "https://shop.example/b"]);
      expect(await list("labels", 1)).to.deep.equal(["__name__"]);
      expect(await list("series", 1)).to.deep.equal([{ __name__: "rum.cls", url: "https://shop.example/a" }]);
      const about = await metrics.ask<object>(caller, "metadata", { metric: "rum.lcp", limit: 1 });
      expect(Object.keys(about.body.data)).to.deep.equal(["rum.lcp"]);
    });

    it("may be asked for by several selectors, in the address and by form", async () => {
      const caller = await server.caller();
      await server.post(
        "/api/v1/rum",
        [
          { name: "LCP", value: 1 },
          { name: "CLS", value: 1 },
          { name: "INP", value: 1 },
        ],
        caller,
      );
      const selectors = { "match[]": ["rum.lcp", '{__name__="rum.cls",nothing=""}', '{"rum.fid"}'] };
      for (const ask of ["ask", "askByForm"] as const) {
        const { status, body } = await metrics[ask](caller, "series", selectors);
        expect([status, body.data]).to.deep.equal([200, [{ __name__: "rum.cls" }, { __name__: "rum.lcp" }]]);
      }
      for (const selector of ['{nothing=""}', '{nothing=~".*"}', '{nothing!="x"}', "{}"]) {
        const { status, body } = await metrics.askByForm(caller, "series", { "match[]": ["rum.lcp", selector] });
        expect([status, body.errorType], selector).to.deep.equal([400, "bad_data"]);
        expect(body.error, selector).to.include("must contain at least one non-empty matcher");
      }
    });

    it("keep projects apart, and test from live", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      const callers = Object.entries({ mine, myLive, theirs });
      for (const [url, caller] of callers) await server.post("/api/v1/rum", { name: "LCP", value: 1, url }, caller);
      for (const [url, caller] of callers) {
        const values = await metrics.ask<string[]>(caller, "label/url/values");
        expect(values.body.data).to.deep.equal([url]);
        const all = await metrics.ask<Series["metric"][]>(caller, "series", { "match[]": '{__name__!=""}' });
        expect(sorted(all.body.data)).to.deep.equal([url]);
        expect((await metrics.query(caller, '{__name__!=""}')).map((series) => series.metric.url)).to.deep.equal([url]);
      }
    });
  });

  describe("formatQuery", () => {
    it("writes a query as one would", async () => {
      const { body } = await metrics.ask<string>(await server.caller(), "format_query", {
        query: "sum(rate(up{job='a'}[5m]))by(job)",
      });
      expect(body.data).to.equal('sum by (job) (rate(up{job="a"}[5m]))');
    });
  });

  describe("parseQuery", () => {
    it("answers with the tree, in Prometheus's form", async () => {
      const { body } = await metrics.ask<unknown>(await server.caller(), "parse_query", { query: "-up offset 1m" });
      expect(body.data).to.deep.equal({
        type: "unaryExpr",
        op: "-",
        expr: {
          type: "vectorSelector",
          name: "up",
          offset: 60_000,
          matchers: [{ name: "__name__", value: "up", type: "=" }],
          timestamp: null,
          startOrEnd: null,
          anchored: false,
          smoothed: false,
        },
      });
    });
  });

  describe("status/buildinfo", () => {
    it("says which Prometheus this is like", async () => {
      const { body } = await metrics.ask<{ version: string }>(await server.caller(), "api/v1/status/buildinfo");
      expect(body.data.version).to.match(/^3\.\d+\.\d+$/);
    });
  });
});
