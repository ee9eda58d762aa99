/** Calls between services, as the stored spans tell. */
import { Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks, newestChunks, readChunks, steadily } from "../blocks/chunks.ts";
import { type HeadOf, millisecondsOf, writeIdentity } from "../blocks/kind.ts";
import { IdentityTable } from "../blocks/recent.ts";
import { hexOf } from "../ids.ts";
import { dayMs } from "../partitions.ts";
import { type SpanRecords, spanRecords } from "../span-records.ts";
import { defaultScanBudget } from "./scan-pace.ts";
import { listServices } from "./services.ts";

export interface ServiceDependency {
  /** The service that calls. */
  readonly parent: string;
  readonly child: string;
  /** Spans of the child whose parent span is the other service's. */
  readonly callCount: number;
}

/** Spans that are looked at, the newest of each service in equal shares. */
const maxSpansPerGraph = 20_000;
const maxDependencies = 10_000;
/** Traces that are looked up by their ids, where a parent does not lie with those that it called. */
const maxTraces = 500;

interface Period {
  readonly start: bigint;
  readonly end: bigint;
}

interface CalledSpan {
  readonly service: string;
  readonly traceId: Uint8Array;
  readonly parentId: Uint8Array;
  /** Of the parent, once it is found. */
  caller: string | undefined;
}

/** Of spans that start between the two moments (nanoseconds since the Unix epoch, both included), by name. */
export async function listDependencies(db: Queryable, tenant: Tenant, period: Period): Promise<ServiceDependency[]> {
  const services = await listServices(db, tenant);
  if (services.length === 0) return [];
  const called = await steadily(async () => {
    const { spans, chunks } = await newestOf(
      db,
      tenant,
      period,
      Math.ceil(maxSpansPerGraph / services.length),
      services.length,
    );
    await findCallers(db, tenant, spans, chunks);
    const left = spans.filter(({ caller }) => caller === undefined);
    const traces = [...new Set(left.map(({ traceId }) => hexOf(traceId)))].slice(0, maxTraces);
    const wanted = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const tokens = [{ column: "ids", quality: "trace", values: traces }] as const;
    if (traces.length > 0)
      await findCallers(db, tenant, left, await listChunks(db, spanRecords, tenant, { ...wanted, tokens }));
    return spans;
  });
  const calls = new Map<string, ServiceDependency>();
  for (const { service: child, caller: parent } of called) {
    if (parent === undefined || parent === child) continue;
    const key = `${parent}\0${child}`;
    calls.set(key, { parent, child, callCount: (calls.get(key)?.callCount ?? 0) + 1 });
  }
  const byName = [...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, dependency]) => dependency);
  return byName.slice(0, maxDependencies);
}

/** The newest spans of each service that were called by another, and where they lie. */
async function newestOf(
  db: Queryable,
  tenant: Tenant,
  { start, end }: Period,
  each: number,
  services: number,
): Promise<{ readonly spans: CalledSpan[]; readonly chunks: ChunkAbout[] }> {
  const started = performance.now();
  const spans: CalledSpan[] = [];
  const chunks: ChunkAbout[] = [];
  const left = new Map<string, number>();
  let full = 0;
  const fromMs = millisecondsOf(start);
  const period = { fromMs, toMs: millisecondsOf(end), receivedFrom: fromMs - dayMs };
  for await (const { about, head } of newestChunks(db, spanRecords, tenant, period, false)) {
    chunks.push(about);
    for (const index of newestFirst(head)) {
      const at = head.time.get(index);
      if (at < start || at > end) continue;
      const service = head.service.get(index);
      const room = left.get(service) ?? each;
      if (room === 0) continue;
      left.set(service, room - 1);
      if (room === 1) full++;
      const [traceId, parentId] = [head.traceId.get(index), head.parentId.get(index)];
      if (traceId !== null && parentId !== null) spans.push({ service, traceId, parentId, caller: undefined });
    }
    if (full === services || performance.now() - started > defaultScanBudget.scanMs) break;
  }
  return { spans, chunks };
}

function newestFirst({ time }: HeadOf<SpanRecords>): number[] {
  return Array.from({ length: time.length }, (_, index) => index).sort((a, b) => Number(time.get(b) - time.get(a)));
}

async function findCallers(
  db: Queryable,
  tenant: Tenant,
  spans: readonly CalledSpan[],
  chunks: readonly ChunkAbout[],
): Promise<void> {
  const slice = new Slice();
  const byParent = Map.groupBy(spans, ({ traceId, parentId }) => `${hexOf(traceId)}${hexOf(parentId)}`);
  const parents = [...byParent.values()];
  const identities = new Uint32Array(2 * parents.length);
  for (const [at, [first]] of parents.entries())
    if (first !== undefined) writeIdentity(identities, 2 * at, first.traceId, first.parentId);
  const table = new IdentityTable(identities);
  const words = new Uint32Array(2);
  for await (const { head } of readChunks(db, spanRecords, tenant, chunks, false))
    for (let index = 0; index < head.time.length; index++) {
      if (slice.isOver) await slice.next();
      const [traceId, spanId] = [head.traceId.get(index), head.spanId.get(index)];
      if (traceId === null || spanId === null) continue;
      writeIdentity(words, 0, traceId, spanId);
      const at = table.find(words[0] as number, words[1] as number);
      for (const span of parents[at] ?? []) span.caller ??= head.service.get(index);
    }
}
