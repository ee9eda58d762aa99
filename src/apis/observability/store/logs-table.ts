import { createHash, randomBytes } from "node:crypto";
import { Slice } from "#src/http/event-loop.ts";
import { indexedText } from "../indexed-text.ts";
import type { LogRecord } from "../records.ts";
import { mayNeedSymbols } from "../symbols/symbolication/otlp-stack.ts";
import { logSubject } from "../symbols/symbolication/subjects.ts";
import { millisecondsOf, type Written, writeIdentity } from "./blocks/kind.ts";
import type { Sent } from "./blocks/recent.ts";
import { exportWindowMs, type TelemetryKind } from "./blocks/table.ts";
import { hexOf } from "./ids.ts";
import { type LogRecords, logRecords } from "./log-records.ts";
import type { Flush, LogBatch } from "./table.ts";
import { isUntimed, repeatsUnanswered } from "./unanswered-exports.ts";

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

export const logsTable: TelemetryKind<LogBatch, LogRecords> = {
  kind: "logs",
  records: logRecords,
  repeatWindowMs: exportWindowMs,
  weigh,
  stage,
};

function weigh({ rows }: LogBatch): number {
  let bytes = 0;
  for (const row of rows) bytes += 400 + row.bodyText.length + row.bodyJson.length + row.attributesJson.length;
  return bytes;
}

async function stage(
  flush: Flush<LogBatch>,
  known: (sent: Sent) => Promise<Uint8Array>,
  { head, body }: Written<LogRecords>,
): Promise<number[]> {
  const { batches, receivedAt, stacks } = flush;
  const distinct = [...distinctBatches(batches).values()];
  const fresh = new Set(distinct);
  // An untimed batch has a random id.
  const timed = distinct.filter((batch) => !isUntimed(batch) && batch.rows.length > 0);
  const identities = new Uint32Array(2 * timed.length);
  for (const [at, { batchId }] of timed.entries()) writeIdentity(identities, 2 * at, batchId);
  const sent = {
    identities,
    times: Float64Array.from(timed, ({ rows }) => millisecondsOf(timeIn(rows))),
  };
  for (const [index, isKnown] of (await known(sent)).entries()) if (isKnown) fresh.delete(timed[index] as LogBatch);
  for (const batch of fresh)
    if (isUntimed(batch) && (await repeatsUnanswered(flush, batch, exportWindowMs))) fresh.delete(batch);

  const received = BigInt(receivedAt);
  const receivedNano = received * 1_000_000n;
  const slice = new Slice();
  const written: number[] = [];
  for (const batch of batches) {
    const isFresh = fresh.delete(batch);
    written.push(isFresh ? batch.rows.length : 0);
    if (!isFresh) continue;
    for (const [index, row] of batch.rows.entries()) {
      if (slice.isOver) await slice.next();
      // A body that is a string is the text already.
      const json = row.bodyJson.startsWith('{"stringValue":') ? "" : row.bodyJson;
      const attributes = row.attributesJson === "[]" ? "" : row.attributesJson;
      // OpenTelemetry log data model: a record without a time is placed by when it was observed.
      head.time.push(row.timeUnixNano || row.observedTimeUnixNano || receivedNano);
      head.receivedAt.push(received);
      head.bytes.push(Buffer.byteLength(row.bodyText) + Buffer.byteLength(json) + Buffer.byteLength(attributes));
      head.observedAt.push(row.observedTimeUnixNano);
      head.batchId.push(batch.batchId);
      head.batchIndex.push(index);
      head.traceId.push(row.traceId);
      head.spanId.push(row.spanId);
      head.flags.push(row.flags >>> 0);
      head.severity.push(row.severityNumber);
      head.service.push(indexedText(row.serviceName));
      head.resource.push(row.resourceJson);
      head.scope.push(row.scopeJson);
      head.droppedAttributes.push(row.droppedAttributesCount);
      body.text.push(row.bodyText);
      body.json.push(json);
      body.attributes.push(attributes);
      body.severityText.push(row.severityText);
      body.eventName.push(row.eventName);
      if (attributes !== "" && mayNeedSymbols(attributes, row.resourceJson))
        stacks.add("log", logSubject(batch.batchId, index));
    }
  }
  return written;
}

/** A time that one of the records has, in ns: a repeat of the batch has it as well. */
function timeIn(rows: readonly LogRecord[]): bigint {
  const timed = rows.find(({ timeUnixNano, observedTimeUnixNano }) => timeUnixNano || observedTimeUnixNano);
  return timed?.timeUnixNano || timed?.observedTimeUnixNano || 0n;
}

/** The first of each id, in hex. */
function distinctBatches(batches: readonly LogBatch[]): Map<string, LogBatch> {
  const first = new Map<string, LogBatch>();
  for (const batch of batches) {
    const id = hexOf(batch.batchId);
    if (!first.has(id)) first.set(id, batch);
  }
  return first;
}
