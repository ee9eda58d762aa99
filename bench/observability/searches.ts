/**
 * Searches that find nothing, and searches that find something, among a million events and a million spans of one
 * project: how long one answer takes, how many of them the whole search takes, and what one unbounded statement takes
 * beside it. Meanwhile another project lists its services again and again.
 */
import { setTimeout as delay } from "node:timers/promises";
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
  /** The condition as one statement over all rows would have it. */
  readonly unbounded: { readonly table: "events" | "spans"; readonly condition: string };
}

const noText = `message ILIKE '%nosuchword%' OR CASE WHEN payload LIKE '%"exception"%' AND payload ILIKE '%nosuchword%'
  THEN payload::jsonb #>> '{exception,value}' ILIKE '%nosuchword%' ELSE false END`;
const noTag = `CASE WHEN strpos(attributes, 'user.id') > 0
  THEN attributes::jsonb @> '[{"key":"user.id","value":{"stringValue":"nobody"}}]' ELSE false END`;
const traces = "/jaeger/api/traces?lookback=24h";

const searches: readonly Search[] = [
  {
    name: "events, q=nosuchword",
    path: "/api/v1/monitor/events?q=nosuchword",
    unbounded: { table: "events", condition: noText },
  },
  {
    name: "events, environment=development",
    path: "/api/v1/monitor/events?environment=development",
    unbounded: { table: "events", condition: "stage = 'development'" },
  },
  {
    name: "events, level=60 (one in a thousand)",
    path: "/api/v1/monitor/events?level=60&limit=20",
    unbounded: { table: "events", condition: "level = 60" },
  },
  {
    name: "traces, user.id=nobody",
    path: `${traces}&tags=${encodeURIComponent('{"user.id":"nobody"}')}`,
    unbounded: { table: "spans", condition: noTag },
  },
  {
    name: "traces, operation=nothing",
    path: `${traces}&operation=nothing`,
    unbounded: { table: "spans", condition: "name = 'nothing'" },
  },
  { name: "traces, the latest 20", path: traces, unbounded: { table: "spans", condition: "parent_span_id IS NULL" } },
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
  await fill(bench);
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
      (await unboundedMs(bench, search)).toFixed(0),
      `${median(others).toFixed(0)} / ${Math.max(...others).toFixed(0)}`,
    ]);
  }
  table(
    [
      `searches among ${rows} rows`,
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
async function unboundedMs({ database }: BenchDatabase, { unbounded }: Search): Promise<number> {
  const client = await database.pool.connect();
  await client.query("SET max_parallel_workers_per_gather = 0");
  const time = await timed(() => client.query(`SELECT count(*) FROM ${unbounded.table} WHERE ${unbounded.condition}`));
  await client.query("RESET max_parallel_workers_per_gather");
  client.release();
  return time;
}

/** A million of each for the first project that there is, over the last hours. */
async function fill({ owner }: BenchDatabase): Promise<void> {
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
    await client.query(`
    INSERT INTO telemetry_sources (project_id, environment, source_id, resource, scope, last_seen)
    SELECT ${project}, 'live', md5(n::text)::uuid, '[{"key":"host.name","value":{"stringValue":"node-' || n || '"}}]',
      '{"name":"http","version":"1","attributes":[]}', current_date
    FROM generate_series(1, ${services}) AS n`);
    await client.query(`
    INSERT INTO trace_services (project_id, environment, service_name, last_seen)
    SELECT ${project}, 'live', 'service-' || n, current_date FROM generate_series(1, ${services}) AS n`);
    await client.query(`
    INSERT INTO spans (project_id, trace_id, source_id, span_id, received_at, start_time_unix_nano, end_time_unix_nano,
      parent_span_id, flags, kind, status_code, environment, service_name, name, attributes)
    SELECT ${project}, md5((n / 8)::text)::uuid, md5((1 + n % ${services})::text)::uuid, n, at,
      (extract(epoch FROM at) * 1e9)::bigint, (extract(epoch FROM at) * 1e9)::bigint + 5000000,
      CASE WHEN n % 8 = 0 THEN NULL ELSE n - 1 END, 257, 2, 0, 'live', 'service-' || (1 + n % ${services}), 'GET /items/{id}',
      '[{"key":"http.request.method","value":{"stringValue":"GET"}},{"key":"url.path","value":{"stringValue":"/items/' || n
        || '"}},{"key":"user.id","value":{"stringValue":"u-' || n % 5000 || '"}}]'
    FROM generate_series(1, ${rows}) AS n, LATERAL (SELECT now() - (${rows} - n) * interval '5 ms' AS at) AS moment`);
    await client.query("ANALYZE events, spans");
  });
  client.release();
}
