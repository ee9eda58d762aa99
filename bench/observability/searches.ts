/**
 * Searches that find nothing, and searches that find something, among a million events and a million spans of one
 * project: how long one answer takes, how many of them the whole search takes, and what one unbounded statement takes
 * beside it. Meanwhile another project lists its services again and again.
 */
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { AppendLog } from "#src/apis/observability/store/append-log.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { withStatementLimit } from "#src/storage/connections.ts";
import { median } from "../process.ts";
import { table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newKey, startServer } from "./server.ts";

const rows = 1_000_000;
const services = 30;
/** The other project's queries stay below the quota of a minute (milliseconds). */
const otherEveryMs = 150;
/** Answers that a search is followed through. */
const mostAnswers = 60;

interface Answer {
  readonly items?: readonly unknown[];
  readonly nextCursor?: string | null;
  readonly data?: readonly unknown[];
  readonly errors?: readonly { readonly msg: string }[] | null;
}

interface Search {
  readonly name: string;
  readonly path: string;
  /** The condition on events as one statement over all rows would have it. */
  readonly unbounded?: string;
}

const noText = `message ILIKE '%nosuchword%' OR CASE WHEN payload LIKE '%"exception"%' AND payload ILIKE '%nosuchword%'
  THEN payload::jsonb #>> '{exception,value}' ILIKE '%nosuchword%' ELSE false END`;
const traces = "/jaeger/api/traces?lookback=24h";

const searches: readonly Search[] = [
  {
    name: "events, q=nosuchword",
    path: "/api/v1/monitor/events?q=nosuchword",
    unbounded: noText,
  },
  {
    name: "events, environment=development",
    path: "/api/v1/monitor/events?environment=development",
    unbounded: "stage = 'development'",
  },
  {
    name: "events, level=60 (one in a thousand)",
    path: "/api/v1/monitor/events?level=60&limit=20",
    unbounded: "level = 60",
  },
  {
    name: "traces, user.id=nobody",
    path: `${traces}&tags=${encodeURIComponent('{"user.id":"nobody"}')}`,
  },
  {
    name: "traces, operation=nothing",
    path: `${traces}&operation=nothing`,
  },
  { name: "traces, the latest 20", path: traces },
  { name: "traces, by id", path: `/jaeger/api/traces/${traceIdOf(77_777)}` },
];

export function benchSearches(): Promise<void> {
  return withDatabase(async (bench) => {
    const server = await startServer(bench);
    try {
      await measure(bench, server.baseUrl);
    } finally {
      await server.stop();
    }
  });
}

async function measure(bench: BenchDatabase, baseUrl: string): Promise<void> {
  const key = await newKey(bench);
  const other = await newKey(bench);
  await fillEvents(bench);
  const project = await fillSpans(bench);
  await searched(bench, baseUrl, key, other, "");
  const compacting = performance.now();
  await compactRecordsOf(bench.owner.pool, "spans", project);
  console.log(`compacted in ${((performance.now() - compacting) / 1000).toFixed(0)} s`);
  const { rows: sizes } = await bench.owner.pool.query<{ bytes: string }>(
    "SELECT sum(length(payload) + length(filter) + length(ids) + length(grams)) AS bytes FROM span_segments",
  );
  console.log(`${(Number(sizes[0]?.bytes) / rows).toFixed(1)} bytes a span`);
  await searched(bench, baseUrl, key, other, ", spans compacted");
}

async function searched(bench: BenchDatabase, baseUrl: string, key: string, other: string, how: string): Promise<void> {
  const ask = async (path: string, caller = key): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { "x-api-key": caller } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const lines: string[][] = [];
  for (const search of searches) {
    const times: number[] = [];
    const others: number[] = [];
    let found = 0;
    let over = false;
    const elsewhere = (async () => {
      for (; !over; await delay(otherEveryMs)) others.push(await timed(() => ask("/jaeger/api/services", other)));
    })();
    try {
      // A list that goes on and on has shown enough with a page of it.
      for (let next: string | null = search.path; next !== null && found < 20 && times.length < mostAnswers; ) {
        const start = performance.now();
        const answer = await ask(next);
        times.push(performance.now() - start);
        found += (answer.items ?? answer.data ?? []).length;
        next = following(search.path, answer);
      }
    } finally {
      over = true;
      await elsewhere;
    }
    lines.push([
      search.name,
      String(found),
      (times[0] ?? 0).toFixed(0),
      Math.max(...times).toFixed(0),
      String(times.length),
      times.reduce((sum, time) => sum + time).toFixed(0),
      search.unbounded === undefined ? "" : (await unboundedMs(bench, search.unbounded)).toFixed(0),
      `${median(others).toFixed(0)} / ${Math.max(...others).toFixed(0)}`,
    ]);
  }
  table(
    [
      `searches among ${rows} rows${how}`,
      "found",
      "first answer ms",
      "slowest ms",
      "answers",
      "all ms",
      "one statement ms",
      "another's query ms, median / slowest",
    ],
    lines,
  );
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

/** What the whole search takes as one statement without a bound, on one of PostgreSQL's processes. */
async function unboundedMs({ database }: BenchDatabase, condition: string): Promise<number> {
  const client = await database.pool.connect();
  await client.query("SET max_parallel_workers_per_gather = 0");
  const time = await timed(() => client.query(`SELECT count(*) FROM events WHERE ${condition}`));
  await client.query("RESET max_parallel_workers_per_gather");
  client.release();
  return time;
}

/** A million for the first project that there is, over the last hours. */
async function fillEvents({ owner }: BenchDatabase): Promise<void> {
  const project = "(SELECT id FROM projects ORDER BY created_at, id LIMIT 1)";
  const client = await owner.pool.connect();
  await withStatementLimit(client, 600_000, async () => {
    await client.query(`
    INSERT INTO events (project_id, received_at, time, level, environment, event_id, source, message, release, stage, payload)
    SELECT ${project}, at, at, CASE WHEN n % 1000 = 0 THEN 60 ELSE 30 END, 'live', 'evt_' || gen_random_uuid(), 'server',
      'Order ' || md5(n::text) || ' could not be charged: the payment provider answered ' || (400 + n % 100),
      'shop@4.2.' || n % 3, (ARRAY['production', 'production', 'staging'])[1 + n % 3],
      '{"tags":{"region":"eu-west"}' || CASE WHEN n % 5 = 0 THEN ',"exception":{"type":"TypeError","value":"x"}' ELSE '' END || '}'
    FROM generate_series(1, ${rows}) AS n, LATERAL (SELECT now() - (${rows} - n) * interval '5 ms' AS at) AS moment`);
    await client.query("ANALYZE events");
  });
  client.release();
}

const spansOfTrace = 8;
const filledAtOnce = 5_000;

/** As many spans, as they would have come. */
async function fillSpans({ owner }: BenchDatabase): Promise<Tenant> {
  const { rows: projects } = await owner.pool.query<{ id: string }>(
    "SELECT id FROM projects ORDER BY created_at, id LIMIT 1",
  );
  const tenant: Tenant = { projectId: projects[0]?.id ?? "", environment: "live" };
  const now = Date.now();
  const timeOf = (n: number) => now - (rows - n) * 5;
  let filled = 0;
  const log = new AppendLog(owner.pool, { now: () => timeOf(filled) });
  const quota = { name: "otlp-requests", amount: 0, limitPerMinute: 1_000 };
  while (filled < rows) {
    const first = filled;
    filled = Math.min(rows, filled + filledAtOnce);
    const spans = Array.from({ length: filled - first }, (_, at) => aSpan(first + at, timeOf(first + at)));
    await log.append(tenant, { kind: "spans", rows: spans }, { quota });
  }
  await log.drain();
  return tenant;
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
