import { expect } from "chai";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { evaluateAt, evaluateOver, type Result } from "#src/apis/observability/metrics/promql/evaluate.ts";
import { exponentialBound, type FloatHistogram } from "#src/apis/observability/metrics/promql/histograms/histogram.ts";
import type { Source, SourceSeries } from "#src/apis/observability/metrics/promql/source.ts";
import { parseQuery } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { minute, sourceOf } from "./sources.ts";

const signal = new AbortController().signal;

/** The values by label sets, and what is said about them. */
function shown(result: Result): Record<string, unknown> {
  if (result.type === "scalar" || result.type === "string") return { value: result.value };
  return Object.fromEntries(
    Array.from(result.series, ({ labels, values, histograms }) => {
      const key = labels
        .map((text, at) => (at % 2 === 0 ? text : `=${text} `))
        .join("")
        .trim();
      const all = [...values, ...histograms.map(({ histogram }) => histogram)];
      return [key, all.length === 1 ? all[0] : all];
    }),
  );
}

async function ask(source: Source, text: string, at = 10 * minute): Promise<Result> {
  return await evaluateAt(parseQuery(text, { experimental: true }), at, { source, signal, text });
}

const refusal = async (source: Source, text: string, at?: number) => {
  const error = await ask(source, text, at).catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(QueryError).with.property("type", "execution");
  return (error as QueryError).message;
};

describe("rates", () => {
  const every = (value: (at: number) => number) => Array.from({ length: 11 }, (_, at) => value(at));

  it("are extrapolated to their range, and not beyond where a counter was zero", async () => {
    const source = await sourceOf({ a_total: every((at) => 60 * at), b_total: every((at) => 100 + 6 * at) });
    // Five samples in a range that leaves out its first moment: 4 minutes are seen, the fifth is as near as the others.
    expect(shown(await ask(source, "increase(a_total[5m])"))).to.deep.equal({ "": 300 });
    expect(shown(await ask(source, "rate(b_total[5m])"))).to.deep.equal({ "": 0.1 });
    // From 30 s on: the counter began at the first sample.
    expect(shown(await ask(source, "increase(a_total[2m30s])", 2 * minute))).to.deep.equal({ "": 120 });
    expect(shown(await ask(source, "increase(a_total[1m])"))).to.deep.equal({});
  });

  it("add what was counted before a reset", async () => {
    const source = await sourceOf({ a_total: [0, 10, 20, 5, 15] });
    expect(shown(await ask(source, "resets(a_total[10m])", 4 * minute))).to.deep.equal({ "": 1 });
    expect(shown(await ask(source, "irate(a_total[10m])", 3 * minute))).to.deep.equal({ "": 5 / 60 });
    expect(shown(await ask(source, "increase(a_total[4m1ms])", 4 * minute))).to.deep.equal({ "": 35 });
    expect(shown(await ask(source, "delta(a_total[5m])", 4 * minute))).to.deep.equal({ "": 18.75 });
  });

  it("say when a name is not that of a counter", async () => {
    const source = await sourceOf({ temperature: every((at) => at) });
    const { infos } = await ask(source, "sum(rate(temperature[5m]))");
    const text = "metric might not be a counter, name does not end in _total/_sum/_count/_bucket";
    expect(infos).to.deep.equal([`PromQL info: ${text}: "temperature" (1:10)`]);
  });
});

describe("operators between series", () => {
  const series = {
    'errors{code="500",job="api"}': [4],
    'errors{code="404",job="api"}': [6],
    'errors{code="500",job="web"}': [1],
    'requests{job="api"}': [100],
    'requests{job="web"}': [50],
    'info{job="api",version="2"}': [1],
  };
  const at = async (text: string) => shown(await ask(await sourceOf(series), text, 0));

  it("match one with one by all labels but those ignored", async () => {
    expect(await at('errors{code="500"} / ignoring (code) requests')).to.deep.equal({
      "job=api": 0.04,
      "job=web": 0.02,
    });
  });

  it("match many with one, and take labels over", async () => {
    expect(await at("errors / on (job) group_left requests")).to.deep.equal({
      "code=404 job=api": 0.06,
      "code=500 job=api": 0.04,
      "code=500 job=web": 0.02,
    });
    expect(await at("errors * on (job) group_left (version) info")).to.deep.equal({
      "code=404 job=api version=2": 6,
      "code=500 job=api version=2": 4,
    });
  });

  it("refuse what is ambiguous, in Prometheus's words", async () => {
    const source = await sourceOf(series);
    const instant = (text: string) => refusal(source, text, 0);
    expect(await instant("errors / on (job) requests")).to.equal(
      "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)",
    );
    expect(await instant("requests / on (job) errors")).to.match(
      /^found duplicate series for the match group \{job="api"\} on the right hand-side of the operation: .*;many-to-many matching not allowed/,
    );
    expect(await instant("errors * on () group_left (code) requests{job='api'} ^ 0")).to.include(
      "grouping labels must ensure unique",
    );
    expect(await instant('label_replace(errors, "code", "", "code", ".*")')).to.equal(
      "vector cannot contain metrics with the same labelset",
    );
  });

  it("compare by choosing, or with bool by 0 and 1", async () => {
    expect(await at("errors > 3")).to.deep.equal({
      "__name__=errors code=404 job=api": 6,
      "__name__=errors code=500 job=api": 4,
    });
    expect(await at("3 < bool errors")).to.deep.equal({
      "code=404 job=api": 1,
      "code=500 job=api": 1,
      "code=500 job=web": 0,
    });
  });

  it("keep, join and leave out sets", async () => {
    expect(await at("requests and on (job) info")).to.deep.equal({ "__name__=requests job=api": 100 });
    expect(await at("requests unless on (job) info")).to.deep.equal({ "__name__=requests job=web": 50 });
    expect(await at("info or on (job) requests")).to.deep.equal({
      "__name__=info job=api version=2": 1,
      "__name__=requests job=web": 50,
    });
  });
});

describe("aggregations", () => {
  it("sum what rounding would lose, by the labels that are named", async () => {
    const source = await sourceOf({
      'x{a="1",b="1"}': [1e100],
      'x{a="1",b="2"}': [1],
      'x{a="1",b="3"}': [-1e100],
      'x{a="2",b="1"}': [7],
    });
    expect(shown(await ask(source, "sum by (a) (x)", 0))).to.deep.equal({ "a=1": 1, "a=2": 7 });
    expect(shown(await ask(source, "count without (b) (x)", 0))).to.deep.equal({ "a=1": 3, "a=2": 1 });
    expect(shown(await ask(source, 'count_values("v", x > 0)', 0))).to.deep.equal({
      "v=7": 1,
      "v=1": 1,
      [`v=1${"0".repeat(100)}`]: 1,
    });
  });

  it("choose the largest, NaN last", async () => {
    const source = await sourceOf({ 'x{a="1"}': [Number.NaN], 'x{a="2"}': [3], 'x{a="3"}': [5], 'x{a="4"}': [4] });
    expect(Object.keys(shown(await ask(source, "topk(3, x)", 0)))).to.deep.equal(
      ["3", "4", "2"].map((a) => `__name__=x a=${a}`),
    );
    expect(Object.values(shown(await ask(source, "sort_desc(x)", 0)))).to.deep.equal([5, 4, 3, Number.NaN]);
    expect(await refusal(source, "topk(NaN, x)")).to.equal("Parameter value is NaN");
    expect(shown(await ask(source, "quantile(0.5, x > 0)", 0))).to.deep.equal({ "": 4 });
  });
});

describe("moments of their own", () => {
  it("are looked at from the query's ends, also within subqueries", async () => {
    const source = await sourceOf({ x: Array.from({ length: 11 }, (_, at) => at) });
    const over = async (text: string) =>
      shown(
        await evaluateOver(
          parseQuery(text),
          { start: 5 * minute, end: 7 * minute, step: minute },
          { source, signal, text },
        ),
      );
    expect(await over("x - x @ start()")).to.deep.equal({ "": [0, 1, 2] });
    expect(await over("x offset -2m")).to.deep.equal({ "__name__=x": [7, 8, 9] });
    expect(await over("max_over_time((x * 2)[3m:1m] offset 1m)")).to.deep.equal({ "": [8, 10, 12] });
    expect(await over("sum_over_time(x[2m:] @ end())")).to.deep.equal({ "": [13, 13, 13] });
    expect(await over("timestamp(x @ end() offset 2m)")).to.deep.equal({ "": [300, 300, 300] });
    expect(await over("timestamp(x @ start() offset -2m)")).to.deep.equal({ "": [300, 300, 300] });
    expect(await over("absent(x{a='b'}) * scalar(x)")).to.deep.equal({ "a=b": [5, 6, 7] });
  });
});

describe("histograms", () => {
  it("that are classic have quantiles between their bounds", async () => {
    const buckets = { "0.5": 10, "1": 30, "2": 40, "+Inf": 40 };
    const source = await sourceOf(
      Object.fromEntries(Object.entries(buckets).map(([le, count]) => [`h_bucket{le="${le}"}`, [count]])),
    );
    const at = async (text: string) => shown(await ask(source, text, 0))[""];
    expect(await at("histogram_quantile(0.5, h_bucket)")).to.equal(0.75);
    expect(await at("histogram_quantile(1, h_bucket)")).to.equal(2);
    expect(await at("histogram_fraction(0, 1, h_bucket)")).to.equal(0.75);
    const { warnings } = await ask(source, "histogram_quantile(2, h_bucket)", 0);
    expect(warnings).to.deep.equal(["PromQL warning: quantile value should be between 0 and 1, got 2 (1:20)"]);
  });

  /** Of schema 0: counts from (0.5, 1] on. */
  const native = (counts: readonly number[], rest: Partial<FloatHistogram> = {}): FloatHistogram => ({
    ...{ hint: "unknown", schema: 0, zeroThreshold: 0, zeroCount: 0, bounds: [] },
    ...{ count: counts.reduce((sum, count) => sum + count, 0), sum: 10 },
    positive: { indexes: counts.map((_, index) => index), counts },
    negative: { indexes: [], counts: [] },
    ...rest,
  });

  const sourceWith = (histograms: Readonly<Record<string, readonly FloatHistogram[]>>): Source => ({
    select: async () =>
      Object.entries(histograms).map(
        ([a, each]): SourceSeries => ({
          labels: ["__name__", "h", "a", a],
          timestamps: new Float64Array(0),
          values: new Float64Array(0),
          stale: [],
          histograms: each.map((histogram, at) => ({ timestamp: at * minute, histogram })),
        }),
      ),
  });

  it("that are native are added, subtracted and asked for quantiles on a scale of logarithms", async () => {
    const source = sourceWith({ "1": [native([2, 2])], "2": [native([0, 4])] });
    const sum = shown(await ask(source, "sum(h)", 0))[""] as FloatHistogram;
    expect([sum.count, sum.sum, sum.positive]).to.deep.equal([8, 20, { indexes: [0, 1], counts: [2, 6] }]);
    expect(shown(await ask(source, "histogram_quantile(0.25, h)", 0))).to.deep.equal({
      "a=1": 2 ** -0.5,
      "a=2": 2 ** 0.25,
    });
    expect(shown(await ask(source, "histogram_count(h - h)", 0))).to.deep.equal({ "a=1": 0, "a=2": 0 });
    expect(shown(await ask(source, "histogram_avg(h)", 0))).to.deep.equal({ "a=1": 2.5, "a=2": 2.5 });
    const { infos } = await ask(source, "h + 1", 0);
    const text = 'incompatible sample types encountered for binary operator "+": histogram + float';
    expect(infos).to.deep.equal([`PromQL info: ${text} (1:1)`]);
  });

  it("that are native have rates, over a reset and with a coarser schema", async () => {
    const fine = native([1, 1, 1], { schema: 1 });
    const source = sourceWith({ "1": [fine, native([4, 6]), native([1, 2])] });
    const rate = shown(await ask(source, "increase(h[3m])", 2 * minute))["a=1"] as FloatHistogram;
    // 7 more, then a reset and 3, in two minutes; 3 before them, in 36 seconds from zero.
    expect(rate.schema).to.equal(0);
    expect(rate.count).to.be.closeTo(13, 1e-9);
  });
});

describe("a query that is too much", () => {
  it("ends when its signal is aborted, and pauses before", async () => {
    const source = await sourceOf({ x: Array.from({ length: 500 }, (_, at) => at) });
    const leaving = new AbortController();
    const text = "max_over_time(sum_over_time(x[8h])[8h:1s])";
    const asked = evaluateAt(parseQuery(text), 500 * minute, { source, signal: leaving.signal, text }).catch(
      (thrown: unknown) => thrown,
    );
    leaving.abort(new Error("gone"));
    expect(await asked).to.have.property("message", "gone");
  });

  it("ends when it would hold too many values", async () => {
    const source = await sourceOf({ x: [1] });
    const words = "query processing would load too many samples into memory in query execution";
    expect(await refusal(source, "max_over_time(x[10y:1ms])")).to.equal(words);
    expect(await refusal(source, "max_over_time((x or x + 1 or vector(1) or vector(2))[80m:1ms])")).to.equal(words);
  });

  it("is cut to its limit with a warning", async () => {
    const source = await sourceOf({ 'x{a="1"}': [1], 'x{a="2"}': [2] });
    const text = "x";
    const result = await evaluateAt(parseQuery(text), 0, { source, signal, text, limit: 1 });
    expect([shown(result), result.warnings]).to.deep.equal([
      { "__name__=x a=1": 1 },
      ["results truncated due to limit"],
    ]);
  });
});

describe("the bounds of exponential buckets", () => {
  it("have the digits that Prometheus shows", () => {
    // What Prometheus 3 answers of histograms with one observation in these buckets.
    for (const [index, schema, bound] of [
      [3, 1, 2.82842712474619],
      [3, 2, 1.6817928305074288],
      [7, 3, 1.8340080864093422],
      [-1, 1, 0.7071067811865475],
      [1, 0, 2],
      [-3, 0, 0.125],
      [2, -2, 256],
      [1_024, 0, Number.MAX_VALUE],
      [1_025, 0, Number.POSITIVE_INFINITY],
      [512, -1, Number.MAX_VALUE],
    ] as const)
      expect(exponentialBound(index, schema), `bucket ${index} of schema ${schema}`).to.equal(bound);
  });

  it("rise, and double with each bucket of schema 0", () => {
    for (let schema = 0; schema <= 8; schema++)
      for (let index = -600; index < 600; index++) {
        const bound = exponentialBound(index, schema);
        expect(exponentialBound(index + 1, schema)).to.be.above(bound);
        expect(exponentialBound(index + 2 ** schema, schema)).to.equal(2 * bound);
      }
  });
});
