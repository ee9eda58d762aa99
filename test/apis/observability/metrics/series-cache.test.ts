import { expect } from "chai";
import { type KeyedHash, keyedHash } from "#src/apis/observability/metrics/keyed-hash.ts";
import { KnownSeriesByTenant } from "#src/apis/observability/metrics/known-series.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { labelMemory, mostProbes, SeriesCache } from "#src/apis/observability/metrics/series-cache.ts";
import { aTenant } from "#test/support/telemetry.ts";

const labelsOf = (series: number) => labelMemory(encodeLabels(["__name__", "m", "i", String(series)]));

function add(cache: SeriesCache, series: number): void {
  const labels = labelsOf(series);
  cache.add(labels, 0, labels.bytes.length, series, true);
}

function idOf(cache: SeriesCache, series: number): number | undefined {
  const labels = labelsOf(series);
  return cache.ids[cache.find(labels, 0, labels.bytes.length)];
}

/** Digests differ, and all want the same place. */
const sameFirstWord: KeyedHash = (view, start, end, key, digest) => {
  keyedHash(view, start, end, key, digest);
  digest[0] = 7;
};

describe("what is remembered of series", () => {
  it("is found again among many, and nothing else is", () => {
    const cache = new SeriesCache();
    for (let series = 0; series < 20_000; series++) add(cache, series);
    for (let series = 0; series < 20_000; series++) expect(idOf(cache, series)).to.equal(series);
    for (let series = 20_000; series < 40_000; series++) expect(idOf(cache, series)).to.equal(undefined);
  });

  it("takes as much memory for long labels as for short ones", () => {
    const [short, long] = [new SeriesCache(), new SeriesCache()];
    for (let series = 0; series < 2_000; series++) {
      add(short, series);
      const labels = labelMemory(encodeLabels(["__name__", "m", "i", `${series}${"x".repeat(16_000)}`]));
      long.add(labels, 0, labels.bytes.length, series, true);
    }
    expect(long.size).to.equal(short.size);
  });

  it("looks at few places for each series, also when all want the same", () => {
    const cache = new SeriesCache(sameFirstWord);
    const before = process.cpuUsage();
    for (let series = 0; series < 60_000; series++) {
      idOf(cache, series);
      add(cache, series);
    }
    // Without an end to the search, there were 1.8 billion places to look at.
    expect(process.cpuUsage(before).user / 1e6).to.be.lessThan(2);
    for (let series = 0; series < mostProbes; series++) expect(idOf(cache, series)).to.equal(series);
    expect(idOf(cache, 59_999)).to.equal(undefined);
  });

  it("stays within a bound of memory for all tenants together, and for one that is alone", () => {
    const maxBytes = 1024 * 1024;
    const known = new KnownSeriesByTenant({ maxBytes });
    const database = { epoch: 0, nextBlock: 1 };
    const tenants = Array.from({ length: 5 }, () => aTenant());
    for (const tenant of tenants) {
      const { cache } = known.get(tenant, database, 0);
      for (let series = 0; series < 5_000; series++) add(cache, series);
      known.weigh(tenant);
      expect(known.size).to.be.at.most(maxBytes);
      expect(known.guess(tenant)?.cache).to.equal(cache);
    }
    const [lone = aTenant()] = tenants;
    const { cache, metadata } = known.get(lone, database, 0);
    for (let series = 0; series < 50_000; series++) add(cache, series);
    known.weigh(lone);
    expect(known.size).to.be.at.most(maxBytes);
    expect(known.guess(lone)).to.equal(undefined);
    for (let metric = 0; metric < 20_000; metric++)
      metadata.set(`m${metric}`, { type: "gauge", help: "x".repeat(4_096), unit: "" });
    expect(metadata.calculatedSize).to.be.at.most(4 * 1024 * 1024);
  });
});
