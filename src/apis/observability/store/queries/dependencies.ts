/** Calls between services, as the stored spans tell. */
import { Slice, type Sliceable } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { slicedOrder } from "../../metrics/sliced-sort.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks, newestChunks, readChunks, steadily } from "../blocks/chunks.ts";
import { type HeadOf, millisecondsOf, writeIdentity } from "../blocks/kind.ts";
import { defaultBudget } from "../blocks/list.ts";
import { IdentityTable } from "../blocks/recent.ts";
import { hexOf } from "../ids.ts";
import { type SpanRecords, spanRecords } from "../span-records.ts";
import { listServices } from "./services.ts";

/** Counts and durations of a group of spans. */
export interface SpanFigures {
  readonly spans: number;
  /** Those whose status is an error. */
  readonly errors: number;
  /** In microseconds. */
  readonly medianDuration: number;
  readonly p95Duration: number;
}

export interface ServiceCalls extends SpanFigures {
  /** The service that calls. */
  readonly parent: string;
  /** Its spans have parent spans of the other service. */
  readonly child: string;
}

export interface ServiceMap {
  /** By name. */
  readonly services: (SpanFigures & { readonly service: string })[];
  /** By the names of both. */
  readonly calls: ServiceCalls[];
  /** There were more spans than were looked at. */
  readonly isSample: boolean;
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

interface SeenSpan {
  readonly service: string;
  /** In microseconds. */
  readonly duration: number;
  readonly isError: boolean;
}

interface CalledSpan extends SeenSpan {
  readonly traceId: Uint8Array;
  readonly parentId: Uint8Array;
  /** Of the parent, once it is found. */
  caller: string | undefined;
}

/** OTLP's status of a failure. */
const errorStatus = 2;

/** Of spans that start between the two moments (nanoseconds since the Unix epoch, both included). */
export async function serviceMap(db: Queryable, tenant: Tenant, period: Period): Promise<ServiceMap> {
  const services = await listServices(db, tenant);
  if (services.length === 0) return { services: [], calls: [], isSample: false };
  const { seen, called, isSample } = await steadily(async () => {
    const each = Math.ceil(maxSpansPerGraph / services.length);
    const { seen, called, chunks, isSample } = await newestOf(db, tenant, period, each, services.length);
    await findCallers(db, tenant, called, chunks);
    const left = called.filter(({ caller }) => caller === undefined);
    const traces = [...new Set(left.map(({ traceId }) => hexOf(traceId)))].slice(0, maxTraces);
    const wanted = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const tokens = [{ column: "ids", quality: "trace", values: traces }] as const;
    if (traces.length > 0)
      await findCallers(db, tenant, left, await listChunks(db, spanRecords, tenant, { ...wanted, tokens }));
    return { seen, called, isSample };
  });
  const between = called.filter(({ service, caller }) => caller !== undefined && caller !== service);
  const calls = [...Map.groupBy(between, ({ caller, service }) => `${caller}\0${service}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxDependencies)
    .map(([, spans]) => {
      const [{ caller: parent = "", service: child }] = spans as [CalledSpan];
      return { parent, child, ...figuresOf(spans) };
    });
  const byService = [...Map.groupBy(seen, ({ service }) => service)].sort(([a], [b]) => (a < b ? -1 : 1));
  return { services: byService.map(([service, spans]) => ({ service, ...figuresOf(spans) })), calls, isSample };
}

function figuresOf(spans: readonly SeenSpan[]): SpanFigures {
  const durations = Float64Array.from(spans, ({ duration }) => duration).sort();
  const quantile = (part: number) => durations[Math.ceil(part * durations.length) - 1] ?? 0;
  return {
    spans: spans.length,
    errors: spans.filter(({ isError }) => isError).length,
    medianDuration: quantile(0.5),
    p95Duration: quantile(0.95),
  };
}

/** The newest spans of each service, those of them that have a parent, and where they lie. */
async function newestOf(
  db: Queryable,
  tenant: Tenant,
  { start, end }: Period,
  each: number,
  services: number,
): Promise<{ seen: SeenSpan[]; called: CalledSpan[]; chunks: ChunkAbout[]; isSample: boolean }> {
  const started = performance.now();
  const seen: SeenSpan[] = [];
  const called: CalledSpan[] = [];
  let isSample = false;
  const chunks: ChunkAbout[] = [];
  const left = new Map<string, number>();
  let full = 0;
  const fromMs = millisecondsOf(start);
  const period = { fromMs, toMs: millisecondsOf(end), receivedFrom: fromMs - dayMs };
  const slice = new Slice();
  for await (const { about, head, next } of newestChunks(db, spanRecords, tenant, period, false)) {
    chunks.push(about);
    slice.begin();
    for (const index of await slice.run(newestFirst(head))) {
      if (slice.isOver) await slice.next();
      const at = head.time.get(index);
      if (at < start || at > end) continue;
      const service = head.service.get(index);
      const room = left.get(service) ?? each;
      if (room === 0) {
        isSample = true;
        continue;
      }
      left.set(service, room - 1);
      if (room === 1) full++;
      const span = {
        service,
        duration: Math.max(0, Math.round(Number(head.duration.get(index)) / 1_000)),
        isError: head.status.get(index) === errorStatus,
      };
      seen.push(span);
      const [traceId, parentId] = [head.traceId.get(index), head.parentId.get(index)];
      if (traceId !== null && parentId !== null) called.push({ ...span, traceId, parentId, caller: undefined });
    }
    if (full === services || performance.now() - started > defaultBudget.scanMs) {
      isSample ||= next !== null;
      break;
    }
  }
  return { seen, called, chunks, isSample };
}

/** Sorts by times in floating point, which are exact to a fraction of a microsecond: 64-bit integers are objects and slow to compare. */
function* newestFirst({ time: { values } }: HeadOf<SpanRecords>): Sliceable<Uint32Array> {
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const times = new Float64Array(values.length);
  for (let i = 0; i < times.length; i++) {
    times[i] = (words[2 * i + 1] as number) * 2 ** 32 + ((words[2 * i] as number) >>> 0);
    if (i % 4_096 === 0) yield;
  }
  return yield* slicedOrder(times.length, (a, b) => (times[b] as number) - (times[a] as number));
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
