import { expect } from "chai";
import { encodeExemplar } from "#src/apis/observability/metrics/exemplar.ts";
import { encodeRawLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { evaluateAt, evaluateOver, type Result } from "#src/apis/observability/metrics/promql/evaluate.ts";
import type { Source } from "#src/apis/observability/metrics/promql/source.ts";
import { parseQuery } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { TenantSource } from "#src/apis/observability/metrics/tenant-source.ts";
import { presentResult } from "#src/apis/observability/presenters/metric-result.ts";
import { streamedText } from "#src/apis/observability/presenters/streamed-text.ts";
import { turnsOf } from "#test/support/turns.ts";
import { minute, type Sample, sourceOf as sourceFrom, tenant } from "./sources.ts";

const t0 = 1_795_255_200_000;

const sourceOf = (series: Readonly<Record<string, readonly Sample[]>>) => sourceFrom(series, t0);

const options = (source: Source, text: string) => ({ source, signal: new AbortController().signal, text });

const textOf = (result: Result): string => [...presentResult(result)].join("");

/** What is answered, and the same as the API would. */
async function at(source: Source, query: string, after: number): Promise<unknown> {
  const result = await evaluateAt(parseQuery(query), t0 + after, options(source, query));
  return JSON.parse(textOf(result)).data.result;
}

async function over(source: Source, query: string, start: number, end: number, step: number): Promise<unknown> {
  const period = { start: t0 + start, end: t0 + end, step };
  const result = await evaluateOver(parseQuery(query), period, options(source, query));
  return JSON.parse(textOf(result)).data.result;
}

/** How it is refused: the type of the error, and its message. */
async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((thrown: unknown) => thrown);
  return error instanceof QueryError ? `${error.type}: ${error.message}` : `not refused: ${error}`;
}

const metric = { __name__: "up" };
const seconds = (after: number) => (t0 + after) / 1_000;

describe("a selector at one moment", () => {
  it("is the newest sample, under the moment of the query", async () => {
    const source = await sourceOf({
      up: [
        [0, 1],
        [15_000, 0.5],
        [30_000, 7],
      ],
    });
    expect(await at(source, "up", 29_999)).to.deep.equal([{ metric, value: [seconds(29_999), "0.5"] }]);
    expect(await at(source, "up", -1)).to.deep.equal([]);
  });

  it("looks back less than five minutes", async () => {
    const source = await sourceOf({ up: [1] });
    expect(await at(source, "up", 5 * minute - 1)).to.have.lengthOf(1);
    expect(await at(source, "up", 5 * minute)).to.deep.equal([]);
  });

  it("is nothing after a stale marker, until the series goes on", async () => {
    const source = await sourceOf({
      up: [
        [0, 1],
        [15_000, "stale"],
        [60_000, 2],
        [75_000, Number.NaN],
      ],
    });
    expect(await at(source, "up", 15_000)).to.deep.equal([]);
    expect(await at(source, "up", 59_999)).to.deep.equal([]);
    expect(await at(source, "up", 60_000)).to.deep.equal([{ metric, value: [seconds(60_000), "2"] }]);
    expect(await at(source, "up", 75_000), "another NaN is a value").to.deep.equal([
      { metric, value: [seconds(75_000), "NaN"] },
    ]);
  });

  it("is shifted by offset and @", async () => {
    const source = await sourceOf({
      up: [1, 2, 3],
    });
    expect(await at(source, "up offset 1m", 2 * minute)).to.deep.equal([{ metric, value: [seconds(2 * minute), "2"] }]);
    expect(await at(source, "up offset -1m", minute)).to.deep.equal([{ metric, value: [seconds(minute), "3"] }]);
    expect(await at(source, `up @ ${seconds(0)}`, 2 * minute)).to.deep.equal([
      { metric, value: [seconds(2 * minute), "1"] },
    ]);
  });

  it("with a range is the samples after its beginning up to its end, without stale markers", async () => {
    const source = await sourceOf({
      up: [
        [0, 1],
        [30_000, "stale"],
        [60_000, 2],
        [60_001, 3],
      ],
    });
    expect(await at(source, "up[1m]", minute)).to.deep.equal([
      {
        metric,
        values: [[seconds(minute), "2"]],
      },
    ]);
    expect(await at(source, "up[1m]", minute - 1)).to.deep.equal([{ metric, values: [[seconds(0), "1"]] }]);
    expect(await at(source, "up[10s]", 35_000)).to.deep.equal([]);
  });

  it("may be a number or a text", async () => {
    const source = await sourceOf({});
    expect(await at(source, "1+1", 0)).to.deep.equal([seconds(0), "2"]);
    expect(await at(source, '"é\\""', 0)).to.deep.equal([seconds(0), 'é"']);
  });
});

describe("a selector over a period", () => {
  it("is evaluated at each step, for each series, in the order of labels", async () => {
    const source = await sourceOf({
      'up{job="b"}': [1, 2],
      'up{job="a"}': [[60_000, 3]],
      down: [9],
    });
    expect(await over(source, "up", 0, 2 * minute, 30_000)).to.deep.equal([
      { metric: { ...metric, job: "a" }, values: [60, 90, 120].map((s) => [seconds(s * 1_000), "3"]) },
      {
        metric: { ...metric, job: "b" },
        values: [0, 30, 60, 90, 120].map((s) => [seconds(s * 1_000), s < 60 ? "1" : "2"]),
      },
    ]);
  });

  it("has gaps where a series is stale or too old, and leaves out a series that is nowhere", async () => {
    const source = await sourceOf({
      up: [
        [0, 1],
        [minute, "stale"],
        [3 * minute, 2],
      ],
      'up{job="gone"}': [
        [-10 * minute, 1],
        [0, "stale"],
      ],
    });
    expect(await over(source, "up", 0, 10 * minute, minute)).to.deep.equal([
      { metric, values: [[seconds(0), "1"], ...[3, 4, 5, 6, 7].map((m) => [seconds(m * minute), "2"])] },
    ]);
  });

  it("stands still with @", async () => {
    const source = await sourceOf({
      up: [1, 2],
    });
    expect(await over(source, "up @ end()", 0, minute, minute)).to.deep.equal([
      {
        metric,
        values: [
          [seconds(0), "2"],
          [seconds(minute), "2"],
        ],
      },
    ]);
  });

  it("may be a number, and is no range and no text", async () => {
    const source = await sourceOf({});
    expect(await over(source, "2^0.5", 0, minute, 30_000)).to.deep.equal([
      { metric: {}, values: [0, 30, 60].map((s) => [seconds(s * 1_000), "1.4142135623730951"]) },
    ]);
    for (const query of ["up[5m]", '"text"'])
      expect(await refusalOf(over(source, query, 0, minute, minute))).to.match(/^bad_data: /);
  });

  it("is refused when steps times series are more than an answer may hold", async () => {
    const source = await sourceOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`up{i="${i}"}`, [1]])));
    expect(await refusalOf(over(source, "up", 0, 10_999_000, 1_000))).to.match(/^execution: /);
  });

  it("holds of a subquery the values that there are, not its series times its steps", async () => {
    const query = 'avg_over_time(count_values("n", vector(time()))[1h:1s])';
    const result = await evaluateAt(parseQuery(query), t0, options(await sourceOf({}), query));
    expect(JSON.parse(textOf(result)).data.result).to.have.lengthOf(3_600);
    // A value with its step and the labels of a series, and no more than a few of each.
    expect(result.statistics.peakPoints).to.be.below(40 * 3_600);
    const distinct = 'last_over_time(count_values("n", vector(time()))[4h:1s])';
    const refused = evaluateAt(parseQuery(distinct), t0, options(await sourceOf({}), distinct));
    expect(await refusalOf(refused)).to.match(/^execution: /);
  });
});

describe("a range of native histograms", () => {
  const none = { indexes: [], counts: [] };
  const histogram = { hint: "unknown", schema: 0, zeroThreshold: 0, zeroCount: 1, count: 1, sum: 1 } as const;
  const records = [0, 1, 2].map((minutes) => ({
    timestamp: t0 + minutes * minute,
    histogram: { ...histogram, positive: none, negative: none, bounds: [] },
  }));
  const labels = ["__name__", "h"];
  const columns = { timestamps: new Float64Array(0), values: new Float64Array(0), stale: [] };
  const source = { select: async () => [{ labels, ...columns, histograms: records }] };

  for (const name of ["sum_over_time", "avg_over_time", "rate", "increase"])
    it(`is left at the query's deadline, also within one step: ${name}`, async () => {
      const text = `${name}(h[1h])`;
      const ask = (msLeft: number) =>
        evaluateAt(parseQuery(text), t0 + 2 * minute, { ...options(source, text), msLeft });
      expect(await refusalOf(ask(-1))).to.equal("timeout: query timed out in expression evaluation");
      expect(await ask(3_600_000)).to.have.property("type", "vector");
    });
});

describe("label_replace", () => {
  /** Series with one label of so many characters. */
  const long = (series: number, length: number) =>
    sourceOf(
      Object.fromEntries(
        Array.from({ length: series }, (_, i) => [`m{i="${i}",long="${"ab".repeat(length / 2)}"}`, [1]]),
      ),
    );
  const ask = async (source: Source, text: string, msLeft: number) =>
    evaluateAt(parseQuery(text), t0, { ...options(source, text), msLeft });

  it("refuses patterns that take long for the values of their label", async () => {
    const text = 'label_replace(m,"x","$1","long","((a?|b?)*(a|.)*){40}")';
    expect(await refusalOf(ask(await long(1, 6_600), text, 3_600_000))).to.equal(
      "execution: the pattern of label_replace() is too long for the values of its label",
    );
  });

  it("is left at the query's deadline, also where each of its labels takes little", async () => {
    const [source, text] = [await long(20, 200), 'label_replace(m,"x","$1","long","(.*)")'];
    expect(await refusalOf(ask(source, text, -1))).to.match(/^timeout: /);
    expect(await ask(source, text, 3_600_000)).to.have.property("type", "vector");
  });
});

describe("exemplars", () => {
  const exemplar = encodeExemplar(Buffer.alloc(0), 1, t0);
  const records = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ timestamp: t0 + i, message: exemplar }));
  let asked = 0;
  /** Each selector finds other series, with as many exemplars. */
  const source = (each: number, message = exemplar) =>
    new TenantSource(
      {
        select: async () => {
          asked++;
          return [{ labels: ["__name__", `m${asked}`], records: records(each).map((one) => ({ ...one, message })) }];
        },
      } as unknown as ConstructorParameters<typeof TenantSource>[0],
      tenant,
    );
  const range = { fromMs: t0, toMs: t0 + minute };
  const ask = (selectors: number, from: TenantSource) => from.exemplars(Array(selectors).fill([]), range);

  it("of all selectors of a query are bounded together, before those of the others are read", async () => {
    asked = 0;
    expect(await refusalOf(ask(1_000, source(4_000)))).to.equal(
      "execution: query selects too much: more than 10000 exemplars match",
    );
    expect(asked).to.equal(3);
    expect(await ask(2, source(4_000))).to.have.length(2);
  });

  it("have a bound in bytes, too", async () => {
    asked = 0;
    const label = encodeRawLabels([[Buffer.from("trace_id"), Buffer.alloc(4_000, "a")]]);
    expect(await refusalOf(ask(1_000, source(4_000, encodeExemplar(label, 1, t0))))).to.equal(
      "execution: query selects too much: more than 16777216 bytes of exemplars match",
    );
    expect(asked).to.equal(2);
  });
});

describe("an aggregation of one selector", () => {
  it("holds groups times steps, however many series there are", async () => {
    const [series, steps] = [500, 200];
    const samples = [0, 60_000, 120_000].map((at) => [at, at] as const);
    const source = await sourceOf(
      Object.fromEntries(Array.from({ length: series }, (_, i) => [`x_total{i="${i}"}`, samples])),
    );
    for (const operator of ["sum", "avg", "count", "min", "max"])
      for (const each of ["x_total", "rate(x_total[5m])"]) {
        const query = `${operator}(${each})`;
        const period = { start: t0, end: t0 + (steps - 1) * 1_000, step: 1_000 };
        const { statistics } = await evaluateOver(parseQuery(query), period, options(source, query));
        expect(statistics.peakPoints, query).to.be.at.most(8 * steps);
      }
  });
});

describe("an evaluation", () => {
  it("pauses within each of its operators and functions, however many steps there are", async () => {
    const source = await sourceOf({});
    const of = (inner: string) => {
      const query = `max_over_time((${inner})[600000s:1s])`;
      return turnsOf(() => evaluateAt(parseQuery(query), t0, options(source, query)));
    };
    const alone = await of("vector(time())");
    for (const outer of [
      "sin(X)",
      "clamp(X, 0, 1)",
      "-X",
      "timestamp(X)",
      "X % 2",
      "X > 2",
      "X == bool 1",
      "vector(-scalar(X))",
    ])
      expect(await of(outer.replace("X", "vector(time())")), outer).to.be.at.least(alone + 5);
  });
});

describe("results", () => {
  it("are read at their reader's pace and told of their end, however it comes", async () => {
    const samples = Array.from({ length: 20_000 }, (_, i) => [i * 10, i / 3] as const);
    const source = await sourceOf({ up: samples });
    const result = () => evaluateAt(parseQuery("up[1h1ms]"), t0 + 3_600_000, options(source, "up[1h1ms]"));
    let ended = 0;
    const whole = streamedText(presentResult(await result()), () => ended++);
    const parts: Buffer[] = [];
    for await (const part of whole) parts.push(part as Buffer);
    expect(parts.length).to.be.above(5);
    const { data } = JSON.parse(Buffer.concat(parts).toString());
    expect(data.result[0].values).to.deep.equal(samples.map(([ms, value]) => [seconds(ms), String(value)]));
    expect(ended).to.equal(1);

    const abandoned = streamedText(presentResult(await result()), () => ended++);
    const closed = new Promise((resolve) => abandoned.once("close", resolve));
    abandoned.destroy();
    await closed;
    expect(ended).to.equal(2);
  });
});
