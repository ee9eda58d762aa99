/** What Prometheus and this server are given alike: an hour of samples, exemplars and native histograms, the same each time. */
import { staleMarker } from "#src/apis/observability/metrics/store.ts";
import type { SeriesMessage } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { bitsOf, type Sample, type Series } from "#test/support/prometheus.ts";

const stale = (BigInt(staleMarker.high) << 32n) | BigInt(staleMarker.low);

/** The same numbers each time (mulberry32), so that a difference can be looked for. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides;
  };
}

export const t0 = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
const odd = [0, -0, 0.1, 1e21, 1e-7, -2.5e-9, 123_456_789.5, Number.NaN, Number.POSITIVE_INFINITY, -1 / 3];

/** An hour of samples: regular ones, ones with gaps, series that end with a marker and go on, and odd values. */
export function someSeries(): Series[] {
  const roll = dice(1);
  return ["up", "http_requests_total", "queue:length:sum"].flatMap((name, which) =>
    Array.from({ length: 14 }, (_, index) => {
      const samples: Sample[] = [];
      const everyMs = [15_000, 30_000, 60_000, 7_001][index % 4] as number;
      for (let timestamp = t0 + index * 13; timestamp < t0 + 3_500_000; timestamp += everyMs) {
        if (roll(10) < 1) timestamp += Math.floor(roll(10)) * 60_000;
        const ends = roll(40) < 1;
        const value = roll(5) < 1 ? (odd[Math.floor(roll(odd.length))] as number) : Math.round(roll(1e6)) / 8;
        samples.push({ timestamp, bits: ends ? stale : bitsOf(value) });
      }
      const labels = {
        __name__: name,
        job: ["api", "worker", "web front"][index % 3] as string,
        instance: `host-${index}:9100`,
        ...(index % 2 === 0 && { path: `/a/${which}/"${index}"` }),
        ...(index % 5 === 0 && { zone: "é😀" }),
      };
      return { labels, samples };
    }),
  );
}

/** Of every second series, at every tenth of its samples, with labels and values of all kinds. */
export function withExemplars(series: readonly Series[]): SeriesMessage[] {
  const comparable = odd.filter((value) => !Number.isNaN(value));
  return series
    .filter((_, index) => index % 2 === 0)
    .map(({ labels, samples }) => ({
      labels: Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
      exemplars: samples
        .filter((_, index) => index % 10 === 0)
        .map(({ timestamp }, index) => ({
          labels:
            index % 4 === 0 ? { user: 'é"😀' } : { trace_id: timestamp.toString(16).padStart(32, "0"), span_id: "a" },
          value: comparable[index % comparable.length] ?? 0,
          timestamp: timestamp + (index % 3),
        })),
    }));
}

/** Of what is written after the samples: Prometheus takes nothing that is an hour older than the newest, which may be 9 minutes late. */
const earliest = t0 + 600_000;

/** Native histograms that grow, of several schemas, with gaps between their buckets and in time. */
export function someHistograms(): SeriesMessage[] {
  const roll = dice(6);
  const spans = [
    { offset: -3, length: 2 },
    { offset: 2, length: 3 },
  ];
  const deltasOf = (counts: readonly number[]) => counts.map((count, index) => count - (counts[index - 1] ?? 0));
  return Array.from({ length: 8 }, (_, index) => {
    const positive = [0, 0, 0, 0, 0];
    const negative = [0, 0, 0, 0, 0];
    let [zero, sum] = [0, 0];
    const histograms: object[] = [];
    for (let timestamp = earliest + index * 17; timestamp < t0 + 2_900_000; timestamp += 30_000) {
      if (roll(12) < 1) timestamp += 420_000;
      for (const counts of index % 2 === 0 ? [positive, negative] : [positive])
        for (let more = roll(9); more > 1; more--) (counts[Math.floor(roll(5))] as number)++;
      zero += Math.floor(roll(2));
      sum += Math.round(roll(800)) / 8;
      const count = [...positive, ...negative].reduce((total, each) => total + each, zero);
      histograms.push({
        count_int: count,
        zero_count_int: zero,
        zero_threshold: 0.001,
        sum,
        schema: index - 4,
        positive_spans: spans,
        positive_deltas: deltasOf(positive),
        ...(index % 2 === 0 && { negative_spans: spans, negative_deltas: deltasOf(negative) }),
        timestamp,
      });
    }
    const job = ["api", "worker"][index % 2] as string;
    return { labels: { __name__: "latency_seconds", instance: `host-${index}:9100`, job }, histograms };
  });
}
