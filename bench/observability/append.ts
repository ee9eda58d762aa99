/**
 * What the telemetry writer costs, on an embedded PostgreSQL of its own with durability on:
 * - events in batches of 100 from 16 clients, against one COPY of the same events as rows into an empty table;
 * - CPU per span, PostgreSQL's included, in batches of 512 from 4 clients.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { EventRecord, SpanRecord, Tenant } from "#src/apis/observability/records.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { spanBatch } from "#test/support/telemetry.ts";
import { familyCpuMicros } from "../process.ts";
import { errorDetails } from "./bodies.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { copySeconds, emptyEvents, makePlainEvents } from "./plain-events.ts";

const rounds = 3;
const eventCount = 160_000;
const spanCount = 204_800;
const quota = { name: "bench", amount: 1, limitPerMinute: 1_000_000_000 };

export function benchAppend(): Promise<void> {
  return withDatabase(async (bench) => {
    await ensurePartitions(bench.database.pool);
    for (let round = 1; round <= rounds; round++) {
      await events(bench);
      await spans(bench);
    }
  });
}

async function events({ database: { pool }, owner, postmaster, folder }: BenchDatabase): Promise<void> {
  const tenant: Tenant = { projectId: randomUUID(), environment: "live" };
  const batches = Array.from({ length: eventCount / 100 }, () => Array.from({ length: 100 }, anEvent));
  const telemetry = new TelemetryWriter(pool);
  await emptyEvents(owner.pool);
  const before = cpu(postmaster);
  const appended = await secondsOf(() =>
    clients(16, batches, (rows) => telemetry.append(tenant, { kind: "events", rows }, { quota })),
  );

  const after = cpu(postmaster);
  const rate = (seconds: number) => Math.round(eventCount / seconds).toLocaleString("en");
  const perEvent = (from: number, to: number) => ((to - from) / eventCount).toFixed(1);
  await makePlainEvents(owner.pool);
  const copied = await copySeconds(owner.pool, join(folder, "events.copy"));
  console.log(
    `events: append ${rate(appended)}/s, COPY ${rate(copied)}/s, ratio ${(copied / appended).toFixed(2)} ` +
      `(${telemetry.counters.transactions} transactions), ${perEvent(before.own, after.own)} µs CPU of ours and ` +
      `${perEvent(before.postgres, after.postgres)} µs of PostgreSQL's per event`,
  );
}

async function spans({ database: { pool }, owner, postmaster }: BenchDatabase): Promise<void> {
  const tenant: Tenant = { projectId: randomUUID(), environment: "live" };
  const batches = Array.from({ length: spanCount / 512 }, aSpanBatch);
  const telemetry = new TelemetryWriter(pool);
  await owner.pool.query("TRUNCATE span_blocks, span_heads");
  const before = cpu(postmaster);
  const seconds = await secondsOf(() =>
    clients(4, batches, (rows) => telemetry.append(tenant, spanBatch(...rows), { quota })),
  );
  const after = cpu(postmaster);
  const perSpan = (from: number, to: number) => ((to - from) / spanCount).toFixed(1);
  console.log(
    `spans: ${perSpan(before.own, after.own)} µs CPU of ours and ${perSpan(before.postgres, after.postgres)} µs of ` +
      `PostgreSQL's per span, ${Math.round(spanCount / seconds).toLocaleString("en")} spans/s ` +
      `(${telemetry.counters.transactions} transactions)`,
  );
}

async function clients<T>(count: number, work: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const queue = work.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of queue) await run(item);
    }),
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** CPU used so far by this process and by PostgreSQL's, in µs. */
function cpu(postmaster: number): { own: number; postgres: number } {
  const { user, system } = process.cpuUsage();
  return { own: user + system, postgres: familyCpuMicros(postmaster) };
}

function anEvent(): EventRecord {
  return {
    eventId: randomUUID(),
    source: "server",
    time: Date.now() - Math.floor(Math.random() * 10_000),
    level: 50,
    message: "Cannot read properties of undefined (reading 'price')",
    release: "web@4.12.0",
    stage: "production",
    platform: "node",
    exceptionType: "TypeError",
    exceptionValue: "Cannot read properties of undefined (reading 'price')",
    traceId: randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    mayNeedSymbols: false,
    isProblem: false,
    payloadJson: JSON.stringify(errorDetails()),
  };
}

function aSpanBatch(): SpanRecord[] {
  const strings = (keys: string[]) =>
    JSON.stringify(keys.map((key) => ({ key, value: { stringValue: `value of ${key}` } })));
  const resourceJson = strings(["service.name", "service.version", "service.instance.id", "host.name", "os.type"]);
  const scopeJson = JSON.stringify({ name: "@opentelemetry/instrumentation-http", version: "0.57.0", attributes: [] });
  const attributesJson = strings([
    ...["http.request.method", "url.full", "http.route", "http.response.status_code", "server.address"],
    ...["server.port", "client.address", "user_agent.original", "network.protocol.version", "thread.id"],
  ]);
  let traceId = randomBytes(16);
  return Array.from({ length: 512 }, (_, index) => {
    if (index % 8 === 0) traceId = randomBytes(16);
    const start = BigInt(Date.now()) * 1_000_000n - BigInt(Math.floor(Math.random() * 5e9));
    return {
      traceId,
      spanId: randomBytes(8),
      parentSpanId: index % 8 === 0 ? null : randomBytes(8),
      traceState: "",
      flags: 257,
      name: "GET /api/v1/items/:id",
      kind: 2,
      startTimeUnixNano: start,
      endTimeUnixNano: start + 12_345_678n,
      statusCode: 0,
      statusMessage: "",
      serviceName: "checkout",
      attributesJson,
      eventsJson: "[]",
      linksJson: "[]",
      resourceJson,
      scopeJson,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  });
}
