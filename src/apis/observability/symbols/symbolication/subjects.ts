// SQL: partitioned tables that no entity maps.
/** Reads what has a stack, by the name that its row has. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { EventRecord, Tenant } from "../../records.ts";
import { sourcesOf, unknownSource } from "../../store/queries/sources.ts";
import { everySlot } from "../../store/received-slot.ts";
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

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Null when it is not there any more. */
export async function readSubject(db: Queryable, tenant: Tenant, ref: SubjectRef): Promise<Subject | null> {
  switch (ref.kind) {
    case "event":
      return await readEvent(db, tenant, ref);
    case "span": {
      const [traceId, spanId] = [ref.subject.slice(0, 32), BigInt.asIntN(64, BigInt(`0x${ref.subject.slice(32)}`))];
      // Primary key (project_id, trace_id, span_id, environment, received_at).
      const row = await readRow<{ events: string | null }>(
        db,
        tenant,
        "SELECT source_id, events FROM spans WHERE trace_id = $3::uuid AND span_id = $4 AND received_at = $5",
        [traceId, String(spanId), ref.receivedAt],
      );
      return row && { kind: "span", eventsJson: row.events ?? "[]", resourceJson: row.resourceJson };
    }
    default: {
      const [batchId, index] = ref.subject.split(":");
      // Primary key (project_id, environment, batch_id, batch_index, received_at).
      const row = await readRow<{ attributes: string | null }>(
        db,
        tenant,
        "SELECT source_id, attributes FROM logs WHERE batch_id = $3::uuid AND batch_index = $4 AND received_at = $5",
        [batchId, Number(index), ref.receivedAt],
      );
      return row && { kind: "log", attributesJson: row.attributes ?? "[]", resourceJson: row.resourceJson };
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

/** A row of `spans` or `logs` with its resource. */
async function readRow<Row>(
  db: Queryable,
  tenant: Tenant,
  statement: string,
  key: unknown[],
): Promise<(Row & { readonly resourceJson: string }) | null> {
  const { rows } = await db.query<Row & { source_id: string }>(
    `${statement} AND project_id = $1 AND environment = $2 LIMIT 1`,
    [tenant.projectId, tenant.environment, ...key],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { resourceJson } = (await sourcesOf(db, tenant, [row.source_id])).get(row.source_id) ?? unknownSource;
  return { ...row, resourceJson };
}
