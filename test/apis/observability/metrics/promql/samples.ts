/** Series of every kind, made from a seed: counters with resets, gauges with gaps and NaN, classic and native histograms. */
import { compareLabels } from "#src/apis/observability/metrics/labels.ts";
import type { Random } from "#test/fuzz/random.ts";
import { bitsOf, type HistogramMessage, type Series } from "#test/support/prometheus.ts";

export const seconds = 2_400;
const every = 15_000;
const staleMarker = 0x7ff0000000000002n;

/** `start` in ms since the epoch; samples of 40 minutes. */
export function someSeries(random: Random, start: number): Series[] {
  const all: Series[] = [];
  const moments = () =>
    Array.from({ length: (seconds * 1_000) / every }, (_, at) => start + at * every + random.below(40));
  const add = (labels: Readonly<Record<string, string>>, valueAt: (at: number) => number | null | "stale") => {
    const samples = moments().flatMap((timestamp, at) => {
      const value = valueAt(at);
      return value === null ? [] : [{ timestamp, bits: value === "stale" ? staleMarker : bitsOf(value) }];
    });
    all.push({ labels, samples });
  };
  const counter = () => {
    let value = random.below(50);
    return () => {
      value = random.chance(0.02) ? random.below(4_096) / 65_536 : value + random.below(200_000) / 40_007;
      return random.chance(0.03) ? null : value;
    };
  };
  for (const job of ["api", "web", "db"]) {
    for (const instance of ["i-0", "i-1", "i-2"]) {
      const where = { instance, job };
      for (const code of ["200", "500"]) add({ __name__: "requests_total", code, ...where }, counter());
      if (instance !== "i-2") add({ __name__: "errors_total", ...where }, counter());
      const zone = instance === "i-0" ? "north" : "south";
      const half = (seconds * 500) / every;
      // A new version begins while the old one is still looked back at.
      for (const version of instance === "i-1" ? ["1", "2"] : ["1"])
        add({ __name__: "target_info", ...where, version, zone }, (at) =>
          (version === "1") === at < half || instance !== "i-1" ? 1 : null,
        );
      add({ __name__: "temperature", ...where }, () => {
        if (random.chance(0.02))
          return random.pick([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]);
        return random.chance(0.1) ? null : (random.below(4_000_000) - 1_000_000) / 64_007;
      });
      let isUp = true;
      add({ __name__: "up", ...where }, () => {
        if (random.chance(0.04)) isUp = !isUp;
        return isUp ? 1 : random.pick([0, "stale", "stale"] as const);
      });
    }
    add({ __name__: "limits", job }, () => 10 * (1 + (job.length % 3)));
    add({ __name__: "build_info", job, version: `1.${job.length}` }, () => 1);
    addClassic(random, job, add);
    all.push({
      labels: { __name__: "duration_seconds", job },
      samples: [],
      histograms: exponential(random, moments()),
    });
    all.push({ labels: { __name__: "sizes_bytes", job }, samples: [], histograms: custom(random, moments()) });
  }
  // A Prometheus that has restarted reads them in the order of their labels, which is ours.
  return all.sort((a, b) => compareLabels(pairs(a), pairs(b)));
}

const pairs = ({ labels }: Series) =>
  Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat();

type Add = (labels: Readonly<Record<string, string>>, valueAt: (at: number) => number | null | "stale") => void;

function addClassic(random: Random, job: string, add: Add): void {
  const bounds = ["0.1", "0.25", "0.5", "1", "2.5", "+Inf"];
  const steps = (seconds * 1_000) / every;
  const counts = bounds.map(() => new Array<number>(steps).fill(0));
  let total = bounds.map(() => 0);
  for (let at = 0; at < steps; at++) {
    if (random.chance(0.01)) total = bounds.map(() => 0);
    const more = bounds.map(() => random.below(6));
    let sum = 0;
    total = total.map((count, index) => {
      sum += more[index] ?? 0;
      return count + sum;
    });
    for (const [index, count] of total.entries()) (counts[index] as number[])[at] = count;
  }
  for (const [index, le] of bounds.entries())
    add({ __name__: "latency_seconds_bucket", job, le }, (at) => counts[index]?.[at] ?? 0);
  add({ __name__: "latency_seconds_count", job }, (at) => counts.at(-1)?.[at] ?? 0);
  add({ __name__: "latency_seconds_sum", job }, (at) => (counts.at(-1)?.[at] ?? 0) * 0.375);
}

function exponential(random: Random, moments: readonly number[]): HistogramMessage[] {
  let counts = [0, 0, 0, 0];
  let [zero, negative] = [0, 0];
  const schema = random.pick([0, 1, 3]);
  return moments.map((timestamp) => {
    if (random.chance(0.02)) {
      counts = [0, 0, 0, 0];
      zero = negative = 0;
    }
    counts = counts.map((count) => count + random.below(5));
    zero += random.below(2);
    negative += random.below(3);
    const total = counts.reduce((sum, count) => sum + count, zero + negative);
    return {
      ...{ timestamp, count: total, sum: total * 0.75, schema, zeroThreshold: 0.001, zeroCount: zero },
      positiveSpans: [
        { offset: -1, length: 2 },
        { offset: 1, length: 2 },
      ],
      positiveCounts: counts,
      negativeSpans: [{ offset: 0, length: 1 }],
      negativeCounts: [negative],
      customValues: [],
    };
  });
}

function custom(random: Random, moments: readonly number[]): HistogramMessage[] {
  let counts = [0, 0, 0, 0];
  return moments.map((timestamp) => {
    if (random.chance(0.02)) counts = [0, 0, 0, 0];
    counts = counts.map((count) => count + random.below(5));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return {
      ...{ timestamp, count: total, sum: total * 300, schema: -53, zeroThreshold: 0, zeroCount: 0 },
      ...{ positiveSpans: [{ offset: 0, length: 4 }], positiveCounts: counts, negativeSpans: [], negativeCounts: [] },
      customValues: [64, 512, 4_096],
    };
  });
}
