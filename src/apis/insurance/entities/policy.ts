import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";
import { lastReading } from "./last-reading.ts";

/** A policy of a business, with what its insurer last said about it. */
export const policyEntity = declareEntity("insurance_policies", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  policyId: column.text.key,
  /** UUIDv7: sorts by when the policy was stored. */
  position: column.uuid,
  purchaseId: column.text,
  productId: column.text,
  status: column.textOf<Schemas["PolicyStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  endDate: column.date,
  /** As the insurer answered at `readAt`. */
  document: column.json<Schemas["Policy"]>(),
  ...lastReading,
  /** When the insurer is next asked for documents; null when none are awaited. */
  nextDocumentsAt: column.timestamp.nullable,
  /** Since when documents are expected: the policy was issued then, or last renewed or endorsed. */
  documentsSince: column.timestamp,
});

export type PolicyRow = Row<typeof policyEntity>;

export const policyRecords = records(policyEntity, ["businessId", "environment"]);
