import {
  date,
  declareEntity,
  integer,
  json,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A policy of a business, with what its insurer last said about it. */
export const policyEntity = declareEntity("insurance_policies", {
  ...tenantColumns,
  providerId: key(text),
  /** The insurer's. */
  policyId: key(text),
  /** UUIDv7: sorts by when the policy was stored. */
  position: uuid,
  purchaseId: text,
  productId: text,
  status: textOf<Schemas["PolicyStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  endDate: date,
  /** As the insurer answered at `readAt`. */
  document: json<Schemas["Policy"]>(),
  createdAt: timestamp,
  updatedAt: timestamp,
  readAt: timestamp,
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: integer,
  /** When the insurer is next asked for a decision; null when none is awaited. */
  nextReadingAt: nullable(timestamp),
  /** When the insurer is next asked for documents; null when none are awaited. */
  nextDocumentsAt: nullable(timestamp),
});

export type PolicyRow = Row<typeof policyEntity>;

export const policyRecords = records(policyEntity, ["businessId", "environment"]);
