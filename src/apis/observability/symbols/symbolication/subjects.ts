/** Reads the stored record of a subject, by the name in its row. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { findRecords } from "../../store/blocks/find-records.ts";
import { hexOf } from "../../store/ids.ts";
import { logRecords } from "../../store/log-records.ts";
import { latestReceipt } from "../../store/queries/events.ts";
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
      const event = await latestReceipt(db, tenant, ref.subject, received);
      if (event === null) return null;
      const { source, platform, release, level, message, payloadJson } = event;
      return { kind: "event", source, platform, release, level, message, payloadJson };
    }
    case "span": {
      const [span] = await findRecords(db, spanRecords, tenant, {
        token: { column: "ids", quality: "trace", values: [ref.subject.slice(0, 32)] },
        received,
        keyOf({ traceId, spanId }, at) {
          const [ofTrace, ofSpan] = [traceId.get(at), spanId.get(at)];
          return ofTrace !== null && ofSpan !== null && spanSubject(ofTrace, ofSpan) === ref.subject ? at : null;
        },
        choose: first,
        read: ({ resource }, { events }, at) => ({
          kind: "span" as const,
          eventsJson: events.get(at) || "[]",
          resourceJson: resource.get(at),
        }),
      });
      return span ?? null;
    }
    default: {
      const [batchId = "", index] = ref.subject.split(":");
      const [log] = await findRecords(db, logRecords, tenant, {
        token: { column: "ids", quality: "batch", values: [batchId] },
        received,
        keyOf(head, at) {
          const id = head.batchId.get(at);
          return head.batchIndex.get(at) === Number(index) && id !== null && hexOf(id) === batchId ? at : null;
        },
        choose: first,
        read: ({ resource }, { attributes }, at) => ({
          kind: "log" as const,
          attributesJson: attributes.get(at) || "[]",
          resourceJson: resource.get(at),
        }),
      });
      return log ?? null;
    }
  }
}

const first = <Found>(found: readonly Found[]): readonly Found[] => found.slice(0, 1);
