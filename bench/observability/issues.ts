/**
 * Issues of one project. The same events are stored in three ways in turns: belonging to no issue, belonging to issues of 50,000 kinds, and with
 * the folding beside, by the job that a server has for it; of each kind alike, and of some kinds much more often than of others, as errors
 * are. Then the lists are read over HTTP, page by page and with every filter.
 */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import { foldArrivals } from "#src/apis/observability/issues/fold.ts";
import { issueJobs, queueFold } from "#src/apis/observability/issues/jobs.ts";
import { FoldPace } from "#src/apis/observability/issues/pace.ts";
import type { EventRecord, Tenant } from "#src/apis/observability/records.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { queuedSoon } from "#src/apis/observability/store/queued-soon.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { errorDetails } from "./bodies.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newOwner, startServer } from "./server.ts";

const rounds = 5;
/** Of each way in a round. */
const events = 300_000;
const kinds = 50_000;
const perBatch = 100;
const clients = 16;
/** So long after a flush its folding is queued, as the server does it (ms). */
const foldPauseMs = 1_000;
const reads = 30;
const wantedMs = 100;
const log = pino({ level: "silent" });

/** Which kind an event is of. */
type Mix = () => number;

const alike: Mix = () => Math.floor(Math.random() * kinds);
/** Zipf's law: the second kind comes half as often as the first, the third a third as often. */
const skewed: Mix = () => Math.floor(kinds ** Math.random());

interface Measured {
  readonly rowsPerSecond: number;
  /** µs of CPU for each event. */
  readonly ours: number;
  readonly postgres: number;
}

export function benchIssues(): Promise<void> {
  return withDatabase(async (bench) => {
    await ensurePartitions(bench.database.pool);
    const owner = await newOwner(bench);
    await ingest(bench, `${kinds.toLocaleString("en")} kinds alike`, alike, {
      projectId: owner.project.id,
      environment: "live",
    });
    await ingest(bench, `${kinds.toLocaleString("en")} kinds by Zipf's law`, skewed, {
      projectId: randomUUID(),
      environment: "live",
    });
    await lists(bench, owner);
  });
}

/** `tenant` takes the events that are folded beside. */
async function ingest(bench: BenchDatabase, name: string, mix: Mix, tenant: Tenant): Promise<void> {
  const aTenant = (): Tenant => ({ projectId: randomUUID(), environment: "live" });
  const [plain, grouped] = [aTenant(), aTenant()];
  const ways = {
    "of no issue": () => send(bench, plain, () => ({ ...anError(mix), isProblem: false })),
    "of issues": () => send(bench, grouped, () => ({ ...anError(mix), isProblem: true })),
    "folding alone": () => measured(bench, () => foldAll(bench, grouped)),
    "of issues, folding beside": () => foldingBeside(bench, tenant, mix),
  };
  const results = Object.keys(ways).map((): Measured[] => []);
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    // What comes first in one round comes last in the next: a database has work left over from before.
    const turns = [[0], [1, 2], [3]];
    for (const index of (round % 2 === 0 ? turns : turns.toReversed()).flat()) {
      const result = await Object.values(ways)[index]?.();
      if (round > 0 && result !== undefined) results[index]?.push(result);
    }
  }
  const middle = (of: (result: Measured) => number) => results.map((some) => median(some.map(of)));
  const [rates, ours, postgres] = [
    middle(({ rowsPerSecond }) => rowsPerSecond),
    middle((result) => result.ours),
    middle((result) => result.postgres),
  ];
  table(
    [
      `${name}, batches of ${perBatch}, ${rounds} × ${events.toLocaleString("en")}`,
      "events/s",
      "our CPU µs/event",
      "PostgreSQL's",
    ],
    Object.keys(ways).map((way, index) => [
      way,
      (rates[index] ?? 0).toFixed(0),
      (ours[index] ?? 0).toFixed(1),
      (postgres[index] ?? 0).toFixed(1),
    ]),
  );
  const inTurns = (index: number) =>
    median(
      (results[index] ?? []).map(
        (result, round) => result.rowsPerSecond / (results[0]?.[round] ?? result).rowsPerSecond,
      ),
    );
  budget(`${name}: events/s of issues / of no issue`, inTurns(1), 0.95);
  budget(`${name}: events/s with folding beside / of no issue`, inTurns(3), 0.95);
}

async function measured({ postmaster }: BenchDatabase, run: () => Promise<unknown>): Promise<Measured> {
  const start = performance.now();
  const before = process.cpuUsage();
  const postgres = familyCpuMicros(postmaster);
  await run();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return {
    rowsPerSecond: events / seconds,
    ours: (user + system) / events,
    postgres: (familyCpuMicros(postmaster) - postgres) / events,
  };
}

function send(
  bench: BenchDatabase,
  tenant: Tenant,
  event: () => EventRecord,
  onIssues: (tenant: Tenant) => void = () => {},
): Promise<Measured> {
  const log = new TelemetryWriter(bench.database.pool, { onIssues });
  const quota = { name: "bench", amount: 1, limitPerMinute: 1_000_000_000 };
  let left = events / perBatch;
  const client = async () => {
    while (left-- > 0)
      await log.append(tenant, { kind: "events", rows: Array.from({ length: perBatch }, event) }, { quota });
  };
  return measured(bench, () => Promise.all(Array.from({ length: clients }, client)));
}

async function foldAll({ database }: BenchDatabase, tenant: Tenant): Promise<void> {
  while ((await foldArrivals(database, tenant, { now: Date.now })).isMore);
}

/** The rate is that of the events; the CPU holds the folding of them all. */
async function foldingBeside(bench: BenchDatabase, tenant: Tenant, mix: Mix): Promise<Measured> {
  let rowsPerSecond = 0;
  const { pool } = bench.database;
  const pace = new FoldPace();
  const jobs = issueJobs({ now: Date.now, retentionDays: 90, pace });
  const workers = await startJobs(bench.database, jobs, { log });
  const onIssues = queuedSoon(foldPauseMs, (of) => queueFold(pool, of, pace), log);
  const whole = await measured(bench, async () => {
    ({ rowsPerSecond } = await send(bench, tenant, () => anError(mix), onIssues));
    await workers.stop();
    await foldAll(bench, tenant);
  });
  return { ...whole, rowsPerSecond };
}

/** Without a release, so that no stack waits for symbols. */
function anError(mix: Mix): EventRecord {
  const { tags, user, exception } = errorDetails();
  const about = { time: Date.now(), level: 50, tags, user } as const;
  return eventRecord({ ...about, exception: { ...exception, type: `Error${mix()}` } }, "server");
}

async function lists(bench: BenchDatabase, owner: Awaited<ReturnType<typeof newOwner>>): Promise<void> {
  const { key } = await createApiKey(bench.owner, owner, {
    environment: "live",
    scopes: ["events:read"],
    label: "bench",
  });
  const server = await startServer(bench);
  const read = async (query: Record<string, string>): Promise<{ ms: number; nextCursor: string | null }> => {
    const start = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/v1/monitor/issues?${new URLSearchParams(query)}`, {
      headers: { "x-api-key": key },
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { nextCursor } = (await answer.json()) as { nextCursor: string | null };
    return { ms: performance.now() - start, nextCursor };
  };
  const queries: Readonly<Record<string, Record<string, string>>> = {
    "first page": {},
    "by events": { sort: "eventCount" },
    "of a release that is nowhere": { release: "web@4.12.0", sort: "firstSeen" },
    "with a word": { q: "Error4999" },
    "with a word that is nowhere": { q: "nowhere" },
  };
  const rows: string[][] = [];
  let slowest = 0;
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    let cursor: string | null = null;
    for (let at = 0; at < reads; at++) {
      const page = await read({ ...query, ...(cursor !== null && { cursor }) });
      cursor = page.nextCursor;
      if (at > 0) times.push(page.ms);
    }
    times.sort((a, b) => a - b);
    slowest = Math.max(slowest, median(times));
    rows.push([name, median(times).toFixed(0), (times.at(-1) ?? 0).toFixed(0)]);
  }
  await server.stop();
  table(["pages of 50 issues, one after the other", "median ms", "slowest ms"], rows);
  budget(`${wantedMs} ms / a page of issues`, wantedMs / slowest, 1);
}
