/** Reads the spans back that an outline names. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { SpanRecord, Tenant } from "../../records.ts";
import { hasStack } from "../../symbols/symbolication/otlp-stack.ts";
import { spanSubject } from "../../symbols/symbolication/subjects.ts";
import { listChunks, readChunks, steadily } from "../blocks/chunks.ts";
import type { BodyOf, HeadOf } from "../blocks/kind.ts";
import { hexOf } from "../ids.ts";
import { type SpanRecords, spanRecords } from "../span-records.ts";
import { type StoredSymbolication, type SymbolicationKey, symbolicationsOf } from "./symbolications.ts";
import { answerBounds, type OutlinedSpan } from "./trace-outline.ts";

/** Without its resource, which its process has. */
export interface StoredSpan extends Omit<SpanRecord, "resourceJson" | "serviceName"> {
  readonly receivedAt: Date;
  /** Of the stacks in its events; null when there are none that symbols could help. */
  readonly symbolication: StoredSymbolication | null;
}

type ReadSpan = Omit<StoredSpan, "symbolication">;

/** Characters of the name of a span that is not shown whole. */
const reducedName = 1_000;
/** The scope that is shown for one that is too large. */
const noScope = '{"name":"","version":"","attributes":[]}';

/** In the order of `keys`; undefined for what is not there any more. */
export async function readSpans(
  db: Queryable,
  tenant: Tenant,
  keys: readonly OutlinedSpan[],
  { largest } = answerBounds,
): Promise<(StoredSpan | undefined)[]> {
  const spans = await steadily(async () => {
    const read = new Map<OutlinedSpan, ReadSpan>();
    await readWhereTheyWere(db, tenant, keys, largest, read);
    await readElsewhere(
      db,
      tenant,
      keys.filter((key) => !read.has(key)),
      largest,
      read,
    );
    return keys.map((key) => read.get(key));
  });
  const symbolications = await symbolicationsOf(
    db,
    tenant,
    "span",
    spans.map((span) => (span === undefined ? null : symbolicationKey(span))),
  );
  return spans.map((span, index) => span && { ...span, symbolication: symbolications[index] ?? null });
}

async function readWhereTheyWere(
  db: Queryable,
  tenant: Tenant,
  keys: readonly OutlinedSpan[],
  largest: number,
  read: Map<OutlinedSpan, ReadSpan>,
): Promise<void> {
  const byChunk = Map.groupBy(keys, ({ chunk }) => chunk);
  for await (const { about, head, body } of readChunks(db, spanRecords, tenant, [...byChunk.keys()], true, {
    skipsGone: true,
  }))
    for (const key of byChunk.get(about) ?? []) {
      // After a failover another chunk may have its place.
      if (key.index < head.time.length && nameOf(head, key.index) === nameOfKey(key))
        read.set(key, storedSpan(head, body as BodyOf<SpanRecords>, key.index, key.reduced, largest));
    }
}

/** Compaction has moved them since they were outlined. */
async function readElsewhere(
  db: Queryable,
  tenant: Tenant,
  keys: readonly OutlinedSpan[],
  largest: number,
  read: Map<OutlinedSpan, ReadSpan>,
): Promise<void> {
  if (keys.length === 0) return;
  const byName = new Map(keys.map((key) => [nameOfKey(key), key]));
  const traces = [...new Set(keys.map(({ traceId }) => traceId))];
  const tokens = [{ column: "ids", quality: "trace", values: traces }] as const;
  const listed = await listChunks(db, spanRecords, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, tokens });
  for await (const { head, body } of readChunks(db, spanRecords, tenant, listed, true))
    for (let index = 0; index < head.time.length; index++) {
      const key = byName.get(nameOf(head, index));
      if (key !== undefined) read.set(key, storedSpan(head, body as BodyOf<SpanRecords>, index, key.reduced, largest));
    }
}

function nameOf(head: HeadOf<SpanRecords>, index: number): string {
  const [trace, span] = [head.traceId.get(index), head.spanId.get(index)] as [Uint8Array, Uint8Array];
  return `${hexOf(trace)}${hexOf(span)} ${head.receivedAt.get(index)}`;
}

const nameOfKey = ({ traceId, spanId, receivedAt }: OutlinedSpan): string => `${traceId}${spanId} ${receivedAt}`;

/** Null for spans without a stack, which are most of them. */
function symbolicationKey({ eventsJson, traceId, spanId, receivedAt }: ReadSpan): SymbolicationKey | null {
  return hasStack(eventsJson) ? { subject: spanSubject(traceId, spanId), receivedAt } : null;
}

function storedSpan(
  head: HeadOf<SpanRecords>,
  body: BodyOf<SpanRecords>,
  index: number,
  reduced: boolean,
  largest: number,
): ReadSpan {
  const start = head.time.get(index);
  const name = head.name.get(index);
  const scope = head.scope.get(index);
  const list = (json: string) => (reduced || json === "" ? "[]" : json);
  return {
    receivedAt: new Date(Number(head.receivedAt.get(index))),
    traceId: head.traceId.get(index) as Uint8Array,
    spanId: head.spanId.get(index) as Uint8Array,
    parentSpanId: head.parentId.get(index),
    traceState: reduced ? "" : body.traceState.get(index),
    flags: head.flags.get(index),
    name: reduced ? name.slice(0, reducedName) : name,
    kind: head.kind.get(index),
    startTimeUnixNano: start,
    endTimeUnixNano: start + head.duration.get(index),
    statusCode: head.status.get(index),
    statusMessage: reduced ? "" : body.statusMessage.get(index),
    attributesJson: list(body.attributes.get(index)),
    eventsJson: list(body.events.get(index)),
    linksJson: list(body.links.get(index)),
    scopeJson: scope.length > largest ? noScope : scope,
    droppedAttributesCount: head.droppedAttributes.get(index),
    droppedEventsCount: head.droppedEvents.get(index),
    droppedLinksCount: head.droppedLinks.get(index),
  };
}
