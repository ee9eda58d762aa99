// SQL: one search over several services at once, and the spans of many traces by one index.
/** Finds traces and reads them back. */

import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText, maxIndexedLength } from "../../indexed-text.ts";
import type { SpanRecord, Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";
import { listServices } from "./services.ts";
import { sourcesOf, unknownSource } from "./sources.ts";
import { tagCondition } from "./tags.ts";

export interface StoredSpan extends SpanRecord {
  readonly receivedAt: Date;
}

export interface StoredTrace {
  /** 32 hex characters. */
  readonly traceId: string;
  readonly spans: StoredSpan[];
  /** There are more spans than `spans` holds. */
  readonly truncated: boolean;
}

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

/** Spans of one trace that are read at most. */
export const maxSpansPerTrace = 10_000;
/** Spans of all traces of a search together. */
export const maxSpansPerSearch = 50_000;

/** Matching spans that one step of a search looks at, in one service and in each of several. */
const stepInOneService = 1_000;
const stepInServices = 200;

/** The newest traces, by the start of their latest matching span. */
export async function findTraces(db: Queryable, tenant: Tenant, search: TraceSearch): Promise<StoredTrace[]> {
  const ids = await findTraceIds(db, tenant, search);
  return readTraces(db, tenant, ids, Math.floor(maxSpansPerSearch / Math.max(1, ids.length)));
}

/** Null when there is no such trace. `traceId` is 32 hex characters. */
export async function getTrace(db: Queryable, tenant: Tenant, traceId: string): Promise<StoredTrace | null> {
  const [trace] = await readTraces(db, tenant, [traceId.toLowerCase()], maxSpansPerTrace);
  return trace ?? null;
}

/** Hex, newest first. */
async function findTraceIds(db: Queryable, tenant: Tenant, search: TraceSearch): Promise<string[]> {
  const services = search.service === undefined ? await listServices(db, tenant) : [indexedText(search.service)];
  const step = services.length === 1 ? stepInOneService : stepInServices;
  const found: string[] = [];
  let before = String(search.end + 1n);
  while (found.length < search.limit) {
    const filter = new TenantFilter(tenant)
      .where(String(search.start), (at) => `start_time_unix_nano >= ${at}::bigint`)
      .where(before, (at) => `start_time_unix_nano < ${at}::bigint`)
      .where(search.operation, (name) => `left(name, ${maxIndexedLength}) = left(${name}, ${maxIndexedLength})`)
      .where(search.minDuration?.toString(), (ns) => `end_time_unix_nano - start_time_unix_nano >= ${ns}::bigint`)
      .where(search.maxDuration?.toString(), (ns) => `end_time_unix_nano - start_time_unix_nano <= ${ns}::bigint`)
      .where(found, (ids) => `trace_id <> ALL (${ids}::uuid[])`)
      .receivedSince(new Date(Number(search.start / 1_000_000n)));
    for (const [key, value] of Object.entries(search.tags ?? {})) {
      filter.and(tagCondition(filter, key, value));
    }
    // Index spans_by_service (project_id, environment, service_name, start_time_unix_nano), backwards.
    const { rows } = await db.query<{ trace_id: Buffer; start: string }>(
      `WITH newest AS (
         SELECT trace_id, start_time_unix_nano
         FROM unnest(${filter.bind(services)}::text[]) AS wanted (service), LATERAL (
           SELECT trace_id, start_time_unix_nano FROM spans
           WHERE ${filter} AND service_name = wanted.service
           ORDER BY start_time_unix_nano DESC LIMIT ${step}
         ) AS matching
         ORDER BY start_time_unix_nano DESC LIMIT ${step}
       )
       SELECT uuid_send(trace_id) AS trace_id, max(start_time_unix_nano) AS start
       FROM newest GROUP BY trace_id ORDER BY start DESC LIMIT ${filter.bind(search.limit - found.length)}`,
      filter.values,
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    found.push(...rows.map(({ trace_id }) => trace_id.toString("hex")));
    // Found traces are left out of the next step, so it may start where this one ended.
    before = String(BigInt(last.start) + 1n);
  }
  return found;
}

interface SpanRow {
  trace_id: Buffer;
  span_id: Buffer;
  source_id: string;
  received_at: Date;
  start_time_unix_nano: string;
  end_time_unix_nano: string;
  parent_span_id: Buffer | null;
  flags: number;
  kind: number;
  status_code: number;
  service_name: string;
  name: string;
  attributes: string | null;
  events: string | null;
  links: string | null;
  trace_state: string | null;
  status_message: string | null;
  dropped_attributes_count: string | null;
  dropped_events_count: string | null;
  dropped_links_count: string | null;
}

/** In the order of `ids`, those that exist. */
async function readTraces(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  maxSpans: number,
): Promise<StoredTrace[]> {
  const most = Math.min(maxSpans, maxSpansPerTrace);
  // Primary key (project_id, environment, trace_id, span_id, received_at): repeats of a span follow each other.
  const { rows } = await db.query<SpanRow>(
    `SELECT uuid_send(trace_id) AS trace_id, int8send(span_id) AS span_id, source_id, received_at,
       start_time_unix_nano, end_time_unix_nano, int8send(parent_span_id) AS parent_span_id, flags, kind, status_code,
       service_name, name, attributes, events, links, trace_state, status_message, dropped_attributes_count,
       dropped_events_count, dropped_links_count
     FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, position), LATERAL (
       SELECT * FROM spans
       WHERE project_id = $1 AND environment = $2 AND spans.trace_id = wanted.id
       ORDER BY span_id, received_at LIMIT $4
     ) AS stored
     ORDER BY position, stored.span_id, received_at`,
    [tenant.projectId, tenant.environment, ids, most + 1],
  );
  const sources = await sourcesOf(
    db,
    tenant,
    rows.map(({ source_id }) => source_id),
  );
  const byTrace = Map.groupBy(rows, ({ trace_id }) => trace_id.toString("hex"));
  return [...byTrace].map(([traceId, spans]) => ({
    traceId,
    spans: spans
      .slice(0, most)
      .filter((span, index) => !(spans[index - 1]?.span_id.equals(span.span_id) ?? false))
      .map((span) => ({ ...storedSpan(span), ...(sources.get(span.source_id) ?? unknownSource) })),
    truncated: spans.length > most,
  }));
}

function storedSpan(row: SpanRow): Omit<StoredSpan, "resourceJson" | "scopeJson"> {
  return {
    receivedAt: row.received_at,
    traceId: row.trace_id,
    spanId: row.span_id,
    parentSpanId: row.parent_span_id,
    traceState: row.trace_state ?? "",
    flags: row.flags >>> 0,
    name: row.name,
    kind: row.kind,
    startTimeUnixNano: BigInt(row.start_time_unix_nano),
    endTimeUnixNano: BigInt(row.end_time_unix_nano),
    statusCode: row.status_code,
    statusMessage: row.status_message ?? "",
    serviceName: row.service_name,
    attributesJson: row.attributes ?? "[]",
    eventsJson: row.events ?? "[]",
    linksJson: row.links ?? "[]",
    droppedAttributesCount: Number(row.dropped_attributes_count ?? 0),
    droppedEventsCount: Number(row.dropped_events_count ?? 0),
    droppedLinksCount: Number(row.dropped_links_count ?? 0),
  };
}
