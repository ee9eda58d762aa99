// SQL: COPY, and one search for the duplicates of a whole flush.
import { createHash, randomBytes } from "node:crypto";
import { Slice } from "#src/http/event-loop.ts";
import { indexedText } from "../indexed-text.ts";
import type { LogRecord } from "../records.ts";
import { mayNeedSymbols } from "../symbols/symbolication/otlp-stack.ts";
import { logSubject } from "../symbols/symbolication/subjects.ts";
import { dayMs } from "./partitions.ts";
import {
  asBuffer,
  dedupeWindow,
  type Flush,
  type LogBatch,
  momentOfReceipt,
  plainArray,
  type ReceiptWindow,
  type TelemetryTable,
  tenantBytes,
} from "./table.ts";
import { isUntimed, repeatsUnanswered } from "./unanswered-exports.ts";

/** A batch that is sent again within this time is known, in ms. */
const logDedupeWindowMs = dayMs;

/** The id of a log batch: a repeated export has the same body. */
export function batchIdOf(body: Uint8Array): Uint8Array {
  return createHash("sha256").update(body).digest().subarray(0, 16);
}

/** The batch of an export with this body. The time of its records tells it from another one with the same content. */
export function logBatch(rows: readonly LogRecord[], body: Uint8Array): LogBatch {
  const isTimed = rows.some(({ timeUnixNano, observedTimeUnixNano }) => timeUnixNano || observedTimeUnixNano);
  if (isTimed || rows.length === 0) return { kind: "logs", rows, batchId: batchIdOf(body) };
  return { kind: "logs", rows, batchId: randomBytes(16), contentId: batchIdOf(body) };
}

export const logsTable: TelemetryTable<LogBatch> = {
  kind: "logs",
  copyStatement: `COPY logs (project_id, batch_id, source_id, received_at, time_unix_nano, observed_time_unix_nano,
    batch_index, flags, severity_number, environment, service_name, severity_text, trace_id, span_id, event_name,
    body_text, body, attributes, dropped_attributes_count) FROM STDIN (FORMAT binary)`,

  weigh({ rows }) {
    let bytes = 0;
    for (const row of rows) bytes += 400 + row.bodyText.length + row.bodyJson.length + row.attributesJson.length;
    return bytes;
  },

  async stage(flush) {
    const { client, tenant, batches, receivedAt, encoder, sources, stacks } = flush;
    const distinct = distinctBatches(batches);
    const fresh = new Set(distinct.values());
    for (const batch of await storedBatches(flush, distinct, dedupeWindow(receivedAt, logDedupeWindowMs))) {
      fresh.delete(batch);
    }

    for (const batch of fresh)
      if (isUntimed(batch) && (await repeatsUnanswered(flush, batch, logDedupeWindowMs))) fresh.delete(batch);

    const project = tenantBytes(tenant);
    const receivedNano = BigInt(receivedAt) * 1_000_000n;
    const slice = new Slice();
    const written: number[] = [];
    for (const batch of batches) {
      const isFresh = fresh.delete(batch);
      written.push(isFresh ? batch.rows.length : 0);
      if (!isFresh) continue;
      for (const [index, row] of batch.rows.entries()) {
        if (slice.isOver) await slice.next();
        encoder.row(19);
        encoder.bytes(project);
        encoder.bytes(batch.batchId);
        encoder.bytes(sources.source(row.resourceJson, row.scopeJson));
        encoder.timestamp(receivedAt);
        // OpenTelemetry log data model: a record without a time is placed by when it was observed.
        encoder.int8(row.timeUnixNano || row.observedTimeUnixNano || receivedNano);
        encoder.int8(row.observedTimeUnixNano);
        encoder.int4(index);
        encoder.int4(row.flags | 0);
        encoder.int2(row.severityNumber);
        encoder.text(tenant.environment);
        encoder.text(indexedText(row.serviceName));
        encoder.text(row.severityText || null);
        if (row.traceId === null) encoder.null();
        else encoder.bytes(row.traceId);
        if (row.spanId === null) encoder.null();
        else encoder.bytes(row.spanId);
        encoder.text(row.eventName || null);
        encoder.text(row.bodyText);
        // A body that is a string is in body_text already.
        encoder.text(row.bodyJson.startsWith('{"stringValue":') ? null : row.bodyJson);
        encoder.text(row.attributesJson === "[]" ? null : row.attributesJson);
        encoder.count(row.droppedAttributesCount);
        if (row.attributesJson !== "[]" && mayNeedSymbols(row.attributesJson, row.resourceJson))
          stacks.add("log", logSubject(batch.batchId, index));
      }
    }
    await sources.save(client);
    return written;
  },

  async countReceived(flush, receivedAt) {
    const stored = await storedBatches(flush, distinctBatches(flush.batches), momentOfReceipt(receivedAt));
    return stored.reduce((rows, batch) => rows + batch.rows.length, 0);
  },
};

/** The first of each id, in hex. */
function distinctBatches(batches: readonly LogBatch[]): Map<string, LogBatch> {
  const first = new Map<string, LogBatch>();
  for (const batch of batches) {
    const id = asBuffer(batch.batchId).toString("hex");
    if (!first.has(id)) first.set(id, batch);
  }
  return first;
}

async function storedBatches(
  { client, tenant }: Pick<Flush, "client" | "tenant">,
  distinct: ReadonlyMap<string, LogBatch>,
  window: ReceiptWindow,
): Promise<LogBatch[]> {
  // Primary key (project_id, environment, batch_id, batch_index, received_at). A batch is stored whole, so one row of it
  // is proof.
  const { rows } = await client.query<{ position: string }>(
    `SELECT sent.position FROM unnest($3::uuid[]) WITH ORDINALITY AS sent (batch_id, position), LATERAL (
       SELECT 1 FROM logs
       WHERE project_id = $1 AND environment = $2 AND logs.batch_id = sent.batch_id
         AND received_at > $4 AND received_at <= $5 LIMIT 1
     ) AS stored`,
    [tenant.projectId, tenant.environment, plainArray([...distinct.keys()]), ...window],
  );
  const batches = [...distinct.values()];
  return rows.flatMap(({ position }) => batches[Number(position) - 1] ?? []);
}
