/**
 * How the cost of metrics grows: with the samples that are stored, from 10⁵ to 10⁸ of 10,000 series, and with the series, from 10³
 * to 10⁶. What is written comes in through the store's own append and its compaction; queries go over HTTP. Filling takes long, so
 * with ACCORD_BENCH_FOLDER the database stays there, and a run that has lasted ACCORD_BENCH_SECONDS goes on with the next one.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "#src/apis/observability/records.ts";
import type { Environment } from "#src/identity/environment.ts";
import { type Panel, plot } from "../plot.ts";
import { median, residentBytes } from "../process.ts";
import { table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { type FillCost, Filler, intervalMs } from "./metric-fill.ts";
import { newKey, startServer } from "./server.ts";

const sampleStages = [1e5, 1e6, 1e7, 1e8];
const seriesOfSamples = 10_000;
const seriesStages = [1e3, 1e4, 1e5, 1e6];
/** Samples of each series, when series are counted: the first registers it. */
const scrapesOfSeries = 5;
const rounds = 9;

/** What is kept between two runs. */
interface Progress {
  readonly from: number;
  readonly keys: Record<string, string>;
  readonly scrapes: Record<string, number>;
  readonly costs: Record<string, FillCost>;
  readonly measured: Record<string, Measured>;
}

/** CPU in µs a sample, bytes a sample, the rest in ms. */
interface Measured {
  readonly write: number;
  readonly compaction: number;
  readonly payload: number;
  readonly files: number;
  readonly first: number;
  readonly instant: number;
  readonly range: number;
  readonly values: number;
  readonly refused: number;
  /** Of the server, after all of that. */
  readonly megabytes: number;
}

export function benchMetricGrowth(): Promise<void> {
  const folder = process.env.ACCORD_BENCH_FOLDER;
  const until = performance.now() + 1000 * Number(process.env.ACCORD_BENCH_SECONDS ?? Number.POSITIVE_INFINITY);
  return withDatabase(async (bench) => {
    const state = join(bench.folder, "metric-growth.json");
    const progress: Progress = existsSync(state)
      ? JSON.parse(readFileSync(state, "utf8"))
      : {
          from: Date.now() - ((sampleStages.at(-1) ?? 0) / seriesOfSamples) * intervalMs,
          keys: {},
          scrapes: {},
          costs: {},
          measured: {},
        };
    const save = () => writeFileSync(state, JSON.stringify(progress));
    const isOver = () => performance.now() > until;
    for (const series of seriesStages) {
      if (isOver()) break;
      const growing = new Growing(bench, progress, `series ${series}`, series, save, isOver);
      await growing.to(scrapesOfSeries, `series ${series}`);
    }
    const growing = new Growing(bench, progress, "samples", seriesOfSamples, save, isOver);
    for (const samples of sampleStages) {
      if (!isOver()) await growing.to(samples / seriesOfSamples, `samples ${samples}`);
    }
    show(progress.measured);
    if (isOver()) console.log("Not done yet: run it again.");
  }, folder);
}

/** One tenant that gets more and more samples. */
class Growing {
  readonly #bench: BenchDatabase;
  readonly #progress: Progress;
  readonly #name: string;
  readonly #series: number;
  readonly #save: () => void;
  readonly #isOver: () => boolean;
  #filler: Filler | undefined;

  constructor(
    bench: BenchDatabase,
    progress: Progress,
    name: string,
    series: number,
    save: () => void,
    isOver: () => boolean,
  ) {
    this.#bench = bench;
    this.#progress = progress;
    this.#name = name;
    this.#series = series;
    this.#save = save;
    this.#isOver = isOver;
  }

  /** Fills up to so many scrapes, as far as the time allows, and then measures once. */
  async to(scrapes: number, stage: string): Promise<void> {
    const { measured, costs, scrapes: done, keys } = this.#progress;
    if (measured[stage] !== undefined) return;
    keys[this.#name] ??= await newKey(this.#bench);
    keys.nobody ??= await newKey(this.#bench);
    const [key, warming] = [keys[this.#name] ?? "", keys.nobody];
    const tenant = await tenantOf(this.#bench, key);
    const { from } = this.#progress;
    this.#filler ??= new Filler(this.#bench, tenant, this.#series, from, done[this.#name] ?? 0);
    costs[stage] ??= { samples: 0, write: 0, compaction: 0 };
    const cost = costs[stage];
    while (this.#filler.scrape < scrapes) {
      await this.#filler.scrapes(Math.min(100, scrapes - this.#filler.scrape), cost);
      done[this.#name] = this.#filler.scrape;
      if (!this.#isOver()) continue;
      this.#save();
      return;
    }
    await this.#filler.compact(cost);
    const end = from + (scrapes - 1) * intervalMs;
    const samples = scrapes * this.#series;
    measured[stage] = {
      write: (cost.write * 1e6) / cost.samples,
      compaction: (cost.compaction * 1e6) / cost.samples,
      ...(await sizes(this.#bench, tenant, samples)),
      ...(await queries(this.#bench, key, warming, end)),
    };
    this.#save();
    console.log(stage, JSON.stringify(measured[stage]));
  }
}

async function tenantOf({ owner }: BenchDatabase, key: string): Promise<Tenant> {
  const { rows } = await owner.pool.query<{ project_id: string; environment: Environment }>(
    "SELECT project_id, environment FROM api_keys WHERE id = $1",
    [key.split(":")[0]],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the key is not there");
  return { projectId: row.project_id, environment: row.environment };
}

/** Bytes a sample: of what is stored, and of the files that hold it, after autovacuum has come by. */
async function sizes({ owner: { pool } }: BenchDatabase, tenant: Tenant, samples: number) {
  await pool.query("VACUUM metric_segments_fresh, metric_blocks");
  const { rows } = await pool.query<{ items: string; payload: string; files: string }>(
    `SELECT sum(items) AS items, sum(length(payload)) AS payload,
       (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'metric_segments'::regclass)
         + pg_total_relation_size('metric_blocks') AS files
     FROM metric_segments WHERE project_id = $1`,
    [tenant.projectId],
  );
  if (Number(rows[0]?.items) !== samples) throw new Error(`${rows[0]?.items} of ${samples} samples are there`);
  const { rows: all } = await pool.query<{ items: string }>("SELECT sum(items) AS items FROM metric_segments");
  return { payload: Number(rows[0]?.payload) / samples, files: Number(rows[0]?.files) / Number(all[0]?.items) };
}

/** `warming` is a key of a tenant that has nothing. */
async function queries(bench: BenchDatabase, key: string, warming: string, endMs: number) {
  const server = await startServer(bench);
  const ask = async (path: string, wanted = 200, by = key): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/v1/prom/${path}`, { headers: { "x-api-key": by } });
    const text = await answer.text();
    const took = performance.now() - begun;
    if (answer.status !== wanted) throw new Error(`${path}: ${answer.status}: ${text.slice(0, 200)}`);
    return took;
  };
  const often = async (path: string, wanted?: number) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await ask(path, wanted));
    return median(times);
  };
  const end = endMs / 1000;
  // The server's first requests pay for what is loaded with them.
  for (let round = 0; round < 20; round++) await ask("query?query=nothing", 200, warming);
  const first = await ask(`query?query=bench_metric_3_total&time=${end}`);
  const instant = await often(`query?query=bench_metric_3_total&time=${end}`);
  const range = await often(`query_range?query=bench_metric_3_total&start=${end - 21_600}&end=${end}&step=60`);
  const values = await often("label/region/values");
  const everything = `query?query=${encodeURIComponent('{__name__=~".+"}')}&time=${end}`;
  const refused = await often(everything, (await tenantSeries(bench, key)) > 50_000 ? 422 : 200);
  const megabytes = residentBytes(server.pid) / 1e6;
  await server.stop();
  return { first, instant, range, values, refused, megabytes };
}

async function tenantSeries({ owner }: BenchDatabase, key: string): Promise<number> {
  const { projectId } = await tenantOf({ owner } as BenchDatabase, key);
  const { rows } = await owner.pool.query<{ series: string }>(
    "SELECT series FROM metric_registries WHERE project_id = $1",
    [projectId],
  );
  return Number(rows[0]?.series);
}

/** Prints what was measured, and draws it (docs/metric-growth.svg). */
function show(measured: Readonly<Record<string, Measured>>): void {
  const of = (kind: string, stages: readonly number[]) =>
    stages.flatMap((stage) => {
      const at = measured[`${kind} ${stage}`];
      return at === undefined ? [] : [[stage, at] as const];
    });
  const head = [
    "write µs",
    "compaction µs",
    "B live",
    "B in files",
    "first ms",
    "instant ms",
    "6 h ms",
    "values ms",
    "all ms",
    "MB",
  ];
  const panels: Panel[] = [];
  for (const [kind, stages, xTitle] of [
    ["samples", sampleStages, "stored samples, of 10,000 series"],
    ["series", seriesStages, `series, ${scrapesOfSeries} samples each, the first of which registers it`],
  ] as const) {
    const found = of(kind, stages);
    if (found.length === 0) continue;
    table(
      [kind, ...head],
      found.map(([stage, at]) => [String(stage), ...Object.values(at).map((value: number) => value.toFixed(2))]),
    );
    const line = (name: string, read: (at: Measured) => number) => ({
      name,
      points: found.map(([stage, at]) => [stage, read(at)] as const),
    });
    panels.push({
      title: "cost of a sample",
      xTitle,
      lines: [
        line("write, µs of CPU", ({ write }) => write),
        line("compaction, µs of CPU", ({ compaction }) => compaction),
        line("bytes, live", ({ payload }) => payload),
      ],
    });
    panels.push({
      title: "queries, ms",
      xTitle,
      lines: [
        line("first of a process", ({ first }) => first),
        line("one moment, 100 series", ({ instant }) => instant),
        line("6 h, 100 series", ({ range }) => range),
        line("values of a label", ({ values }) => values),
        ...(kind === "series" ? [line("all series", ({ refused }) => refused)] : []),
      ],
    });
  }
  if (panels.length > 0)
    writeFileSync(
      join(import.meta.dirname, "..", "..", "docs", "metric-growth.svg"),
      plot("How metrics grow with samples and with series", panels),
    );
}
