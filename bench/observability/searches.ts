/**
 * Searches that find nothing, and searches that find something, among a million events and a million spans of one
 * project, compacted and not: how long one answer takes, and how many of them the whole search takes. Meanwhile another project lists its services again and again.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import type { EventRecord, SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { spanBatch } from "#test/support/telemetry.ts";
import { median } from "../process.ts";
import { table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newKey, startServer } from "./server.ts";

const rows = 1_000_000;
const services = 30;
const spansOfTrace = 8;
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
}

const traces = "/jaeger/api/traces?lookback=24h";

const searches: readonly Search[] = [
  {
    name: "events, q=nosuchword",
    path: "/api/v1/monitor/events?q=nosuchword",
  },
  {
    name: "events, environment=development",
    path: "/api/v1/monitor/events?environment=development",
  },
  {
    name: "events, level=60 (one in a thousand)",
    path: "/api/v1/monitor/events?level=60&limit=20",
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
  const project = await fill(bench);
  await searched(baseUrl, key, other, "");
  const compacting = performance.now();
  for (const kind of ["events", "spans"] as const) await compactRecordsOf(bench.owner.pool, kind, project);
  console.log(`compacted in ${((performance.now() - compacting) / 1000).toFixed(0)} s`);
  for (const kind of ["event", "span"]) {
    const { rows: sizes } = await bench.owner.pool.query<{ bytes: string }>(
      `SELECT sum(length(payload) + length(filter) + length(ids) + length(grams)) AS bytes FROM ${kind}_segments`,
    );
    console.log(`${(Number(sizes[0]?.bytes) / rows).toFixed(1)} bytes for each of the ${kind}s`);
  }
  await searched(baseUrl, key, other, ", compacted");
}

async function searched(baseUrl: string, key: string, other: string, how: string): Promise<void> {
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

const filledAtOnce = 5_000;

/** As many events and spans, as they would have come. */
async function fill({ owner }: BenchDatabase): Promise<Tenant> {
  const { rows: projects } = await owner.pool.query<{ id: string }>(
    "SELECT id FROM projects ORDER BY created_at, id LIMIT 1",
  );
  const tenant: Tenant = { projectId: projects[0]?.id ?? "", environment: "live" };
  const now = Date.now();
  const timeOf = (n: number) => now - (rows - n) * 5;
  let filled = 0;
  const log = new TelemetryWriter(owner.pool, { now: () => timeOf(filled) });
  const quota = { name: "otlp-requests", amount: 0, limitPerMinute: 1_000 };
  while (filled < rows) {
    const first = filled;
    filled = Math.min(rows, filled + filledAtOnce);
    const spans = Array.from({ length: filled - first }, (_, at) => aSpan(first + at, timeOf(first + at)));
    await log.append(tenant, spanBatch(...spans), { quota });
    const events = Array.from({ length: filled - first }, (_, at) => anEvent(first + at, timeOf(first + at)));
    await log.append(tenant, { kind: "events", rows: events }, { quota });
  }
  await log.drain();
  return tenant;
}

function anEvent(n: number, time: number): EventRecord {
  const exception = n % 5 === 0 ? { type: "TypeError", value: "x" } : undefined;
  return eventRecord(
    {
      eventId: `evt_${randomUUID()}`,
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
