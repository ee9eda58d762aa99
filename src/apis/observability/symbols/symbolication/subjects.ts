// SQL: partitioned tables that no entity maps.
/** Reads what has a stack, by the name that its row has. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { EventRecord, Tenant } from "../../records.ts";
import { findRecord } from "../../store/blocks/chunks.ts";
import { hexOf } from "../../store/ids.ts";
import { logRecords } from "../../store/log-records.ts";
import { everySlot } from "../../store/received-slot.ts";
import { spanRecords } from "../../store/span-records.ts";
import type { SubjectRef } from "./rows.ts";
import type { Subject } from "./subject.ts";

/** The name of a span: both ids in hex. */
export function spanSubject(traceId: Uint8Array, spanId: Uint8Array): string {
  return hexOf(traceId) + hexOf(spanId);
}

/** The name of a log record: its batch's id in hex and its place in it. */
export function logSubject(batchId: Uint8Array, index: number): string {
  return `${hexOf(batchId)}:${index}`;
}

/** Null when it is not there any more. */
export async function readSubject(db: Queryable, tenant: Tenant, ref: SubjectRef): Promise<Subject | null> {
  switch (ref.kind) {
    case "event":
      return await readEvent(db, tenant, ref);
    case "span": {
      const trace = { column: "ids", quality: "trace", values: [ref.subject.slice(0, 32)] } as const;
      const found = await findRecord(db, spanRecords, tenant, trace, ref.receivedAt, ({ traceId, spanId }, at) => {
        const [ofTrace, ofSpan] = [traceId.get(at), spanId.get(at)];
        return ofTrace !== null && ofSpan !== null && spanSubject(ofTrace, ofSpan) === ref.subject;
      });
      if (found === null) return null;
      const { head, body, index } = found;
      return { kind: "span", eventsJson: body.events.get(index) || "[]", resourceJson: head.resource.get(index) };
    }
    default: {
      const [batchId = "", index] = ref.subject.split(":");
      const found = await findRecord(
        db,
        logRecords,
        tenant,
        { column: "ids", quality: "batch", values: [batchId] },
        ref.receivedAt,
        (head, at) => {
          const id = head.batchId.get(at);
          return head.batchIndex.get(at) === Number(index) && id !== null && hexOf(id) === batchId;
        },
      );
      if (found === null) return null;
      const { head, body, index: at } = found;
      return { kind: "log", attributesJson: body.attributes.get(at) || "[]", resourceJson: head.resource.get(at) };
    }
  }
}

async function readEvent(db: Queryable, { projectId, environment }: Tenant, ref: SubjectRef): Promise<Subject | null> {
  // Primary key (project_id, environment, received_slot, event_id, received_at).
  const { rows } = await db.query<{
    source: EventRecord["source"];
    platform: string | null;
    release: string | null;
    level: number;
    message: string | null;
    payload: string;
  }>(
    `SELECT source, platform, release, level, message, payload FROM events
     WHERE project_id = $1 AND environment = $2 AND received_slot = ANY (${everySlot}) AND event_id = $3
       AND received_at = $4`,
    [projectId, environment, ref.subject, ref.receivedAt],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { payload, ...event } = row;
  return { kind: "event", ...event, payloadJson: payload };
}
