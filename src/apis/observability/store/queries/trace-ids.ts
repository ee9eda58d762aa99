// SQL: the newest spans of several services at once, by one index, and no further than a bound.
/** Finds traces by what one of their spans is. Whatever is asked, a search costs a bounded amount of work. */
import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText, maxIndexedLength } from "../../indexed-text.ts";
import type { Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";
import { defaultScanBudget, type ScanBudget, ScanPace } from "./scan-pace.ts";
import { everyService } from "./services.ts";
import { type SearchedTag, searchedTags, tagCondition } from "./tags.ts";

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
  /** There are more services, or resources, than were searched. */
  readonly partial: boolean;
}

/** The spans of one service, looked at from the newest back. */
interface Lane {
  readonly service: string;
  /** Of the last span that was looked at: its start, trace and id. */
  readonly position: readonly [start: bigint, traceId: string, spanId: string];
}

/** Lanes that one step goes along: most of them in the first step, then those that are furthest behind. */
const mostLanes = 1_000;
const lanesBehind = 32;
/** Spans of one lane in a step at least. */
const leastOfLane = 20;
/** One step over everything costs no more than reading a few pages of the list. */
const traceBudget: ScanBudget = { ...defaultScanBudget, firstStep: 1_000 };
const lowestId = "00000000-0000-0000-0000-000000000000";

export async function findTraceIds(
  db: Queryable,
  tenant: Tenant,
  search: TraceSearch,
  budget: ScanBudget = traceBudget,
): Promise<FoundTraces> {
  const pace = new ScanPace(budget);
  const { services, more } =
    search.service === undefined
      ? await everyService(db, tenant)
      : { services: [indexedText(search.service)], more: false };
  const { tags, cut } = await searchedTags(db, tenant, search.tags ?? {});
  const partial = more || cut;
  const found = new Map<string, bigint>();
  const newest = () => [...found].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, search.limit);
  const ids = () => newest().map(([id]) => id);
  let lanes = services.map((service): Lane => ({ service, position: [search.end + 1n, lowestId, "0"] }));
  for (let first = true; ; first = first && lanes.length > mostLanes) {
    // A trace that starts before that may be preceded by one that has not been read.
    const frontier = lanes.reduce<bigint | null>((latest, { position: [start] }) => later(latest, start), null);
    if (frontier === null) return { ids: ids(), stoppedAt: null, partial };
    const enough = newest();
    if (enough.length === search.limit && enough.every(([, start]) => start >= frontier))
      return { ids: ids(), stoppedAt: null, partial };
    if (frontier <= search.end && !pace.goesOn()) return { ids: ids(), stoppedAt: frontier, partial };

    lanes.sort(({ position: [a] }, { position: [b] }) => (a < b ? 1 : a > b ? -1 : 0));
    const along = lanes.slice(0, first ? mostLanes : lanesBehind);
    const each = Math.max(leastOfLane, Math.floor(pace.step / along.length));
    const { matches, ends } = await lookAlong(db, tenant, search, tags, along, each);
    for (const [id, start] of matches) found.set(id, later(found.get(id) ?? null, start));
    lanes = [...ends, ...lanes.slice(along.length)];
  }
}

function later(known: bigint | null, start: bigint): bigint {
  return known === null || start > known ? start : known;
}

interface StepRow {
  /** The number of a lane that goes on after this span; null for a trace that was found. */
  readonly lane: string | null;
  readonly trace_id: Buffer;
  readonly span_id: string | null;
  readonly start: string;
}

/** Looks at the next spans of each lane. Returns what matches, and the lanes that go on. */
async function lookAlong(
  db: Queryable,
  tenant: Tenant,
  search: TraceSearch,
  tags: readonly SearchedTag[],
  lanes: readonly Lane[],
  each: number,
): Promise<{ readonly matches: readonly (readonly [string, bigint])[]; readonly ends: Lane[] }> {
  const filter = new TenantFilter(tenant)
    .where(String(search.start), (at) => `start_time_unix_nano >= ${at}::bigint`)
    .receivedSince(new Date(Number(search.start / 1_000_000n)));
  const { operation, minDuration, maxDuration } = search;
  const duration = "end_time_unix_nano - start_time_unix_nano";
  const conditions = [
    ...(operation === undefined
      ? []
      : [`left(name, ${maxIndexedLength}) = left(${filter.bind(operation)}, ${maxIndexedLength})`]),
    ...(minDuration === undefined ? [] : [`${duration} >= ${filter.bind(String(minDuration))}::bigint`]),
    ...(maxDuration === undefined ? [] : [`${duration} <= ${filter.bind(String(maxDuration))}::bigint`]),
    ...tags.map((tag) => tagCondition(filter, tag)),
  ];
  const column = (index: 0 | 1 | 2) => filter.bind(lanes.map(({ position }) => String(position[index])));
  const [starts, traceIds, spanIds] = [column(0), column(1), column(2)];
  // Index spans_by_service (project_id, environment, service_name, start_time_unix_nano), backwards.
  const { rows } = await db.query<StepRow>(
    `WITH looked_at AS MATERIALIZED (
       SELECT lane, trace_id, span_id, start_time_unix_nano AS start, matching, place
       FROM unnest(${filter.bind(lanes.map(({ service }) => service))}::text[], ${starts}::bigint[],
           ${traceIds}::uuid[], ${spanIds}::bigint[])
         WITH ORDINALITY AS wanted (service, before, before_trace, before_span, lane), LATERAL (
         SELECT *, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place FROM (
           SELECT trace_id, span_id, start_time_unix_nano, ${conditions.join(" AND ") || "true"} AS matching
           FROM spans
           WHERE ${filter} AND service_name = wanted.service AND (start_time_unix_nano, trace_id, span_id)
             < (wanted.before, wanted.before_trace, wanted.before_span)
           ORDER BY start_time_unix_nano DESC, trace_id DESC, span_id DESC LIMIT ${each}
         ) AS newest
       ) AS counted
     )
     SELECT NULL::bigint AS lane, uuid_send(trace_id) AS trace_id, NULL::bigint AS span_id, max(start) AS start
     FROM looked_at WHERE matching GROUP BY trace_id
     UNION ALL
     SELECT lane, uuid_send(trace_id), span_id, start FROM looked_at WHERE place = ${each}`,
    filter.values,
  );
  return {
    matches: rows.filter(({ lane }) => lane === null).map((row) => [row.trace_id.toString("hex"), BigInt(row.start)]),
    ends: rows.flatMap(({ lane, trace_id, span_id, start }) => {
      const service = lane === null ? undefined : lanes[Number(lane) - 1]?.service;
      if (service === undefined || span_id === null) return [];
      return [{ service, position: [BigInt(start), trace_id.toString("hex"), span_id] as const }];
    }),
  };
}
