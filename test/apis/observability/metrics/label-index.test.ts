import { expect } from "chai";
import fc from "fast-check";
import { Bitmap } from "#src/apis/observability/metrics/label-index/bitmap.ts";
import { compareLabels, matchesAll } from "#src/apis/observability/metrics/labels.ts";
import type { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { SeriesIndexes } from "#src/apis/observability/metrics/series-indexes.ts";
import { slicedSort } from "#src/apis/observability/metrics/sliced-sort.ts";
import {
  type LabelMatcher,
  type Labels,
  ListTooLarge,
  type MetricReader,
  SelectionTooLarge,
} from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { testDatabase } from "#test/support/database.ts";
import { type LabelSet, metricBatch, metricStores } from "#test/support/metrics.ts";
import { runs } from "#test/support/runs.ts";
import { aTenant } from "#test/support/telemetry.ts";
import { matcher } from "./model-store.ts";

const now = Date.UTC(2026, 10, 20, 12);
const dayMs = 86_400_000;
const always = { fromMs: now - 40 * dayMs, toMs: now + dayMs };

describe("a set of numbers", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 199 }));
  const setOf = (list: readonly number[]) => {
    const set = new Bitmap(200);
    for (const number of list) set.add(number, 1);
    return set;
  };
  const rising = (list: Iterable<number>) => [...list].sort((a, b) => a - b);

  it("knows what was added to it, one by one or in runs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), numbers, (first, count, list) => {
        const set = setOf(list);
        expect(set.hasAny(first, count)).to.equal(list.some((number) => number >= first && number < first + count));
        set.add(first, count);
        const run = Array.from({ length: Math.min(count, 200 - first) }, (_, i) => first + i);
        expect([...set]).to.deep.equal(rising(new Set([...list, ...run])));
        expect(set.size).to.equal(new Set([...list, ...run]).size);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is joined, cut and reduced as sets are", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [both, less, either] = [setOf(a), setOf(a), setOf(a)];
        both.and(setOf(b));
        less.andNot(setOf(b));
        either.or(setOf(b));
        expect([...both]).to.deep.equal(rising(a.filter((number) => b.includes(number))));
        expect([...less]).to.deep.equal(rising(a.filter((number) => !b.includes(number))));
        expect([...either]).to.deep.equal(rising(new Set([...a, ...b])));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("sorting in slices", () => {
  it("sorts, and keeps the order of what is equal", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat())), (pairs) => {
        const byFirst = (a: readonly number[], b: readonly number[]) => (a[0] ?? 0) - (b[0] ?? 0);
        expect(atOnce(slicedSort(pairs, byFirst))).to.deep.equal(pairs.toSorted(byFirst));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("the label index", () => {
  const database = testDatabase();
  const { open, read, compact: compactWith } = metricStores(database, now);
  const compact = (tenant: Tenant) => compactWith(tenant, { worthIndexing: 500 });
  let store: PostgresMetricStore;
  before(() => {
    store = open();
  });

  /** A label that all have, one with few values, one that some lack, and one that is different nearly everywhere. */
  function labelsOf(index: number): LabelSet {
    return {
      __name__: `metric_${index % 40}`,
      ...(index % 3 === 0 ? {} : { job: ["api", "web", "\u{1F600}"][index % 7] ?? "worker" }),
      pod: `pod-${Math.floor(index / 2)}`,
      zone: index % 2 === 0 ? "a" : "b",
    };
  }

  async function write(tenant: Tenant, from: number, to: number): Promise<void> {
    const series = Array.from({ length: to - from }, (_, i) => [labelsOf(from + i), [now, from + i]] as const);
    await store.append(tenant, metricBatch(...series), { quotas: [] });
  }

  async function indexesOf({ projectId }: Tenant): Promise<number[]> {
    const { rows } = await database.pool.query<{ series: number }>(
      "SELECT series FROM metric_label_indexes WHERE project_id = $1 ORDER BY until",
      [projectId],
    );
    return rows.map(({ series }) => series);
  }

  /** Every way of asking, of three processes, the last with little memory: what passes the matchers among the first `count` series. */
  async function expectAll(tenant: Tenant, count: number): Promise<void> {
    const all = Array.from({ length: count }, (_, index): Labels => Object.entries(labelsOf(index)).flat()).sort(
      compareLabels,
    );
    const lists: (readonly LabelMatcher[])[] = [
      [matcher("__name__", "metric_3")],
      [matcher("__name__", /^metric_1.$/), matcher("job", "api")],
      [matcher("pod", /^pod-1.*7$/)],
      [matcher("zone", "a"), matcher("pod", /^pod-(12|345|6789)$/)],
      [matcher("zone", /./), matcher("job", "")],
      [matcher("zone", "b"), matcher("job", /^(web|)$/)],
      [matcher("job", "\u{1F600}")],
      [matcher("pod", "pod-99"), matcher("zone", "a")],
      [matcher("nothing", ""), matcher("__name__", "metric_0")],
      [matcher("nothing", "x")],
    ];
    for (const from of [store, open(), open({ unindexedBytes: 64_000 })]) {
      for (const matchers of lists) {
        const passing = all.filter((labels) => matchesAll(labels, matchers));
        const selected = await read(from, (reader) =>
          reader.select(tenant, { matchers, range: always, limits: { series: 10_000, samples: 100_000 } }),
        );
        expect(selected.map(({ labels }) => labels)).to.deep.equal(passing);
      }
      const selectors = lists.slice(0, 3);
      const either = all.filter((labels) => selectors.some((matchers) => matchesAll(labels, matchers)));
      const limited = { selectors, range: always, limit: 50 };
      expect(await read(from, (reader) => reader.series(tenant, limited))).to.deep.equal(either.slice(0, 50));
      const question = { selectors: [], range: always, limit: 10_000 };
      const pods = [...new Set(all.map((labels) => labels[labels.indexOf("pod") + 1] ?? ""))].sort();
      expect(await read(from, (reader) => reader.labelValues(tenant, "pod", question))).to.deep.equal(pods);
      expect(await read(from, (reader) => reader.labelNames(tenant, question))).to.deep.equal([
        "__name__",
        "job",
        "pod",
        "zone",
      ]);
      const past = { ...question, range: { fromMs: now + 30 * dayMs, toMs: now + 31 * dayMs } };
      expect(await read(from, (reader) => reader.labelValues(tenant, "pod", past))).to.deep.equal([]);
    }
  }

  it("finds the same as one who looks at every series, whether they are indexed or came since", async () => {
    const tenant = aTenant();
    await write(tenant, 0, 3_000);
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([3_000]);
    await expectAll(tenant, 3_000);
    await write(tenant, 3_000, 3_700);
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([3_000, 700]);
    await write(tenant, 3_700, 3_900);
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([3_000, 700]);
    await expectAll(tenant, 3_900);
    // Now as large as half of what is there.
    await write(tenant, 3_900, 5_000);
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([5_000]);
    await expectAll(tenant, 5_000);
  });

  it("is several when all labels together would be too many to be held, and finds the same", async () => {
    const tenant = aTenant();
    const indexBytes = 60_000;
    const compactSmall = (at: number) => compactWith(tenant, { now: at, worthIndexing: 100, indexBytes });
    for (let from = 0; from < 3_000; from += 300) await write(tenant, from, from + 300);
    await compactSmall(now);
    const made = await indexesOf(tenant);
    expect(made.length).to.be.within(3, 10);
    expect(made.reduce((sum, series) => sum + series, 0)).to.equal(3_000);
    await expectAll(tenant, 3_000);
    await write(tenant, 3_000, 3_050);
    await compactSmall(now + dayMs);
    expect(await indexesOf(tenant)).to.deep.equal(made);
    const { rows } = await database.pool.query(
      "SELECT sum(label_bytes)::int AS bytes FROM metric_label_indexes WHERE project_id = $1",
      [tenant.projectId],
    );
    const { rows: stored } = await database.pool.query(
      "SELECT sum(octet_length(labels))::int AS bytes FROM metric_series WHERE project_id = $1 AND registered <= 10",
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ bytes: stored[0].bytes }]);
    await expectAll(tenant, 3_050);
  });

  it("is made once when several workers make it, and another tenant sees nothing of it", async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    await write(tenant, 0, 1_000);
    await write(other, 1_000, 2_000);
    await Promise.all([compact(tenant), compact(tenant), compact(other)]);
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([1_000]);
    const pods = await read(store, (reader) =>
      reader.labelValues(other, "pod", { selectors: [], range: always, limit: 10_000 }),
    );
    expect(pods).to.have.length(500);
    expect(pods).to.include("pod-500");
    expect(pods).not.to.include("pod-499");
  });

  it("lists to the day, as samples came in and compacted, in pages and in memory", async () => {
    const tenant = aTenant();
    const at = (day: number) => now + day * dayMs;
    const writeAt = async (day: number, ...names: string[]) => {
      const series = names.map((name) => [{ __name__: name, [`of_${name}`]: "1" }, [at(day), day]] as const);
      await store.append(tenant, metricBatch(...series), { quotas: [] });
    };
    const expectDays = async (from: number, to: number, ...names: string[]) => {
      const range = { fromMs: at(from), toMs: at(to) };
      const ask = <T>(work: (reader: MetricReader) => Promise<T>) => read(store, work);
      for (const selectors of [
        [],
        [[matcher("__name__", /./)]],
        [[matcher("__name__", "a")], [matcher("of_b", "1")]],
      ]) {
        const question = { selectors, range, limit: 100 };
        expect(await ask((reader) => reader.labelValues(tenant, "__name__", question))).to.deep.equal(names);
        expect(await ask((reader) => reader.labelNames(tenant, question))).to.deep.equal(
          names.length === 0 ? [] : ["__name__", ...names.map((name) => `of_${name}`)],
        );
        const series = await ask((reader) => reader.series(tenant, question));
        expect(series.map((found) => found[1])).to.deep.equal(names);
      }
    };
    const expectAllDays = async () => {
      await expectDays(-9, -6);
      await expectDays(-9, -5, "a");
      await expectDays(-4, -4, "b");
      await expectDays(-5, -4, "a", "b");
      await expectDays(-3, -1);
      await expectDays(0, 0, "a");
      await expectDays(1, 30);
    };
    await writeAt(-5, "a");
    await writeAt(-4, "b");
    await writeAt(0, "a");
    await expectAllDays();
    await compact(tenant);
    await expectAllDays();
    await compactWith(tenant, { worthIndexing: 1 });
    expect(await indexesOf(tenant)).to.deep.equal([2]);
    await expectAllDays();
    // Known for days, and back today: by a block alone.
    await writeAt(0, "b");
    await expectDays(0, 0, "a", "b");
    await compact(tenant);
    await expectDays(0, 0, "a", "b");
  });

  it("refuses what matches more series than a query may have", async () => {
    const tenant = aTenant();
    await write(tenant, 0, 2_500);
    await compact(tenant);
    await write(tenant, 2_500, 2_600);
    const select = (matchers: readonly LabelMatcher[], series: number) =>
      read(store, (reader) => reader.select(tenant, { matchers, range: always, limits: { series, samples: 10_000 } }));
    for (const matchers of [[matcher("__name__", /./)], [matcher("zone", /./), matcher("pod", /^pod-/)]]) {
      const refusal = await select(matchers, 2_599).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(SelectionTooLarge);
      expect(refusal).to.include({ of: "series", limit: 2_599 });
      expect(await select(matchers, 2_600)).to.have.length(2_600);
    }
  });

  it("lists no more bytes of labels than a list may hold, indexed or not, and what is asked for less of", async () => {
    const tenant = aTenant();
    const from = open({ listBytes: 40_000 });
    const question = { selectors: [], range: always, limit: 10_000 };
    const selectors = [[matcher("zone", /./)]];
    const limits = { series: 10_000, samples: 10_000 };
    const refused = async (ask: (reader: MetricReader) => Promise<unknown>) => {
      const outcome = await read(from, ask).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(ListTooLarge);
      expect(outcome).to.include({
        message: "more than 40000 bytes of labels match: ask for less with matchers, start or limit",
      });
    };
    const ofOne = [matcher("pod", "pod-7")];
    const expectBounds = async () => {
      await refused((reader) => reader.labelValues(tenant, "pod", question));
      await refused((reader) => reader.labelValues(tenant, "pod", { ...question, selectors }));
      await refused((reader) => reader.series(tenant, question));
      await refused((reader) => reader.series(tenant, { ...question, selectors }));
      await refused((reader) => reader.select(tenant, { matchers: [], range: always, limits }));
      const first = ["pod-0", "pod-1", "pod-10"];
      for (const asked of [question, { ...question, selectors }]) {
        const few = { ...asked, limit: 3 };
        expect(await read(from, (reader) => reader.labelValues(tenant, "pod", few))).to.deep.equal(first);
        expect(await read(from, (reader) => reader.series(tenant, few))).to.have.length(3);
      }
      expect(await read(from, (reader) => reader.labelNames(tenant, question))).to.have.length(4);
      expect(
        await read(from, (reader) => reader.select(tenant, { matchers: ofOne, range: always, limits })),
      ).to.have.length(2);
    };
    await write(tenant, 0, 6_000);
    await expectBounds();
    await compact(tenant);
    expect(await indexesOf(tenant)).to.deep.equal([6_000]);
    await expectBounds();
  });

  it("refuses a list of names that takes too much memory", async () => {
    const tenant = aTenant();
    const long = Array.from({ length: 50 }, (_, i) => ({ __name__: "m", [`${"x".repeat(1_000)}${i}`]: "1" }));
    await store.append(tenant, metricBatch(...long.map((labels) => [labels, [now, 1]] as const)), { quotas: [] });
    const from = open({ listBytes: 40_000 });
    const ask = (limit: number) =>
      read(from, (reader) => reader.labelNames(tenant, { selectors: [], range: always, limit }));
    expect(await ask(100).catch((error: unknown) => error)).to.be.instanceOf(ListTooLarge);
    expect(await ask(2)).to.deep.equal(["__name__", `${"x".repeat(1_000)}0`]);
  });
});

describe("series that are in no label index", () => {
  const database = testDatabase();

  it("are held within a bound of memory, of a tenant alone and of all together, and all of them are seen", async () => {
    const maxBytes = 2_000_000;
    const indexes = new SeriesIndexes(maxBytes);
    const store = metricStores(database, now).open();
    for (let t = 0; t < 3; t++) {
      const tenant = aTenant();
      const long = Array.from({ length: 1_000 }, (_, i) => ({ __name__: "m", i: `${i}${"x".repeat(3_000)}` }));
      await store.append(tenant, metricBatch(...long.map((labels) => [labels, [now, 1]] as const)), { quotas: [] });
      for (const _ of [1, 2]) {
        const parts: number[] = [];
        await database.queries.run("test", {}, async (connection) => {
          for await (const part of indexes.parts(connection, tenant, { epoch: 0, series: 1_000, indexes: [] })) {
            parts.push(part.length);
            expect(part.size).to.be.at.most(maxBytes / 2 + 10_000);
          }
        });
        expect(parts.length).to.be.greaterThan(10);
        expect(parts.reduce((sum, length) => sum + length, 0)).to.equal(1_000);
        expect(indexes.size).to.be.at.most(maxBytes + 10_000);
      }
    }
  });
});
