/** Reads the stored record of a subject, by the name in its row. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { findRecords } from "../../store/blocks/chunks.ts";
import { hexOf } from "../../store/ids.ts";
import { logRecords } from "../../store/log-records.ts";
import { eventOf, findEvents } from "../../store/queries/events.ts";
import { spanRecords } from "../../store/span-records.ts";
import type { SubjectRef } from "./rows.ts";
import type { Subject } from "./subject.ts";

/** The name of a span: both ids in hex. */
export function spanSubject(traceId: Uint8Array, spanId: Uint8Array): string {
  return hexOf(traceId) + hexOf(spanId);
}

/** The name of a log record: its batch's id in hex and its index in the batch. */
export function logSubject(batchId: Uint8Array, index: number): string {
  return `${hexOf(batchId)}:${index}`;
}

/** Returns null when the record is gone. */
export async function readSubject(db: Queryable, tenant: Tenant, ref: SubjectRef): Promise<Subject | null> {
  const received = [ref.receivedAt.getTime(), ref.receivedAt.getTime()] as const;
  switch (ref.kind) {
    case "event": {
      const [found] = await findEvents(db, tenant, [ref.subject], received);
      if (found === undefined) return null;
      const { source, platform, release, level, message, payloadJson } = eventOf(found);
      return { kind: "event", source, platform, release, level, message, payloadJson };
    }
    case "span": {
      const trace = { column: "ids", quality: "trace", values: [ref.subject.slice(0, 32)] } as const;
      const [found] = await findRecords(db, spanRecords, tenant, trace, received, ({ traceId, spanId }, at) => {
        const [ofTrace, ofSpan] = [traceId.get(at), spanId.get(at)];
        return ofTrace !== null && ofSpan !== null && spanSubject(ofTrace, ofSpan) === ref.subject;
      });
      if (found === undefined) return null;
      const { head, body, index } = found;
      return { kind: "span", eventsJson: body.events.get(index) || "[]", resourceJson: head.resource.get(index) };
    }
    default: {
      const [batchId = "", index] = ref.subject.split(":");
      const [found] = await findRecords(
        db,
        logRecords,
        tenant,
        { column: "ids", quality: "batch", values: [batchId] },
        received,
        (head, at) => {
          const id = head.batchId.get(at);
          return head.batchIndex.get(at) === Number(index) && id !== null && hexOf(id) === batchId;
        },
      );
      if (found === undefined) return null;
      const { head, body, index: at } = found;
      return { kind: "log", attributesJson: body.attributes.get(at) || "[]", resourceJson: head.resource.get(at) };
    }
  }
}
