// SQL: partitioned tables that no entity maps, read in the form they are answered in.
/** Reads events back. */

import type { Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { EventRecord, Tenant } from "../../records.ts";
import { dayMs } from "../partitions.ts";
import { everySlot, receivedSlot } from "../received-slot.ts";
import { contains, equals, type TenantFilter } from "./filter.ts";
import {
  listRecords,
  type PageBudget,
  type PageRequest,
  type RecordFilters,
  type RecordList,
  type RecordPage,
} from "./record-list.ts";
import {
  bytesOfSymbolications,
  type StoredSymbolication,
  type SymbolicationKey,
  symbolicationsOf,
} from "./symbolications.ts";

export interface StoredEvent extends Omit<EventRecord, "mayNeedSymbols" | "grouping"> {
  readonly receivedAt: Date;
  readonly symbolication: StoredSymbolication | null;
}

/** `q` is part of the message, or of the exception's type or value. */
export interface EventFilters extends RecordFilters {
  readonly level?: number | undefined;
  readonly release?: string | undefined;
  /** The client's deployment stage, which the API calls `environment`. */
  readonly environment?: string | undefined;
  readonly platform?: string | undefined;
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

// Index events_by_time (project_id, environment, time).
const events: RecordList<EventRow, EventFilters> = {
  table: "events",
  columns,
  order: [
    ["time", "timestamptz"],
    ["received_at", "timestamptz"],
    ["event_id", "text"],
  ],
  keyBesides: ["received_slot"],
  positionOf: ({ time, received_at, event_id }) => [time.getTime(), received_at.getTime(), event_id],
  bytes: "octet_length(payload) + coalesce(octet_length(message), 0)",
  sharedBytes: (db, tenant, rows) => bytesOfSymbolications(db, tenant, "event", rows.map(symbolicationKey)),
  addIndexed(filter, { since, until }) {
    filter.where(since, (at) => `time >= ${at}`).where(until, (at) => `time <= ${at}`);
  },
  checked: (filter, { level, release, environment, platform, q }) => [
    ...equals(filter, "level", level),
    ...equals(filter, "release", release),
    ...equals(filter, "stage", environment),
    ...equals(filter, "platform", platform),
    ...(q ? [textCondition(filter, q)] : []),
  ],
};

/** Newest first, by the events' own time. Throws Problem INVALID_CURSOR. */
export async function listEvents(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: EventFilters,
  page: PageRequest,
  budget?: PageBudget,
): Promise<RecordPage<StoredEvent>> {
  const { items, ...rest } = await listRecords({ db, cursors }, events, tenant, filters, page, budget);
  return { items: await storedEvents(db, tenant, items), ...rest };
}

/** The latest receipt of the event; null when there is none. */
export async function getEvent(db: Queryable, tenant: Tenant, eventId: string): Promise<StoredEvent | null> {
  const recent = new Date(Date.now() - recentMs);
  // An event is a look-up in each slot of each day, and most that are asked for are recent.
  const row =
    (await latestReceipt(db, tenant, eventId, "received_at >= $4", recent)) ??
    (await latestReceipt(db, tenant, eventId, "received_at < $4", recent));
  if (row === undefined) return null;
  const [event] = await storedEvents(db, tenant, [row]);
  return event ?? null;
}

/** The event of each id and time of receipt, in the order of the keys; without those that are not there any more. */
export async function eventsReceived(
  db: Queryable,
  tenant: Tenant,
  keys: readonly { readonly eventId: string; readonly receivedAt: Date }[],
): Promise<StoredEvent[]> {
  if (keys.length === 0) return [];
  const times = keys.map(({ receivedAt }) => receivedAt.getTime());
  // Primary key (project_id, environment, received_slot, event_id, received_at).
  const { rows } = await db.query<EventRow>(
    `SELECT ${columns} FROM events
     WHERE project_id = $1 AND environment = $2 AND received_slot = ANY ($3) AND event_id = ANY ($4)
       AND received_at = ANY ($5)`,
    [
      ...[tenant.projectId, tenant.environment, [...new Set(times.map(receivedSlot))]],
      keys.map(({ eventId }) => eventId),
      times.map((time) => new Date(time)),
    ],
  );
  const nameOf = (eventId: string, receivedAt: Date) => `${receivedAt.getTime()} ${eventId}`;
  const found = new Map(rows.map((row) => [nameOf(row.event_id, row.received_at), row]));
  const stored = keys.flatMap(({ eventId, receivedAt }) => found.get(nameOf(eventId, receivedAt)) ?? []);
  return await storedEvents(db, tenant, stored);
}

const recentMs = dayMs;

async function latestReceipt(
  db: Queryable,
  { projectId, environment }: Tenant,
  eventId: string,
  receipt: string,
  moment: Date,
): Promise<EventRow | undefined> {
  // Primary key (project_id, environment, received_slot, event_id, received_at).
  const { rows } = await db.query<EventRow>(
    `SELECT ${columns} FROM events
     WHERE project_id = $1 AND environment = $2 AND received_slot = ANY (${everySlot}) AND event_id = $3 AND ${receipt}
     ORDER BY received_at DESC LIMIT 1`,
    [projectId, environment, eventId, moment],
  );
  return rows[0];
}

/**
 * Payloads are parsed only where an exception can match, since these characters stand unescaped in every spelling of
 * JSON, and not at all where PostgreSQL would not take them for JSON.
 */
function textCondition(filter: TenantFilter, q: string): string {
  const plainStart = /^[A-Za-z0-9 ._-]{0,64}/.exec(q)?.[0] ?? "";
  const text = contains(filter, q);
  return `${text("message")} OR
    CASE WHEN strpos(payload, '"exception"') > 0 AND ${contains(filter, plainStart)("payload")}
      AND pg_input_is_valid(payload, 'jsonb')
    THEN ${text("(payload::jsonb #>> '{exception,type}')")} OR ${text("(payload::jsonb #>> '{exception,value}')")}
    ELSE false END`;
}

async function storedEvents(db: Queryable, tenant: Tenant, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  const symbolications = await symbolicationsOf(db, tenant, "event", rows.map(symbolicationKey));
  return rows.map((row, index) => storedEvent(row, symbolications[index] ?? null));
}

/** Members that hold stacks. Each stands unescaped in the payload of an event that has one. */
const stackFields = ['"exception":', '"nativeStacktrace":', '"nativeFrames":'] as const;

/** Null for events without a stack, which are most of them. */
function symbolicationKey({ event_id, received_at, payload }: EventRow): SymbolicationKey | null {
  const isStacked = stackFields.some((field) => payload.includes(field));
  return isStacked ? { subject: event_id, receivedAt: received_at } : null;
}

function storedEvent(row: EventRow, symbolication: StoredSymbolication | null): StoredEvent {
  return {
    symbolication,
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
