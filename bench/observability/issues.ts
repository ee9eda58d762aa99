/**
 * Issues of one project: a million events of 50,000 kinds are stored and folded, in turns with as many that are no problems and belong to no
 * issue; then the lists are read over HTTP, page by page and with every filter.
 */
import { randomUUID } from "node:crypto";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import { foldArrivals } from "#src/apis/observability/issues/fold.ts";
import type { EventRecord, Tenant } from "#src/apis/observability/records.ts";
import { AppendLog } from "#src/apis/observability/store/append-log.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { errorDetails } from "./bodies.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newOwner, startServer } from "./server.ts";

const events = 1_000_000;
const kinds = 50_000;
const perBatch = 100;
const clients = 16;
/** Between folds, as the server queues them (ms). */
const foldPauseMs = 1_000;
const reads = 30;
const wantedMs = 100;

export function benchIssues(): Promise<void> {
  return withDatabase(async (bench) => {
    await ensurePartitions(bench.database.pool);
    const owner = await newOwner(bench);
    const tenant: Tenant = { projectId: owner.project.id, environment: "live" };
    const plain = await filled(bench, { projectId: randomUUID(), environment: "live" }, 30);
    const grouped = await filled(bench, tenant, 50);
    table(
      [`${events.toLocaleString("en")} events, batches of ${perBatch}`, "rows/s", "our CPU µs/row", "PostgreSQL's"],
      [
        ["level 30, of no issue", ...plain],
        [`level 50, of ${kinds.toLocaleString("en")} issues, folded meanwhile`, ...grouped],
      ],
    );
    await lists(bench, owner);
  });
}

async function filled({ database, postmaster }: BenchDatabase, tenant: Tenant, level: 30 | 50): Promise<string[]> {
  const log = new AppendLog(database.pool);
  const quota = { name: "bench", amount: 1, limitPerMinute: 1_000_000_000 };
  let left = events / perBatch;
  const start = performance.now();
  const before = process.cpuUsage();
  const postgres = familyCpuMicros(postmaster);
  const send = async () => {
    while (left-- > 0) {
      const rows = Array.from({ length: perBatch }, () => anEvent(level));
      await log.append(tenant, { kind: "events", rows }, { quota });
    }
  };
  const ended = new AbortController();
  const fold = async () => {
    const now = Date.now;
    while (!ended.signal.aborted) {
      while (await foldArrivals(database, tenant, { now }));
      await new Promise((resolve) => setTimeout(resolve, foldPauseMs));
    }
    while (await foldArrivals(database, tenant, { now }));
  };
  const folding = fold();
  await Promise.all(Array.from({ length: clients }, send));
  ended.abort();
  await folding;
  const { user, system } = process.cpuUsage(before);
  return [
    (events / ((performance.now() - start) / 1000)).toFixed(0),
    ((user + system) / events).toFixed(1),
    ((familyCpuMicros(postmaster) - postgres) / events).toFixed(1),
  ];
}

/** Without a release, so that no stack waits for symbols. */
function anEvent(level: 30 | 50): EventRecord {
  const { tags, user, exception } = errorDetails();
  const kind = `Error${Math.floor(Math.random() * kinds)}`;
  const about = { time: Date.now(), level, tags, user };
  return level === 30
    ? eventRecord({ ...about, message: kind, extra: { exception } }, "server")
    : eventRecord({ ...about, exception: { ...exception, type: kind } }, "server");
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
