/** Reads events back. */
import type { Pool } from "pg";
import type { Cursors } from "#src/http/cursor.ts";
import type { EventRecord, Tenant } from "../../records.ts";
import { containing, TenantFilter } from "./filter.ts";
import { type Page, pageOf } from "./page.ts";

export interface StoredEvent extends EventRecord {
  readonly receivedAt: Date;
}

export interface EventFilters {
  readonly level?: number | undefined;
  readonly release?: string | undefined;
  /** The client's deployment stage, which the API calls `environment`. */
  readonly environment?: string | undefined;
  readonly platform?: string | undefined;
  /** Bounds of the event's own time, both included. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Part of the message, or of the exception's type or value, in either case. */
  readonly q?: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface EventRow {
  event_id: string;
  received_at: Date;
  source: EventRecord["source"];
  time: Date;
  level: number;
  message: string | null;
  release: string | null;
  stage: string | null;
  platform: string | null;
  trace_id: string | null;
  span_id: string | null;
  payload: string;
}

const columns =
  "event_id, received_at, source, time, level, message, release, stage, platform, trace_id, span_id, payload";

/** Newest first, by the events' own time. Throws Problem INVALID_CURSOR. */
export async function listEvents(
  pool: Pool,
  cursors: Cursors,
  tenant: Tenant,
  filters: EventFilters,
  { limit, cursor }: PageRequest,
): Promise<Page<StoredEvent>> {
  const { level, release, environment, platform, since, until, q } = filters;
  const scope = { list: "events", ...tenant, level, release, stage: environment, platform, since, until, q };
  const filter = new TenantFilter(tenant)
    .where(level, (value) => `level = ${value}`)
    .where(release, (value) => `release = ${value}`)
    .where(environment, (value) => `stage = ${value}`)
    .where(platform, (value) => `platform = ${value}`)
    .where(since, (at) => `time >= ${at}`)
    .where(until, (at) => `time <= ${at}`)
    // A time more than a day ahead of its receipt is refused on ingest.
    .receivedSince(since);
  if (q) filter.and(textCondition(filter, q));
  if (cursor !== undefined) {
    const [time, receivedAt, eventId] = cursors.open(scope, cursor);
    const place = [new Date(Number(time)), new Date(Number(receivedAt)), eventId].map((part) => filter.bind(part));
    filter.and(`(time, received_at, event_id) < (${place.join(", ")})`);
  }
  // Index events_by_time (project_id, environment, time).
  const { rows } = await pool.query<EventRow>(
    `SELECT ${columns} FROM events WHERE ${filter}
     ORDER BY time DESC, received_at DESC, event_id DESC LIMIT ${filter.bind(limit + 1)}`,
    filter.values,
  );
  return pageOf(rows, limit, storedEvent, ({ time, received_at, event_id }) =>
    cursors.seal(scope, [time.getTime(), received_at.getTime(), event_id]),
  );
}

/** The latest receipt of the event; null when there is none. */
export async function getEvent(pool: Pool, tenant: Tenant, eventId: string): Promise<StoredEvent | null> {
  const filter = new TenantFilter(tenant).where(eventId, (id) => `event_id = ${id}`);
  // Primary key (project_id, environment, event_id, received_at), newest partition first.
  const { rows } = await pool.query<EventRow>(
    `SELECT ${columns} FROM events WHERE ${filter} ORDER BY received_at DESC LIMIT 1`,
    filter.values,
  );
  return rows[0] === undefined ? null : storedEvent(rows[0]);
}

/**
 * Payloads are parsed only where an exception can match, since these characters stand unescaped in every spelling of
 * JSON, and not at all where PostgreSQL would not take them for JSON.
 */
function textCondition(filter: TenantFilter, q: string): string {
  const pattern = filter.bind(containing(q));
  const plainStart = filter.bind(containing(/^[A-Za-z0-9 ._-]{0,64}/.exec(q)?.[0] ?? ""));
  return `(message ILIKE ${pattern} OR
    CASE WHEN payload LIKE '%"exception"%' AND payload ILIKE ${plainStart} AND pg_input_is_valid(payload, 'jsonb')
    THEN payload::jsonb #>> '{exception,type}' ILIKE ${pattern} OR payload::jsonb #>> '{exception,value}' ILIKE ${pattern}
    ELSE false END)`;
}

function storedEvent(row: EventRow): StoredEvent {
  return {
    eventId: row.event_id,
    receivedAt: row.received_at,
    source: row.source,
    time: row.time.getTime(),
    level: row.level,
    message: row.message,
    release: row.release,
    stage: row.stage,
    platform: row.platform,
    traceId: row.trace_id,
    spanId: row.span_id,
    payloadJson: row.payload,
  };
}
