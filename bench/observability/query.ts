/**
 * Queries of metrics against Debian's Prometheus, which holds the same samples: one moment of 10,000 series, and six hours
 * of 1,000 series in steps of a minute. Both answer the same bytes but for the labels' order. Once as the samples came in,
 * and once after compaction.
 */
import { bitsOf, type Sample, startPrometheus, writeHeaders, writeRequest } from "#test/support/prometheus.ts";
import { median } from "../process.ts";
import { budget, table } from "../report.ts";
import { withDatabase } from "./database.ts";
import { compactAll } from "./metric-fill.ts";
import { newKey, startServer } from "./server.ts";

const instantSeries = 10_000;
const rangeSeries = 1_000;
const hours = 6;
const everyMs = 15_000;
const rounds = 9;
/** Series, and samples of each, that go into one request. */
const together = 250;
const window = 60;

interface Side {
  readonly name: string;
  readonly writeUrl: string;
  readonly queryUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function benchQuery(): Promise<void> {
  return withDatabase(async (bench) => {
    const server = await startServer(bench);
    const prometheus = await startPrometheus(bench.folder);
    const accord: Side = {
      name: "Accord",
      writeUrl: `${server.baseUrl}/api/v1/prom/write`,
      queryUrl: `${server.baseUrl}/api/v1/prom/api/v1`,
      headers: { "x-api-key": await newKey(bench) },
    };
    const other: Side = {
      name: "Prometheus",
      writeUrl: `${prometheus.url}/api/v1/write`,
      queryUrl: `${prometheus.url}/api/v1`,
      headers: {},
    };
    const end = Math.floor(Date.now() / everyMs) * everyMs;
    try {
      await fill([accord, other], end);
      await compare(accord, other, end, "as it came in");
      await compactAll(bench);
      await compare(accord, other, end, "compacted");
    } finally {
      await prometheus.stop();
      await server.stop();
    }
  });
}

async function fill(sides: readonly Side[], end: number): Promise<void> {
  const write = async (name: string, from: number, to: number, samplesOf: (index: number) => Sample[]) => {
    const series = Array.from({ length: to - from }, (_, at) => {
      const index = from + at;
      const labels = {
        __name__: name,
        job: `job-${index % 20}`,
        instance: `host-${index}:9100`,
        zone: `z${index % 3}`,
      };
      return { labels, samples: samplesOf(index) };
    });
    const body = await writeRequest(series);
    for (const { name: side, writeUrl, headers } of sides) {
      const answer = await fetch(writeUrl, { method: "POST", headers: { ...writeHeaders, ...headers }, body });
      if (!answer.ok) throw new Error(`${side} answered ${answer.status}: ${await answer.text()}`);
    }
  };
  // Prometheus takes nothing that is an hour older than the newest: all series grow together.
  const moments = (hours * 3_600_000) / everyMs;
  for (let first = 0; first < moments; first += window)
    for (let from = 0; from < rangeSeries; from += together)
      await write("bench_range", from, from + together, (index) =>
        Array.from({ length: window }, (_, at) => ({
          timestamp: end - (moments - 1 - first - at) * everyMs,
          bits: bitsOf(Math.round(1e6 * Math.sin((first + at) / 50 + index)) / 1e3),
        })),
      );
  for (let from = 0; from < instantSeries; from += 2_000)
    await write("bench_instant", from, from + 2_000, (index) => [{ timestamp: end, bits: bitsOf(index / 8) }]);
}

async function compare(accord: Side, other: Side, end: number, state: string): Promise<void> {
  const [start, stop] = [(end - hours * 3_600_000) / 1_000, end / 1_000];
  const questions = [
    ["one moment of 10,000 series", `query?query=bench_instant&time=${stop}`],
    ["six hours of 1,000 series", `query_range?query=bench_range&start=${start}&end=${stop}&step=60`],
  ] as const;
  const rows: string[][] = [];
  const ratios: [string, number][] = [];
  for (const [name, path] of questions) {
    const times: [number[], number[]] = [[], []];
    let size = 0;
    for (let round = 0; round <= rounds; round++)
      for (const [which, side] of [accord, other].entries()) {
        const begun = performance.now();
        const answer = await fetch(`${side.queryUrl}/${path}`, { headers: side.headers });
        const { byteLength } = await answer.arrayBuffer();
        const took = performance.now() - begun;
        if (!answer.ok) throw new Error(`${side.name} answered ${answer.status}`);
        // The first finds nothing in memory.
        if (round > 0) times[which]?.push(took);
        size = byteLength;
      }
    const [ours, theirs] = times.map(median) as [number, number];
    rows.push([name, `${ours.toFixed(0)} ms`, `${theirs.toFixed(0)} ms`, `${(size / 1e6).toFixed(1)} MB`]);
    ratios.push([name, theirs / ours]);
  }
  table([`queries, ${state}`, "Accord", "Prometheus", "answer"], rows);
  for (const [name, ratio] of ratios) budget(`${name}, Prometheus' time to ours`, ratio, 0.67);
}
