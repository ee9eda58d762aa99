/**
 * PromQL against Prometheus 3, which holds the same samples: rates, quantiles, a week, the largest of many, a join. Then what
 * ingest feels of such queries, and what memory one takes that asks for everything. PROMETHEUS3 is the program.
 */
import { join } from "node:path";
import {
  bitsOf,
  prometheus3,
  type Sample,
  startPrometheus,
  writeHeaders,
  writeRequest,
} from "#test/support/prometheus.ts";
import { apart } from "../apart.ts";
import { median, residentBytes } from "../process.ts";
import { budget, table } from "../report.ts";
import { withDatabase } from "./database.ts";
import { compactAll } from "./metric-fill.ts";
import { newKey, startServer } from "./server.ts";
import type { SteadyPlan, SteadyResult } from "./steady-writes.ts";

const rounds = 7;
const everyMs = 15_000;
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const weekEveryMs = 60_000;
/** Samples that go into one request, roughly. */
const together = 20_000;
/** Of ingest, each with queries and without, in turns. */
const loadRounds = 3;
const requests = 300;

interface Side {
  readonly name: string;
  readonly writeUrl: string;
  readonly queryUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Question {
  readonly name: string;
  readonly query: string;
  readonly start: number;
  readonly step: number;
}

type Labels = Readonly<Record<string, string>>;

export function benchPromql(): Promise<void> {
  return withDatabase(async (bench) => {
    const server = await startServer(bench);
    const prometheus = await startPrometheus(bench.folder, undefined, { program: prometheus3() });
    const accord: Side = {
      name: "Accord",
      writeUrl: `${server.baseUrl}/api/v1/prom/write`,
      queryUrl: `${server.baseUrl}/api/v1/prom/api/v1`,
      headers: { "x-api-key": await newKey(bench) },
    };
    const other: Side = {
      name: "Prometheus 3",
      writeUrl: `${prometheus.url}/api/v1/write`,
      queryUrl: `${prometheus.url}/api/v1`,
      headers: {},
    };
    const end = Math.floor(Date.now() / weekEveryMs) * weekEveryMs - 60_000;
    try {
      await fill([accord, other], end);
      await compare(accord, other, questionsUntil(end), end, "as it came in");
      await compactAll(bench);
      await compare(accord, other, questionsUntil(end), end, "compacted");
      await prometheus.stop();
      await ingestMeanwhile(accord, questionsUntil(end), end);
      await everything(accord, end, server.pid);
    } finally {
      await prometheus.stop();
      await server.stop();
    }
  });
}

/** The last hour of each, in steps of a minute, but for the week. */
function questionsUntil(end: number): Question[] {
  const start = (end - hourMs) / 1_000;
  const hour = (name: string, query: string) => ({ name, query, start, step: 60 });
  const quantile = "histogram_quantile(0.99, sum by (instance, le) (rate(bench_latency_bucket[5m])))";
  return [
    hour("sum by (rate), 1,000 series", 'sum by (job) (rate(bench_requests_total{part="0"}[5m]))'),
    hour("sum by (rate), 10,000 series", "sum by (job) (rate(bench_requests_total[5m]))"),
    hour("histogram_quantile, 100 × 12 buckets", quantile),
    {
      name: "seven days at 250 steps, 50 series",
      query: "sum by (job) (rate(bench_week_total[1h]))",
      start: (end - weekMs + hourMs) / 1_000,
      step: Math.floor((weekMs - hourMs) / 250_000),
    },
    hour("topk of 10,000", "topk(10, bench_requests_total)"),
    hour("10,000 joined with 100", "sum by (team) (bench_requests_total * on (instance) group_left (team) bench_info)"),
  ];
}

async function fill(sides: readonly Side[], end: number): Promise<void> {
  const hosts = Array.from({ length: 100 }, (_, index) => `host-${index}:9100`);
  const write = async (
    series: readonly Labels[],
    times: readonly number[],
    numberAt: (index: number, at: number) => number,
  ) => {
    const atATime = Math.max(1, Math.floor(together / times.length));
    for (let from = 0; from < series.length; from += atATime) {
      const part = series.slice(from, from + atATime).map((labels, at) => ({
        labels,
        samples: times.map((timestamp): Sample => ({ timestamp, bits: bitsOf(numberAt(from + at, timestamp)) })),
      }));
      const body = await writeRequest(part);
      for (const { name, writeUrl, headers } of sides) {
        const answer = await fetch(writeUrl, { method: "POST", headers: { ...writeHeaders, ...headers }, body });
        if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      }
    }
  };
  const times = (from: number, to: number, every: number) =>
    Array.from({ length: Math.floor((to - from) / every) }, (_, at) => from + (at + 1) * every);
  const counted = (index: number, at: number) => Math.floor(((at / 1_000) % 1e6) * (1 + (index % 7)) + index);
  const weekly = hosts
    .slice(0, 50)
    .map((instance, at) => ({ __name__: "bench_week_total", instance, job: `job-${at % 5}` }));
  const asked = Array.from({ length: 10_000 }, (_, at) => ({
    __name__: "bench_requests_total",
    instance: hosts[at % 100] ?? "",
    job: `job-${at % 20}`,
    handler: `/api/v1/resource/${Math.floor(at / 100)}`,
    part: String(Math.floor(at / 1_000)),
  }));
  const bounds = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"];
  const buckets = hosts.flatMap((instance) => bounds.map((le) => ({ __name__: "bench_latency_bucket", instance, le })));
  const infos = hosts.map((instance, at) => ({ __name__: "bench_info", instance, team: `team-${at % 8}` }));
  // Prometheus takes nothing that is an hour older than the newest: all grow together, half an hour at a time.
  const begin = end - hourMs - 600_000;
  for (let from = end - weekMs; from < begin; from += hourMs / 2)
    await write(weekly, times(from, Math.min(from + hourMs / 2, begin), weekEveryMs), counted);
  for (let from = begin; from < end; from += 600_000) {
    const until = Math.min(from + 600_000, end);
    await write(weekly, times(from, until, weekEveryMs), counted);
    await write(asked, times(from, until, everyMs), counted);
    await write(buckets, times(from, until, everyMs), (index, at) =>
      Math.floor(((at / 1_000) % 1e6) * (1 + (index % 12))),
    );
    await write(infos, times(from, until, everyMs), () => 1);
  }
}

async function ask({ name, queryUrl, headers }: Side, { query, start, step }: Question, end: number): Promise<string> {
  const body = new URLSearchParams({ query, start: String(start), end: String(end / 1_000), step: String(step) });
  const answer = await fetch(`${queryUrl}/query_range`, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
  return text;
}

async function compare(
  accord: Side,
  other: Side,
  questions: readonly Question[],
  end: number,
  state: string,
): Promise<void> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const question of questions) {
    const times: [number[], number[]] = [[], []];
    const counts = [0, 0];
    // The first finds nothing in memory.
    for (let round = 0; round <= rounds; round++)
      for (const [which, side] of [accord, other].entries()) {
        const begun = performance.now();
        const text = await ask(side, question, end);
        if (round > 0) times[which]?.push(performance.now() - begun);
        else counts[which] = text.split('"metric"').length;
      }
    if (counts[0] !== counts[1]) throw new Error(`${question.name}: ${counts.join(" and ")} series`);
    const [ours, theirs] = times.map(median) as [number, number];
    ratios.push(ours / theirs);
    const ratio = (ours / theirs).toFixed(2);
    rows.push([question.name, `${ours.toFixed(0)} ms`, `${theirs.toFixed(0)} ms`, ratio]);
  }
  table([`PromQL, ${state}`, "Accord", "Prometheus 3", "ratio"], rows);
  budget("median of these, Prometheus' time to ours", 1 / median(ratios), 1);
  budget("the slowest of these, Prometheus' time to ours", 1 / Math.max(...ratios), 0.5);
}

async function ingestMeanwhile(accord: Side, questions: readonly Question[], end: number): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  let asked = 0;
  for (let round = 0; round <= loadRounds; round++) {
    const plan = { url: accord.writeUrl, headers: accord.headers, requests, everyMs: 50 };
    const first = await steady({ ...plan, from: end - (4 * round + 8) * requests * everyMs });
    let isOver = false;
    const asking = (async () => {
      while (!isOver)
        for (const question of questions) {
          await ask(accord, question, end);
          asked++;
          if (isOver) return;
        }
    })();
    const second = await steady({ ...plan, from: end - (4 * round + 6) * requests * everyMs });
    isOver = true;
    await asking;
    // The first registers the series.
    if (round === 0) continue;
    alone.push(...first);
    beside.push(...second);
  }
  const at = (latencies: readonly number[], share: number) =>
    latencies.toSorted((a, b) => a - b)[Math.floor(share * latencies.length)] ?? 0;
  const row = (name: string, latencies: readonly number[]) => [
    name,
    ...[0.5, 0.9, 0.99].map((share) => `${at(latencies, share).toFixed(1)} ms`),
  ];
  table(
    ["40,000 samples a second written", "median", "p90", "p99"],
    [row("alone", alone), row(`while ${asked} queries ran`, beside)],
  );
  budget("ingest's p99, without queries to with them", at(alone, 0.99) / at(beside, 0.99), 1 / 1.2);
}

async function steady(plan: SteadyPlan): Promise<readonly number[]> {
  const script = join(import.meta.dirname, "steady-writes.ts");
  const { latencies, refused } = await apart<SteadyResult>(script, plan, () => {});
  if (refused > 0) throw new Error(`${refused} writes were refused`);
  return latencies;
}

/** What is stopped by its budget. */
async function everything(accord: Side, end: number, pid: number): Promise<void> {
  const query = '{__name__=~"bench.+"}[7d]';
  const before = residentBytes(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 20);
  const after: number[] = [];
  for (let round = 0; round < 10; round++) {
    const body = new URLSearchParams({ query, time: String(end / 1_000) });
    const answer = await fetch(`${accord.queryUrl}/query`, { method: "POST", headers: accord.headers, body });
    const text = await answer.text();
    if (answer.status !== 422) throw new Error(`answered ${answer.status}: ${text.slice(0, 200)}`);
    after.push(residentBytes(pid));
  }
  clearInterval(watch);
  const shown = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  table(
    ["a query for everything, ten times", "before", "after the third", "after the last", "at most"],
    [["resident", shown(before), shown(after[2] ?? 0), shown(after.at(-1) ?? 0), shown(most)]],
  );
}
