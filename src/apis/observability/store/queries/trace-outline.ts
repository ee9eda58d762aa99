/**
 * The outline of an answer about traces, decided from sizes alone before any span is read. So the answer's text can be written span by
 * span, and its bounds are known when it begins.
 */
import { Slice } from "#src/http/event-loop.ts";
import { keyOfText } from "#src/http/long-text.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks, readChunks, steadily } from "../blocks/chunks.ts";
import { hexOf } from "../ids.ts";
import { spanRecords } from "../span-records.ts";

export interface OutlinedTrace {
  /** 32 hex characters. */
  readonly traceId: string;
  /** By their start. */
  readonly spans: readonly OutlinedSpan[];
  /** In the order of the spans that come from them. */
  readonly processes: readonly OutlinedProcess[];
  /** The trace has more spans. */
  readonly truncated: boolean;
  /** A resource or scope is too large to be shown. */
  readonly withoutSource: boolean;
}

export interface OutlinedSpan {
  readonly traceId: string;
  /** 16 hex characters. */
  readonly spanId: string;
  /** Milliseconds since the epoch: a plan of many spans waits for its reader, in as little memory as it can. */
  readonly receivedAt: number;
  /** Where it lies, unless compaction has moved it since. */
  readonly chunk: ChunkAbout;
  readonly index: number;
  /** The index of its process in the trace. */
  readonly process: number;
  /** Too large to be shown whole. */
  readonly reduced: boolean;
  /** The size of its text with its scope's, roughly. */
  readonly bytes: number;
}

export interface OutlinedProcess {
  readonly serviceName: string;
  /** KeyValue[] in JSON; an empty list where it is too large. Spans of one chunk share the text. */
  readonly resourceJson: string;
}

export interface Outline {
  readonly traces: readonly OutlinedTrace[];
  /** Traces that do not fit the answer, beside those that are truncated. */
  readonly leftOut: number;
}

export interface AnswerBounds {
  readonly spansOfTrace: number;
  readonly spans: number;
  /** Text of the spans and processes of the whole answer, and of one span, resource or scope. */
  readonly bytes: number;
  readonly largest: number;
}

export const answerBounds: AnswerBounds = {
  spansOfTrace: 10_000,
  spans: 50_000,
  bytes: 16 * 1024 * 1024,
  largest: 1024 * 1024,
};

/** Of a span's JSON beside its own text. */
const spanFrameBytes = 400;
const processFrameBytes = 60;

interface Spanned {
  readonly spanId: string;
  readonly receivedAt: number;
  readonly start: bigint;
  readonly chunk: ChunkAbout;
  readonly index: number;
  readonly service: string;
  readonly resource: string;
  readonly scopeBytes: number;
  readonly bytes: number;
}

/** Spans of one trace: of repeats, the one that came first. */
class SpansOfTrace {
  readonly #most: number;
  readonly #byId = new Map<string, Spanned>();
  isMore = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(span: Spanned): void {
    const known = this.#byId.get(span.spanId);
    if (known === undefined && this.#byId.size === this.#most) this.isMore = true;
    else if (known === undefined || span.receivedAt < known.receivedAt) this.#byId.set(span.spanId, span);
  }

  get byStart(): Spanned[] {
    return [...this.#byId.values()].sort(({ start: a }, { start: b }) => (a < b ? -1 : Number(a > b)));
  }
}

/** In the order of `ids` (32 hex characters each), those that exist. */
export async function outlineTraces(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  bounds: AnswerBounds = answerBounds,
): Promise<Outline> {
  const most = Math.min(bounds.spansOfTrace, Math.floor(bounds.spans / Math.max(1, ids.length)));
  const found = await steadily(() => spansOf(db, tenant, ids, most));
  const budget = new Budget(bounds);
  const traces: OutlinedTrace[] = [];
  const slice = new Slice();
  for (const [id, spans] of found) {
    if (budget.spent) break;
    if (slice.isOver) await slice.next();
    traces.push(budget.take(id, spans.byStart, spans.isMore));
  }
  return { traces, leftOut: found.size - traces.length };
}

async function spansOf(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  most: number,
): Promise<Map<string, SpansOfTrace>> {
  const all = new Map(ids.map((id) => [id, new SpansOfTrace(most)]));
  const tokens = [{ column: "ids", quality: "trace", values: [...all.keys()] }] as const;
  const listed = await listChunks(db, spanRecords, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, tokens });
  const found = new Set<string>();
  const slice = new Slice();
  // The earliest first: where a trace has too many spans, its beginning is shown.
  for await (const { about: chunk, head } of readChunks(db, spanRecords, tenant, listed.toReversed(), false)) {
    const wanted = head.traceId.values.map((id) => all.get(hexOf(id as Uint8Array)));
    if (wanted.every((spans) => spans === undefined)) continue;
    for (const [place, id] of head.traceId.values.entries())
      if (wanted[place] !== undefined) found.add(hexOf(id as Uint8Array));
    for (let index = 0; index < chunk.items; index++) {
      const spans = wanted[head.traceId.places[index] as number];
      if (spans === undefined) continue;
      if (slice.isOver) await slice.next();
      spans.add({
        spanId: hexOf(head.spanId.get(index) as Uint8Array),
        receivedAt: Number(head.receivedAt.get(index)),
        start: head.time.get(index),
        chunk,
        index,
        service: head.service.get(index),
        resource: head.resource.get(index),
        scopeBytes: head.scope.get(index).length,
        bytes: head.bytes.get(index),
      });
    }
  }
  return new Map([...all].filter(([id]) => found.has(id)));
}

/** The bytes of an answer, taken by its spans one by one. */
class Budget {
  readonly #bounds: AnswerBounds;
  #left: number;
  spent = false;

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
    this.#left = bounds.bytes;
  }

  take(traceId: string, all: readonly Spanned[], more: boolean): OutlinedTrace {
    const { largest } = this.#bounds;
    const spans: OutlinedSpan[] = [];
    const processes: OutlinedProcess[] = [];
    const known = new Map<string, number>();
    let withoutSource = false;
    for (const { spanId, receivedAt, chunk, index, service, resource, scopeBytes, bytes: own } of all) {
      const reduced = own > largest;
      const resourceJson = resource.length > largest ? "[]" : resource;
      withoutSource ||= resource.length > largest || scopeBytes > largest;
      const bytes = spanFrameBytes + (reduced ? 0 : own) + (scopeBytes > largest ? 0 : scopeBytes);
      const origin = `${service}\n${keyOfText(resource)}`;
      let process = known.get(origin);
      this.#left -= bytes + (process === undefined ? processFrameBytes + service.length + resourceJson.length : 0);
      if (this.#left < 0) {
        this.spent = true;
        return { traceId, spans, processes, truncated: true, withoutSource };
      }
      if (process === undefined) {
        process = processes.length;
        known.set(origin, process);
        processes.push({ serviceName: service, resourceJson });
      }
      spans.push({ traceId, spanId, receivedAt, chunk, index, process, reduced, bytes });
    }
    return { traceId, spans, processes, truncated: more, withoutSource };
  }
}
