/**
 * Searches that find nothing, pages, and look-ups by id among ten million events and as many spans of one project: not compacted; as a
 * worker leaves them, with the newest records waiting for compaction; and compacted. Meanwhile another project lists its services again and again.
 *
 * ACCORD_BENCH_ROWS is how many there are of each kind. With ACCORD_BENCH_FOLDER the database stays there, and the next run goes on with the state in
 * which the last one ended.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import type { EventRecord, SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { spanBatch } from "#test/support/telemetry.ts";
import { median } from "../process.ts";
import { budget, table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newKey, startServer } from "./server.ts";

const rows = Number(process.env.ACCORD_BENCH_ROWS ?? 10_000_000);
/** Records that a worker leaves uncompacted: fewer than make compaction due. */
const waiting = Math.min(60_000, Math.floor(rows / 2));
const services = 30;
const spansOfTrace = 8;
/** Time between two records (ms): ten million take fourteen hours. */
const everyMs = 5;
/** The other project's queries stay below the quota of a minute (milliseconds). */
const otherEveryMs = 150;
/** Each search is repeated so often. */
const repetitions = 5;
/** Answers that a search is followed through. */
const mostAnswers = 60;
/** What only makes filling faster: what is measured runs with the settings of the embedded PostgreSQL. */
const fillSettings = { fsync: "off", full_page_writes: "off", shared_buffers: "2GB", max_wal_size: "16GB" };

interface Answer {
  readonly items?: readonly unknown[];
  readonly nextCursor?: string | null;
  readonly data?: readonly unknown[];
  readonly errors?: readonly { readonly msg: string }[] | null;
}

interface Search {
  readonly name: string;
  readonly path: string;
  /** It finds nothing and is followed to its end; of others the first answer counts. */
  readonly isNowhere?: true;
}

const events = "/api/v1/monitor/events";
const traces = "/jaeger/api/traces?lookback=24h";
const tagged = (tags: Record<string, string>) => `${traces}&tags=${encodeURIComponent(JSON.stringify(tags))}`;

const searches: readonly Search[] = [
  { name: "events, q=nosuchword", path: `${events}?q=nosuchword`, isNowhere: true },
  { name: "events, environment=development", path: `${events}?environment=development`, isNowhere: true },
  { name: "events, level=60, q=nosuchword", path: `${events}?level=60&q=nosuchword`, isNowhere: true },
  { name: "traces, user.id=nobody", path: tagged({ "user.id": "nobody" }), isNowhere: true },
  { name: "traces, operation=nothing", path: `${traces}&operation=nothing`, isNowhere: true },
  { name: "events, the latest", path: `${events}?limit=20` },
  { name: "events, level=60 (one in a thousand)", path: `${events}?level=60&limit=20` },
  { name: "events, environment=staging", path: `${events}?environment=staging&limit=20` },
  { name: "events, q=charged", path: `${events}?q=charged&limit=20` },
  { name: "events, q=TypeError", path: `${events}?q=TypeError&limit=20` },
  { name: "events, by id", path: `${events}/${eventIdOf(Math.floor(rows / 3))}` },
  { name: "traces, the latest 20", path: traces },
  { name: "traces, service=service-7", path: `${traces}&service=service-7` },
  { name: "traces, user.id=u-77", path: tagged({ "user.id": "u-77" }) },
  { name: "traces, 9 ms and longer", path: `${traces}&minDuration=9ms` },
  { name: "traces, by id", path: `/jaeger/api/traces/${traceIdOf(Math.floor(rows / 3))}` },
];

/** Kept between two runs: what has been stored and compacted, and with which keys it is read. */
interface Progress {
  filled: number;
  isCompacted: boolean;
  readonly newestMs: number;
  keys?: { readonly own: string; readonly other: string };
}

export async function benchSearches(): Promise<void> {
  const kept = process.env.ACCORD_BENCH_FOLDER;
  const folder = kept ?? mkdtempSync(join(tmpdir(), "accord-searches-"));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const state = join(folder, "searches.json");
  const progress: Progress = existsSync(state)
    ? JSON.parse(readFileSync(state, "utf8"))
    : { filled: 0, isCompacted: false, newestMs: Date.now() };
  const prepared = async (prepare: (bench: BenchDatabase, project: Tenant) => Promise<void>) => {
    await withDatabase(
      async (bench) => {
        progress.keys ??= { own: await newKey(bench), other: await newKey(bench) };
        await prepare(bench, await projectOf(bench));
        await bench.owner.pool.query("CHECKPOINT");
      },
      folder,
      fillSettings,
    );
    writeFileSync(state, JSON.stringify(progress));
  };
  const measured = (how: string) =>
    withDatabase(async (bench) => {
      const server = await startServer(bench);
      if (progress.keys === undefined) throw new Error("nothing was prepared");
      try {
        await searched(server.baseUrl, progress.keys, how);
      } finally {
        await server.stop();
      }
    }, folder);
  const settled = rows - waiting;
  if (progress.filled < rows) {
    if (!progress.isCompacted) {
      await prepared((bench, project) => fill(bench, project, progress, settled));
      await measured("not compacted");
      await prepared((bench, project) => compact(bench, project, progress));
    }
    await prepared((bench, project) => fill(bench, project, progress, rows));
  }
  await measured(`compacted but for the newest ${waiting}`);
  if (kept === undefined) rmSync(folder, { recursive: true });
}

async function projectOf({ owner }: BenchDatabase): Promise<Tenant> {
  const { rows } = await owner.pool.query<{ id: string }>("SELECT id FROM projects ORDER BY created_at, id LIMIT 1");
  return { projectId: rows[0]?.id ?? "", environment: "live" };
}

async function compact({ owner }: BenchDatabase, project: Tenant, progress: Progress): Promise<void> {
  const start = performance.now();
  for (const kind of ["events", "spans"] as const) await compactRecordsOf(owner.pool, kind, project);
  progress.isCompacted = true;
  console.log(`compacted in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  for (const kind of ["event", "span"]) {
    const { rows: sizes } = await owner.pool.query<{ bytes: string }>(
      `SELECT sum(length(payload) + length(filter) + length(ids) + coalesce(length(grams), 0)) AS bytes FROM ${kind}_segments`,
    );
    const bytes = Number(sizes[0]?.bytes) / progress.filled;
    budget(`${kind}s for each 1,000 bytes at rest`, 1000 / bytes, kind === "event" ? 1000 / 150 : 1000 / 80);
    console.log(`  ${bytes.toFixed(1)} bytes for each of the ${kind}s`);
  }
}

async function searched(baseUrl: string, keys: NonNullable<Progress["keys"]>, how: string): Promise<void> {
  const ask = async (path: string, caller = keys.own): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { "x-api-key": caller } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  /** Milliseconds of each answer, until the search is over or has shown enough. */
  const follow = async ({ path, isNowhere }: Search) => {
    const times: number[] = [];
    let found = 0;
    for (let next: string | null = path; next !== null && times.length < (isNowhere ? mostAnswers : 1); ) {
      const start = performance.now();
      const answer = await ask(next);
      times.push(performance.now() - start);
      found += (answer.items ?? answer.data ?? [answer]).length;
      next = following(path, answer);
    }
    return { found, answers: times.length, ms: times.reduce((sum, time) => sum + time) };
  };
  const lines: string[][] = [];
  const slowest = { nowhere: 0, page: 0 };
  const others: number[] = [];
  for (const search of searches) {
    let over = false;
    const elsewhere = (async () => {
      for (; !over; await delay(otherEveryMs)) others.push(await timed(() => ask("/jaeger/api/services", keys.other)));
    })();
    const runs: Awaited<ReturnType<typeof follow>>[] = [];
    try {
      for (let run = 0; run < repetitions; run++) runs.push(await follow(search));
    } finally {
      over = true;
      await elsewhere;
    }
    const ms = runs.map((run) => run.ms);
    const kind = search.isNowhere ? "nowhere" : "page";
    slowest[kind] = Math.max(slowest[kind], median(ms));
    lines.push([
      search.name,
      ...[runs[0]?.found, runs[0]?.answers].map(String),
      ...[ms[0], median(ms), Math.max(...ms)].map((time = 0) => time.toFixed(0)),
    ]);
  }
  table([`${rows} of each kind, ${how}`, "found", "answers", "first ms", "median ms", "slowest ms"], lines);
  const ranked = others.toSorted((a, b) => a - b);
  const p99 = ranked[Math.ceil(0.99 * ranked.length) - 1] ?? 0;
  console.log(`another project meanwhile: median ${median(others).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  budget("300 ms / the slowest search that finds nothing, complete", 300 / slowest.nowhere, 1);
  budget("50 ms / the slowest page or look-up", 50 / slowest.page, 1);
  budget("100 ms / another project's p99", 100 / p99, 1);
}

/** Where a search goes on that was stopped; null when it is over. */
function following(path: string, { nextCursor, errors }: Answer): string | null {
  if (nextCursor) return `${path}&cursor=${nextCursor}`;
  const [, end] = /end=(\d+)/.exec(errors?.[0]?.msg ?? "") ?? [];
  return end === undefined ? null : `${path}&end=${end}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const filledAtOnce = 5_000;

/** Stores events and spans as they would have come, until there are `wanted` of each. */
async function fill({ owner }: BenchDatabase, project: Tenant, progress: Progress, wanted: number): Promise<void> {
  const timeOf = (n: number) => progress.newestMs - (rows - n) * everyMs;
  const log = new TelemetryWriter(owner.pool, { now: () => timeOf(progress.filled) });
  const quota = { name: "otlp-requests", amount: 0, limitPerMinute: 1_000 };
  while (progress.filled < wanted) {
    const first = progress.filled;
    const last = Math.min(wanted, first + filledAtOnce);
    const spans = Array.from({ length: last - first }, (_, at) => aSpan(first + at, timeOf(first + at)));
    await log.append(project, spanBatch(...spans), { quota });
    const events = Array.from({ length: last - first }, (_, at) => anEvent(first + at, timeOf(first + at)));
    await log.append(project, { kind: "events", rows: events }, { quota });
    progress.filled = last;
    if (last % 1_000_000 === 0) console.error(`  ${last / 1_000_000} million of each kind`);
  }
  await log.drain();
}

function eventIdOf(n: number): string {
  return `evt_${createHash("md5").update(`event ${n}`).digest("hex")}`;
}

function anEvent(n: number, time: number): EventRecord {
  const exception = n % 5 === 0 ? { type: "TypeError", value: "x" } : undefined;
  return eventRecord(
    {
      eventId: eventIdOf(n),
      time,
      level: n % 1000 === 0 ? 60 : 30,
      message: `Order ${createHash("md5").update(String(n)).digest("hex")} could not be charged: the payment provider answered ${400 + (n % 100)}`,
      release: `shop@4.2.${n % 3}`,
      environment: n % 3 === 2 ? "staging" : "production",
      tags: { region: "eu-west" },
      ...(exception && { exception }),
    },
    "server",
  );
}

function traceIdOf(n: number): string {
  return createHash("md5")
    .update(String(Math.floor(n / spansOfTrace)))
    .digest("hex");
}

function aSpan(n: number, at: number): SpanRecord {
  const attributes = { "http.request.method": "GET", "url.path": `/items/${n}`, "user.id": `u-${n % 5_000}` };
  const listed = (of: Record<string, string>) =>
    JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value: { stringValue: value } })));
  const start = BigInt(at) * 1_000_000n + BigInt(Math.floor(Math.random() * 1e6));
  return {
    traceId: Buffer.from(traceIdOf(n), "hex"),
    spanId: randomBytes(8),
    parentSpanId: n % spansOfTrace === 0 ? null : randomBytes(8),
    traceState: "",
    flags: 257,
    name: "GET /items/{id}",
    kind: 2,
    startTimeUnixNano: start,
    endTimeUnixNano: start + BigInt(Math.floor(Math.random() * 1e7)),
    statusCode: 0,
    statusMessage: "",
    serviceName: `service-${1 + (n % services)}`,
    attributesJson: listed(attributes),
    eventsJson: "[]",
    linksJson: "[]",
    resourceJson: listed({ "host.name": `node-${1 + (n % services)}` }),
    scopeJson: '{"name":"http","version":"1","attributes":[]}',
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
