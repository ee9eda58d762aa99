import { column, declareEntity } from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A request to cancel a policy, and what its insurer answered. */
export const cancellationEntity = declareEntity("insurance_cancellations", {
  ...tenantColumns,
  providerId: column.text.key,
  policyId: column.text.key,
  /** The insurer's. */
  cancellationId: column.text.key,
  outcome: column.textOf<Schemas["CancellationOutcome"]["outcome"]>(),
  reason: column.text,
  note: column.text.nullable,
  /** Days, `YYYY-MM-DD`. */
  requestedEffectiveDate: column.date.nullable,
  effectiveDate: column.date.nullable,
  refundMinor: column.safeBigint.nullable,
  /** Of the refund. */
  currency: column.text.nullable,
  createdAt: column.timestamp,
});
