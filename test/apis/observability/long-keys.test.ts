import { expect } from "chai";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { ByteReader, ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { labelLimits } from "#src/apis/observability/metrics/label-bytes.ts";
import { translate } from "#src/apis/observability/metrics/otlp/translate.ts";
import { evaluateAt } from "#src/apis/observability/metrics/promql/evaluate.ts";
import { parseQuery } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { TenantSource } from "#src/apis/observability/metrics/tenant-source.ts";
import { readMetrics } from "#src/apis/observability/otlp/decode.ts";
import { name } from "#src/apis/observability/store/blocks/dictionaries.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { keyOfText, longestHashed } from "#src/http/long-text.ts";
import { ModelStore } from "./metrics/model-store.ts";
import { encodeMetrics, type Message } from "./otlp/requests.ts";

const tenant = { projectId: "0198c1f2-0000-7000-8000-000000000002", environment: "test" } as const;

/** Of the same length and beginning. */
const longTexts = (length: number) => ["a", "b", "a"].map((end) => `${"x".repeat(length)}${end}`);

/** Characters of the longest text that is looked up in a map or a set meanwhile. */
async function longestKey(work: () => unknown): Promise<number> {
  let longest = 0;
  const restore = ([Map.prototype, Set.prototype] as object[]).flatMap((prototype) =>
    ["get", "set", "has", "add"].flatMap((name) => {
      const original = Reflect.get(prototype, name) as ((...given: unknown[]) => unknown) | undefined;
      if (original === undefined) return [];
      Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]) {
        if (typeof given[0] === "string") longest = Math.max(longest, given[0].length);
        return Reflect.apply(original, this, given);
      });
      return [() => Reflect.set(prototype, name, original)];
    }),
  );
  try {
    await work();
  } finally {
    for (const each of restore) each();
  }
  return longest;
}

describe("a text that is longer than V8 hashes", () => {
  it("is no key of a map: its digest is", () => {
    const [one = "", other = "", again = ""] = longTexts(longestHashed).map(keyOfText);
    expect(one).to.equal(again);
    expect(one).not.to.equal(other);
    expect(one.length).to.be.below(50);
    const [short = ""] = longTexts(longestHashed - 1);
    expect(keyOfText(short)).to.equal(short);
  });

  it("may be a resource or a scope, each of which is known again", async () => {
    const longest = await longestKey(() => {
      const written = name.writer();
      for (const text of longTexts(longestHashed)) written.push(text);
      const bytes = new ByteWriter();
      atOnce(written.write(bytes));
      const { values } = name.read(new ByteReader(bytes.written), longTexts(longestHashed).length);
      expect(values).to.have.length(2);
    });
    expect(longest).to.be.within(2, longestHashed);
  });

  const gauge = (more: Message, attributes: Message[] = []): Message => ({
    name: "m",
    gauge: { dataPoints: [{ timeUnixNano: "1000000", asDouble: 1, attributes }] },
    ...more,
  });
  const attribute = (key: string): Message => ({ key, value: { stringValue: "v" } });
  const translated = (resources: Message[]) =>
    atOnce(translate(atOnce(readMetrics(encodeMetrics({ resourceMetrics: resources }, "json"), "json")).records));

  it("may be a resource of metrics, each with its target_info", async () => {
    const resources = longTexts(longestHashed).map((text) => ({
      resource: {
        attributes: [
          { key: "service.name", value: { stringValue: "s" } },
          { key: "v", value: { stringValue: text } },
        ],
      },
      scopeMetrics: [{ metrics: [gauge({})] }],
    }));
    const longest = await longestKey(() => {
      // A sample of each, and two resources.
      expect(translated(resources).batch.sampleSeries).to.have.length(3 + 2);
    });
    expect(longest).to.be.within(2, longestHashed);
  });

  it("is no name of a metric, of a label or of a scope's attribute: the points are refused, and nothing else", async () => {
    const [name = "", other = ""] = longTexts(longestHashed);
    const longest = await longestKey(() => {
      const named = translated([{ scopeMetrics: [{ metrics: [gauge({ name }), gauge({ unit: name }), gauge({})] }] }]);
      expect(named.refused).to.have.length(2);
      expect(named.refused[0]).to.match(/name or unit of a metric is longer than 1024 characters/);
      expect(named.batch.sampleSeries).to.have.length(1);
      const long = [attribute(name), attribute(other)];
      for (const resource of [
        { scopeMetrics: [{ metrics: [gauge({}, long)] }] },
        { scopeMetrics: [{ scope: { attributes: long }, metrics: [gauge({})] }] },
      ]) {
        // The store refuses a name of this length, and hears no more of it.
        const { labels } = translated([resource]).batch;
        expect(labels.length).to.be.within(labelLimits.nameBytes, 3 * labelLimits.nameBytes);
      }
    });
    expect(longest).to.be.within(2, longestHashed);
  });

  it("may be a label set that a query compares with others", async () => {
    const store = new ModelStore();
    const batch = new MetricBatchBuilder();
    const at = 1_795_255_200_000;
    for (const [index, long] of longTexts(labelLimits.valueBytes - 1)
      .slice(0, 2)
      .entries()) {
      const series = batch.series([
        ["__name__", `m${index}`],
        ["a", long],
        ["b", long],
      ]);
      batch.sample(series, at, index);
    }
    await store.append(tenant, batch.build());
    const options = { source: new TenantSource(store, tenant), signal: new AbortController().signal };
    for (const text of [
      "m0 or m1",
      "sum without (c) ({a!=''})",
      "sum by (a, b) ({a!=''})",
      "m0 - on (a, b) m0",
      "-{a!=''}",
    ]) {
      const longest = await longestKey(() => evaluateAt(parseQuery(text), at, { ...options, text }));
      expect(longest, text).to.be.within(2, longestHashed);
    }
  });
});
