// SQL: spans are looked up by many keys in one statement.
/** Reads the spans and resources back that an outline names. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { SpanRecord, Tenant } from "../../records.ts";
import { hasStack } from "../../symbols/symbolication/otlp-stack.ts";
import { spanSubject } from "../../symbols/symbolication/subjects.ts";
import { unknownSource } from "./sources.ts";
import { type StoredSymbolication, type SymbolicationKey, symbolicationsOf } from "./symbolications.ts";
import { answerBounds, type OutlinedProcess, type OutlinedSpan } from "./trace-outline.ts";

/** Without its resource, which its process has. */
export interface StoredSpan extends Omit<SpanRecord, "resourceJson" | "serviceName"> {
  readonly receivedAt: Date;
  /** Of the stacks in its events; null when there are none that symbols could help. */
  readonly symbolication: StoredSymbolication | null;
}

interface SpanRow {
  position: string;
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

/** Characters of the name of a span that is not shown whole. */
const reducedName = 1_000;

/** In the order of `keys`; undefined for what is not there any more. */
export async function readSpans(
  db: Queryable,
  tenant: Tenant,
  keys: readonly OutlinedSpan[],
  { largest } = answerBounds,
): Promise<(StoredSpan | undefined)[]> {
  const whole = (column: string) => `CASE WHEN reduced THEN NULL ELSE ${column} END AS ${column}`;
  // Primary key (project_id, trace_id, span_id, environment, received_at).
  const { rows } = await db.query<SpanRow>(
    `SELECT position, uuid_send(stored.trace_id) AS trace_id, int8send(stored.span_id) AS span_id, source_id,
       stored.received_at, start_time_unix_nano, end_time_unix_nano, int8send(parent_span_id) AS parent_span_id, flags,
       kind, status_code, CASE WHEN reduced THEN left(name, ${reducedName}) ELSE name END AS name,
       ${["attributes", "events", "links", "trace_state", "status_message"].map(whole).join(", ")},
       dropped_attributes_count, dropped_events_count, dropped_links_count
     FROM unnest($3::uuid[], $4::bigint[], $5::timestamptz[], $6::boolean[])
       WITH ORDINALITY AS wanted (trace_id, span_id, received_at, reduced, position), LATERAL (
       SELECT * FROM spans
       WHERE project_id = $1 AND environment = $2 AND spans.trace_id = wanted.trace_id
         AND spans.span_id = wanted.span_id AND spans.received_at = wanted.received_at LIMIT 1
     ) AS stored`,
    [
      tenant.projectId,
      tenant.environment,
      keys.map(({ traceId }) => traceId),
      keys.map(({ spanId }) => spanId),
      keys.map(({ receivedAt }) => new Date(receivedAt)),
      keys.map(({ reduced }) => reduced),
    ],
  );
  const scopes = await textOfSources(db, tenant, "scope", keys, largest);
  const symbolications = await symbolicationsOf(db, tenant, "span", rows.map(symbolicationKey));
  const spans = new Array<StoredSpan | undefined>(keys.length);
  for (const [index, row] of rows.entries()) {
    const scopeJson = scopes.get(row.source_id) ?? unknownSource.scopeJson;
    spans[Number(row.position) - 1] = { ...storedSpan(row, scopeJson), symbolication: symbolications[index] ?? null };
  }
  return spans;
}

/** KeyValue[] in JSON for each of them; an empty list where the resource is too large or not known any more. */
export async function readResources(
  db: Queryable,
  tenant: Tenant,
  processes: readonly OutlinedProcess[],
  { largest } = answerBounds,
): Promise<string[]> {
  const resources = await textOfSources(db, tenant, "resource", processes, largest);
  return processes.map(({ sourceId }) => resources.get(sourceId ?? "") ?? unknownSource.resourceJson);
}

/** By the source's id; what is larger is left out. */
async function textOfSources(
  db: Queryable,
  tenant: Tenant,
  column: "resource" | "scope",
  of: readonly { readonly sourceId: string | null }[],
  largest: number,
): Promise<Map<string, string>> {
  const ids = new Set(of.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId])));
  // Primary key (project_id, environment, source_id).
  const { rows } = await db.query<{ source_id: string; text: string }>(
    `SELECT source_id, ${column} AS text FROM telemetry_sources
     WHERE project_id = $1 AND environment = $2 AND source_id = ANY ($3::uuid[]) AND octet_length(${column}) <= $4`,
    [tenant.projectId, tenant.environment, [...ids], largest],
  );
  return new Map(rows.map(({ source_id, text }) => [source_id, text]));
}

/** Null for spans without a stack, which are most of them. */
function symbolicationKey({ events, trace_id, span_id, received_at }: SpanRow): SymbolicationKey | null {
  if (events === null || !hasStack(events)) return null;
  return { subject: spanSubject(trace_id, span_id), receivedAt: received_at };
}

function storedSpan(row: SpanRow, scopeJson: string): Omit<StoredSpan, "symbolication"> {
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
    attributesJson: row.attributes ?? "[]",
    eventsJson: row.events ?? "[]",
    linksJson: row.links ?? "[]",
    scopeJson,
    droppedAttributesCount: Number(row.dropped_attributes_count ?? 0),
    droppedEventsCount: Number(row.dropped_events_count ?? 0),
    droppedLinksCount: Number(row.dropped_links_count ?? 0),
  };
}
