/** Reads log records back. */

import type { Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText } from "../../indexed-text.ts";
import type { LogRecord, Tenant } from "../../records.ts";
import { hasStack } from "../../symbols/symbolication/otlp-stack.ts";
import { logSubject } from "../../symbols/symbolication/subjects.ts";
import { contains, equals, nanosecondsOf } from "./filter.ts";
import {
  listRecords,
  type PageBudget,
  type PageRequest,
  type RecordFilters,
  type RecordList,
  type RecordPage,
} from "./record-list.ts";
import { bytesOfSources, sourcesOf, unknownSource } from "./sources.ts";
import {
  bytesOfSymbolications,
  type StoredSymbolication,
  type SymbolicationKey,
  symbolicationsOf,
} from "./symbolications.ts";

/** `timeUnixNano` is the observed time, or the time of receipt, where the record came without one. */
export interface StoredLog extends LogRecord {
  readonly receivedAt: Date;
  /** Of the stack in its attributes; null when it has none that symbols could help. */
  readonly symbolication: StoredSymbolication | null;
}

/** `q` is part of the body. */
export interface LogFilters extends RecordFilters {
  /** 32 hex characters. */
  readonly traceId?: string | undefined;
  readonly service?: string | undefined;
  /** OTLP SeverityNumber. */
  readonly minSeverity?: number | undefined;
}

interface LogRow {
  batch_id: string;
  batch_index: number;
  source_id: string;
  received_at: Date;
  time_unix_nano: string;
  observed_time_unix_nano: string;
  flags: number;
  severity_number: number;
  service_name: string;
  severity_text: string | null;
  trace_id: Buffer | null;
  span_id: Buffer | null;
  event_name: string | null;
  body_text: string;
  body: string | null;
  attributes: string | null;
  dropped_attributes_count: string | null;
}

// Index logs_by_time (project_id, environment, time_unix_nano), or logs_by_trace with trace_id before the time.
const logs: RecordList<LogRow, LogFilters> = {
  table: "logs",
  columns: `batch_id, batch_index, source_id, received_at, time_unix_nano, observed_time_unix_nano, flags,
    severity_number, service_name, severity_text, uuid_send(trace_id) AS trace_id, int8send(span_id) AS span_id,
    event_name, body_text, body, attributes, dropped_attributes_count`,
  order: [
    ["time_unix_nano", "bigint"],
    ["received_at", "timestamptz"],
    ["batch_id", "uuid"],
    ["batch_index", "integer"],
  ],
  positionOf: (row) => [row.time_unix_nano, row.received_at.getTime(), row.batch_id, row.batch_index],
  bytes: "octet_length(body_text) + coalesce(octet_length(body), 0) + coalesce(octet_length(attributes), 0)",
  async sharedBytes(db, tenant, rows) {
    const ids = rows.map(({ source_id }) => source_id);
    const bytes = await bytesOfSources(db, tenant, ids);
    const ofStacks = await bytesOfSymbolications(db, tenant, "log", rows.map(symbolicationKey));
    return ids.map((id, index) => (bytes.get(id) ?? 0) + (ofStacks[index] ?? 0));
  },
  addIndexed(filter, { traceId, since, until }) {
    filter
      .where(traceId, (id) => `trace_id = ${id}::uuid`)
      .where(since && nanosecondsOf(since), (at) => `time_unix_nano >= ${at}::bigint`)
      // To the end of that millisecond.
      .where(until && nanosecondsOf(new Date(until.getTime() + 1)), (at) => `time_unix_nano < ${at}::bigint`);
  },
  checked: (filter, { service, minSeverity, q }) => [
    ...equals(filter, "service_name", service === undefined ? undefined : indexedText(service)),
    ...(minSeverity === undefined ? [] : [`severity_number >= ${filter.bind(minSeverity)}`]),
    ...(q ? [contains(filter, q)("body_text")] : []),
  ],
};

/** Newest first, by the records' own time. Throws Problem INVALID_CURSOR. */
export async function listLogs(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: LogFilters,
  page: PageRequest,
  budget?: PageBudget,
): Promise<RecordPage<StoredLog>> {
  const { items, ...rest } = await listRecords({ db, cursors }, logs, tenant, filters, page, budget);
  const sources = await sourcesOf(
    db,
    tenant,
    items.map(({ source_id }) => source_id),
  );
  const symbolications = await symbolicationsOf(db, tenant, "log", items.map(symbolicationKey));
  return {
    items: items.map((row, index) => ({
      ...storedLog(row),
      ...(sources.get(row.source_id) ?? unknownSource),
      symbolication: symbolications[index] ?? null,
    })),
    ...rest,
  };
}

/** Null for records without a stack, which are most of them. */
function symbolicationKey({ attributes, batch_id, batch_index, received_at }: LogRow): SymbolicationKey | null {
  if (attributes === null || !hasStack(attributes)) return null;
  const batchId = Buffer.from(batch_id.replaceAll("-", ""), "hex");
  return { subject: logSubject(batchId, batch_index), receivedAt: received_at };
}

function storedLog(row: LogRow): Omit<StoredLog, "resourceJson" | "scopeJson" | "symbolication"> {
  return {
    receivedAt: row.received_at,
    timeUnixNano: BigInt(row.time_unix_nano),
    observedTimeUnixNano: BigInt(row.observed_time_unix_nano),
    severityNumber: row.severity_number,
    severityText: row.severity_text ?? "",
    traceId: row.trace_id,
    spanId: row.span_id,
    flags: row.flags >>> 0,
    eventName: row.event_name ?? "",
    serviceName: row.service_name,
    bodyText: row.body_text,
    bodyJson: row.body ?? JSON.stringify({ stringValue: row.body_text }),
    attributesJson: row.attributes ?? "[]",
    droppedAttributesCount: Number(row.dropped_attributes_count ?? 0),
  };
}
