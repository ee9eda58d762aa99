/**
 * How the cost of an event grows with those that its day has already, from none to 10⁷. A day is filled by the store's own append and
 * compacted, spread over the day so far; at each stage new ones come in over HTTP until committed, in turns with an empty store on a
 * PostgreSQL of its own, so that what else the machine does falls on both.
 *
 * Filling takes long: with ACCORD_BENCH_FOLDER the databases stay there, and a run that has lasted ACCORD_BENCH_SECONDS goes
 * on with the next one, on the same day (UTC). ACCORD_BENCH_HOURS spreads what is filled over the last hours instead.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { plot } from "../plot.ts";
import { cpuMicros, familyCpuMicros } from "../process.ts";
import { budget, table } from "../report.ts";
import { anEvent } from "./bodies.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { emptyEvents } from "./plain-events.ts";
import { type BenchServer, load, newKey, startServer } from "./server.ts";

const stages = [0, 1e6, 4e6, 1e7];
const rounds = 3;
const requests = 1_000;
const connections = 16;
const filledAtOnce = 5_000;
/** What only makes filling faster: what is measured runs with the settings of the embedded PostgreSQL. */
const fillSettings = { fsync: "off", full_page_writes: "off", shared_buffers: "2GB", max_wal_size: "16GB" };

/** Kept between two runs. */
interface Progress {
  /** Rows that were filled in. */
  filled: number;
  /** With those that came in over HTTP. */
  stored: number;
  readonly keys: Record<Side, string | undefined>;
  readonly measured: Measured[];
}

type Side = "empty" | "full";

/** Of all rounds of a stage together. */
interface Cost {
  rows: number;
  seconds: number;
  /** µs, the server's and PostgreSQL's. */
  server: number;
  postgres: number;
  /** Bytes. */
  wal: number;
}

interface Measured extends Record<Side, Cost> {
  readonly stage: number;
  /** In the full store, half-way through the rounds. */
  readonly stored: number;
}

export async function benchGrowth(): Promise<void> {
  const kept = process.env.ACCORD_BENCH_FOLDER;
  const folder = kept ?? mkdtempSync(join(tmpdir(), "accord-growth-"));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const until = performance.now() + 1000 * Number(process.env.ACCORD_BENCH_SECONDS ?? Number.POSITIVE_INFINITY);
  const state = join(folder, "growth.json");
  const progress: Progress = existsSync(state)
    ? JSON.parse(readFileSync(state, "utf8"))
    : { filled: 0, stored: 0, keys: {}, measured: [] };
  const isOver = () => performance.now() > until;
  const save = () => writeFileSync(state, JSON.stringify(progress));
  for (const stage of stages) {
    if (progress.filled < stage && !isOver())
      await withDatabase((full) => fill(full, progress, stage, isOver), join(folder, "full"), fillSettings);
    save();
    if (progress.filled < stage || isOver() || progress.measured.some((done) => done.stage === stage)) continue;
    await withDatabase(
      (empty) => withDatabase((full) => measure({ empty, full }, progress, stage), join(folder, "full")),
      join(folder, "empty"),
    );
    save();
  }
  if (progress.measured.length < stages.length) console.log("Not done yet: run it again.");
  if (progress.measured.length > 0) show(progress.measured);
  if (kept === undefined) rmSync(folder, { recursive: true });
}

/** Appends events that are spread over the day so far, until there are `wanted`, and compacts them. */
async function fill({ owner }: BenchDatabase, progress: Progress, wanted: number, isOver: () => boolean) {
  const hours = process.env.ACCORD_BENCH_HOURS;
  const now = Date.now();
  const from = Math.max(now - (now % dayMs), hours === undefined ? 0 : now - Number(hours) * 3_600_000);
  const timeOf = (n: number) => Math.floor(from + (n * (now - from)) / (stages.at(-1) ?? wanted));
  const { rows } = await owner.pool.query<{ id: string }>("SELECT id FROM projects ORDER BY created_at, id LIMIT 1");
  const tenant: Tenant = { projectId: rows[0]?.id ?? "", environment: "live" };
  const log = new TelemetryWriter(owner.pool, { now: () => timeOf(progress.filled) });
  const quota = { name: "events", amount: 0, limitPerMinute: 1_000_000_000 };
  while (progress.filled < wanted && !isOver()) {
    const count = Math.min(wanted - progress.filled, filledAtOnce);
    const events = Array.from({ length: count }, () =>
      eventRecord({ ...anEvent(), time: timeOf(progress.filled) } as Parameters<typeof eventRecord>[0], "server"),
    );
    await log.append(tenant, { kind: "events", rows: events }, { quota });
    progress.stored += count;
    progress.filled += count;
  }
  await log.drain();
  await compactRecordsOf(owner.pool, "events", tenant);
  // Compaction has deleted millions of rows at once, of which autovacuum would take the measured minute to clean up.
  await owner.pool.query("VACUUM (ANALYZE)");
  await owner.pool.query("CHECKPOINT");
}

async function measure(benches: Record<Side, BenchDatabase>, progress: Progress, stage: number): Promise<void> {
  const { empty, full } = benches;
  await ensurePartitions(empty.database.pool);
  await ensurePartitions(full.database.pool);
  const servers: Record<Side, BenchServer> = { empty: await startServer(empty), full: await startServer(full) };
  try {
    progress.measured.push(await measured(benches, servers, progress, stage));
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function measured(
  benches: Record<Side, BenchDatabase>,
  servers: Record<Side, BenchServer>,
  progress: Progress,
  stage: number,
): Promise<Measured> {
  const none: Cost = { rows: 0, seconds: 0, server: 0, postgres: 0, wal: 0 };
  const costs: Record<Side, Cost> = { empty: { ...none }, full: { ...none } };
  const before = progress.stored;
  // The first round warms up, and ends with a checkpoint: PostgreSQL logs a page whole the first time that it changes after one.
  for (let round = 0; round <= rounds; round++) {
    for (const side of ["empty", "full"] as const) {
      const bench = benches[side];
      if (side === "empty") await emptyEvents(bench.owner.pool);
      const key = progress.keys[side] ?? (await newKey(bench));
      progress.keys[side] = key;
      const { baseUrl, pid } = servers[side];
      const plan = {
        kind: "events",
        baseUrl,
        key,
        connections,
        requests: round === 0 ? requests / 10 : requests,
      } as const;
      const walBefore = await walBytes(bench);
      const sent = await load(plan, () => ({ server: cpuMicros(pid), postgres: familyCpuMicros(bench.postmaster) }));
      if (side === "full") progress.stored += sent.records;
      if (round === 0) {
        await bench.owner.pool.query("CHECKPOINT");
        continue;
      }
      const cost = costs[side];
      cost.rows += sent.records;
      cost.seconds += sent.seconds;
      cost.server += sent.after.server - sent.before.server;
      cost.postgres += sent.after.postgres - sent.before.postgres;
      cost.wal += (await walBytes(bench)) - walBefore;
    }
  }
  return { stage, stored: (before + progress.stored) / 2, ...costs };
}

async function walBytes({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.pool.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes");
  return Number(rows[0]?.bytes);
}

/** Prints what was measured, and draws it (docs/event-growth.svg). */
function show(measured: readonly Measured[]): void {
  const rate = ({ rows, seconds }: Cost) => rows / seconds;
  const cpu = ({ rows, server, postgres }: Cost) => (server + postgres) / rows;
  const wal = ({ rows, wal }: Cost) => wal / rows;
  const both = (at: Measured, figure: (cost: Cost) => number, digits = 0) =>
    (["empty", "full"] as const).map((side) => figure(at[side]).toFixed(digits));
  table(
    ["a day of", "rows/s, empty", "full", "ratio", "CPU µs/row, empty", "full", "ratio", "WAL B/row, empty", "full"],
    measured.map((at) => [
      String(at.stage),
      ...both(at, rate),
      (rate(at.full) / rate(at.empty)).toFixed(2),
      ...both(at, cpu, 1),
      (cpu(at.empty) / cpu(at.full)).toFixed(2),
      ...both(at, wal),
    ]),
  );
  const last = measured.at(-1);
  if (last === undefined) return;
  budget(`events into a day of ${last.stage} / into an empty one`, rate(last.full) / rate(last.empty), 0.95);
  const panel = (title: string, figure: (cost: Cost) => number) => ({
    title,
    xTitle: "events of the day",
    lines: (["full", "empty"] as const).map((side) => ({
      name: side === "full" ? "a day with so many" : "an empty one, in turns",
      points: measured.map((at) => [at.stored, figure(at[side])] as const),
    })),
  });
  const panels = [panel("events a second", rate), panel("µs of CPU an event", cpu)];
  writeFileSync(
    join(import.meta.dirname, "..", "..", "docs", "event-growth.svg"),
    plot("What an event costs, by the events that its day has already", panels),
  );
}
