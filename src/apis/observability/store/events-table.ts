// SQL: COPY, and one search for the duplicates of a whole flush.
import { Slice } from "#src/http/event-loop.ts";
import type { EventRecord } from "../records.ts";
import { receivedSlot, slotsBetween } from "./received-slot.ts";
import {
  dedupeWindow,
  type EventBatch,
  type Flush,
  momentOfReceipt,
  type ReceiptWindow,
  rowTable,
  tenantBytes,
} from "./table.ts";

/** From the first receipt of an event id (reference: Limits), in ms. */
const eventDedupeWindowMs = 10 * 60_000;

export const eventsTable = rowTable<EventBatch>({
  kind: "events",
  copyStatement: `COPY events (project_id, received_at, time, level, received_slot, environment, event_id, source, message,
    release, stage, platform, trace_id, span_id, payload) FROM STDIN (FORMAT binary)`,

  weigh({ rows }) {
    let bytes = 0;
    for (const row of rows) bytes += 200 + (row.message?.length ?? 0) + row.payloadJson.length;
    return bytes;
  },

  async stage(flush) {
    const { tenant, batches, receivedAt, encoder, stacks, issues } = flush;
    const first = new Map<string, EventRecord>();
    for (const { rows } of batches) for (const row of rows) if (!first.has(row.eventId)) first.set(row.eventId, row);
    const stored = await storedIds(flush, [...first.keys()], dedupeWindow(receivedAt, eventDedupeWindowMs));
    for (const id of stored) first.delete(id);

    const project = tenantBytes(tenant);
    const slot = receivedSlot(receivedAt);
    const slice = new Slice();
    const counts: number[] = [];
    for (const { rows } of batches) {
      let written = 0;
      for (const row of rows) {
        if (slice.isOver) await slice.next();
        if (first.get(row.eventId) !== row) continue;
        first.delete(row.eventId);
        encoder.row(15);
        encoder.bytes(project);
        encoder.timestamp(receivedAt);
        encoder.timestamp(Math.floor(row.time));
        encoder.int2(row.level);
        encoder.int2(slot);
        encoder.text(tenant.environment);
        encoder.text(row.eventId);
        encoder.text(row.source);
        encoder.text(row.message);
        encoder.text(row.release);
        encoder.text(row.stage);
        encoder.text(row.platform);
        encoder.text(row.traceId);
        encoder.text(row.spanId);
        encoder.text(row.payloadJson);
        if (row.mayNeedSymbols) stacks.add("event", row.eventId);
        issues.add(row);
        written++;
      }
      counts.push(written);
    }
    return counts;
  },

  async countReceived(flush, receivedAt) {
    const ids = new Set(flush.batches.flatMap(({ rows }) => rows.map(({ eventId }) => eventId)));
    return (await storedIds(flush, [...ids], momentOfReceipt(receivedAt))).length;
  },
});

async function storedIds(
  { client, tenant }: Pick<Flush, "client" | "tenant">,
  ids: readonly string[],
  window: ReceiptWindow,
): Promise<string[]> {
  // Primary key (project_id, environment, received_slot, event_id, received_at).
  const { rows } = await client.query<{ event_id: string }>(
    `SELECT event_id FROM events
     WHERE project_id = $1 AND environment = $2 AND received_slot = ANY ($3) AND event_id = ANY ($4)
       AND received_at > $5 AND received_at <= $6`,
    [tenant.projectId, tenant.environment, slotsBetween(...window), ids, ...window],
  );
  return rows.map(({ event_id }) => event_id);
}
