/** Finds traces by what one of their spans is. Whatever is asked, a search costs a bounded amount of work. */
import { Slice } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText } from "../../indexed-text.ts";
import type { Tenant } from "../../records.ts";
import { newestChunks, steadily, tokenOf, type Wanted } from "../blocks/chunks.ts";
import { type BodyOf, type HeadOf, millisecondsOf } from "../blocks/kind.ts";
import { defaultBudget, type PageBudget } from "../blocks/list.ts";
import { hexOf } from "../ids.ts";
import { type SpanRecords, spanRecords } from "../span-records.ts";
import { meaningOf, tagMatcher, tagParts, wantedTag } from "../span-tags.ts";

/** A trace is found when one of its spans meets all of it. */
export interface TraceSearch {
  readonly service?: string | undefined;
  readonly operation?: string | undefined;
  /** Attributes of the span or its resource, values as text. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Bounds of the span's duration in nanoseconds. */
  readonly minDuration?: bigint | undefined;
  readonly maxDuration?: bigint | undefined;
  /** The span starts in this window, both ends included, in nanoseconds since the Unix epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly limit: number;
}

export interface FoundTraces {
  /** Hex, by the start of their latest matching span, the newest first. */
  readonly ids: readonly string[];
  /** Where the search stopped before it had found enough or seen everything: at spans that start then (nanoseconds). */
  readonly stoppedAt: bigint | null;
}

export async function findTraceIds(
  db: Queryable,
  tenant: Tenant,
  search: TraceSearch,
  { scanMs }: Pick<PageBudget, "scanMs"> = defaultBudget,
): Promise<FoundTraces> {
  const tags = Object.entries(search.tags ?? {});
  return await steadily(async () => {
    const slice = new Slice();
    let found: [id: string, start: bigint][] = [];
    const done = (stoppedAt: bigint | null): FoundTraces => ({ ids: found.map(([id]) => id), stoppedAt });
    const chunks = newestChunks(db, spanRecords, tenant, wantedBy(search), tags.length > 0, { scanMs });
    for await (const { about, head, body, next, isOver } of chunks) {
      const starts = new Map(found);
      const matches = matcher(search, head, body);
      for (let index = 0; index < about.items; index++) {
        if (!matches(index)) continue;
        const id = hexOf(head.traceId.get(index) as Uint8Array);
        const start = head.time.get(index);
        if ((starts.get(id) ?? -1n) < start) starts.set(id, start);
      }
      found = [...starts].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, search.limit);
      if (next === null) break;
      const last = found.at(-1);
      if (found.length === search.limit && last !== undefined && millisecondsOf(last[1]) > next) break;
      if (isOver()) return done(BigInt(next) * 1_000_000n + 999_999n);
      if (slice.isOver) await slice.next();
    }
    return done(null);
  });
}

function wantedBy({ service, operation, tags = {}, start, end }: TraceSearch): Wanted {
  const fromMs = millisecondsOf(start);
  return {
    fromMs,
    toMs: millisecondsOf(end),
    // Clocks are no more than a day ahead of the receipt.
    receivedFrom: fromMs - dayMs,
    tokens: [
      ...tokenOf("service", service && indexedText(service)),
      ...tokenOf("operation", operation && indexedText(operation)),
    ],
    tags: Object.entries(tags).map(([key, value]) => wantedTag(key, value)),
  };
}

/** `body` is there where the search has tags. Cheap comparisons come first: each 64-bit number is an object. */
function matcher(
  { service, operation, tags = {}, minDuration, maxDuration, start, end }: TraceSearch,
  head: HeadOf<SpanRecords>,
  body: BodyOf<SpanRecords> | null,
): (index: number) => boolean {
  const isService = head.service.values.map((name) => service === undefined || name === indexedText(service));
  const isOperation = head.name.values.map(
    (name) => operation === undefined || indexedText(name) === indexedText(operation),
  );
  const wanted = Object.entries(tags).map(([key, value]) => {
    const holds = tagMatcher(key, value);
    const isNear = body?.attributes.mayHave(tagParts(value));
    return { holds, isNear, ...meaningOf(key, value), ofResource: head.resource.values.map(holds) };
  });
  const isTimely = (index: number): boolean => {
    const at = head.time.get(index);
    return at >= start && at <= end;
  };
  const isLongEnough = (index: number): boolean => minDuration === undefined || head.duration.get(index) >= minDuration;
  const isShortEnough = (index: number): boolean =>
    maxDuration === undefined || head.duration.get(index) <= maxDuration;
  return (index) =>
    isService[head.service.places[index] as number] === true &&
    isOperation[head.name.places[index] as number] === true &&
    wanted.every(
      ({ holds, isNear, kind, status, ofResource }) =>
        ofResource[head.resource.places[index] as number] === true ||
        (kind !== null && head.kind.get(index) === kind) ||
        (status !== null && head.status.get(index) === status) ||
        (body !== null && isNear?.[index] === 1 && holds(body.attributes.get(index))),
    ) &&
    isLongEnough(index) &&
    isShortEnough(index) &&
    isTimely(index);
}
