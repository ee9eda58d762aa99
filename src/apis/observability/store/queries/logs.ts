/** Reads log records back. */

import type { Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { indexedText } from "../../indexed-text.ts";
import type { LogRecord, Tenant } from "../../records.ts";
import { hasStack } from "../../symbols/symbolication/otlp-stack.ts";
import { logSubject } from "../../symbols/symbolication/subjects.ts";
import { tokenOf } from "../blocks/chunks.ts";
import { countNewest, type GroupedCounts, type TimeGrid } from "../blocks/counts.ts";
import {
  listNewest,
  type NewestList,
  type PageBudget,
  type PageRequest,
  type RecordFilters,
  type RecordPage,
} from "../blocks/list.ts";
import { textPattern } from "../blocks/texts.ts";
import { hexOf } from "../ids.ts";
import { type LogRecords, logRecords } from "../log-records.ts";
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

/** With the name of its stack; null for records without one, which are most of them. */
interface ReadLog {
  readonly log: Omit<StoredLog, "symbolication">;
  readonly stack: SymbolicationKey | null;
}

export const logList: NewestList<LogRecords, LogFilters, ReadLog> = {
  kind: logRecords,
  name: "logs",
  tiesOf: ({ batchId, batchIndex }, index) => [hexOf(batchId.get(index) as Uint8Array), batchIndex.get(index)],

  wanted({ service, traceId, minSeverity = 0, q }) {
    return {
      tokens: [
        ...tokenOf("service", service && indexedText(service)),
        ...tokenOf("trace", traceId?.toLowerCase(), "ids"),
        ...tokenOf("severity", minSeverity > 0 ? minSeverity : undefined),
      ],
      ...(q ? { text: q } : {}),
    };
  },

  *matcher({ service, traceId, minSeverity = 0, q }, head, body) {
    const serviceName = service && indexedText(service);
    const trace = traceId?.toLowerCase();
    const traces = trace === undefined ? [] : head.traceId.values.map((id) => id !== null && hexOf(id) === trace);
    const pattern = q ? textPattern(q) : null;
    if (pattern !== null && (body === null || !(yield* body.text.mayMatch(pattern)))) return null;
    return (index) =>
      (serviceName === undefined || head.service.get(index) === serviceName) &&
      (trace === undefined || traces[head.traceId.places[index] as number] === true) &&
      head.severity.get(index) >= minSeverity &&
      (pattern === null || (body !== null && pattern.test(body.text.get(index))));
  },

  bytesOf: ({ bytes, resource, scope }, index) =>
    bytes.get(index) + resource.get(index).length + scope.get(index).length,

  read(head, { text, json, attributes, severityText, eventName }, index) {
    const bodyText = text.get(index);
    const receivedAt = new Date(Number(head.receivedAt.get(index)));
    const attributesJson = attributes.get(index) || "[]";
    return {
      log: {
        receivedAt,
        timeUnixNano: head.time.get(index),
        observedTimeUnixNano: head.observedAt.get(index),
        severityNumber: head.severity.get(index),
        severityText: severityText.get(index),
        traceId: head.traceId.get(index),
        spanId: head.spanId.get(index),
        flags: head.flags.get(index),
        eventName: eventName.get(index),
        serviceName: head.service.get(index),
        bodyText,
        bodyJson: json.get(index) || JSON.stringify({ stringValue: bodyText }),
        attributesJson,
        resourceJson: head.resource.get(index),
        scopeJson: head.scope.get(index),
        droppedAttributesCount: head.droppedAttributes.get(index),
      },
      stack: hasStack(attributesJson)
        ? { subject: logSubject(head.batchId.get(index) as Uint8Array, head.batchIndex.get(index)), receivedAt }
        : null,
    };
  },

  bytesBeside: (db, tenant, rows) =>
    bytesOfSymbolications(
      db,
      tenant,
      "log",
      rows.map(({ stack }) => stack),
    ),
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
  const { items, ...rest } = await listNewest({ db, cursors }, logList, tenant, filters, page, budget);
  const symbolications = await symbolicationsOf(
    db,
    tenant,
    "log",
    items.map(({ stack }) => stack),
  );
  return { items: items.map(({ log }, index) => ({ ...log, symbolication: symbolications[index] ?? null })), ...rest };
}

/** Groups of OpenTelemetry's severity numbers, four of each; the first are of records without one. */
export const severityGroups = ["unspecified", "trace", "debug", "info", "warn", "error", "fatal"] as const;

const bySeverity = {
  count: severityGroups.length,
  groupOf: ({ severity }: { readonly severity: { get(index: number): number } }, index: number) =>
    Math.min(Math.ceil(severity.get(index) / 4), severityGroups.length - 1),
};

/** By the records' own time, and the group of their severity. Throws Problem INVALID_CURSOR. */
export async function countLogs(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: Omit<LogFilters, "since" | "until">,
  grid: TimeGrid,
  cursor: string | undefined,
  budget?: PageBudget,
): Promise<GroupedCounts> {
  return await countNewest({ db, cursors }, logList, bySeverity, tenant, filters, grid, cursor, budget);
}
