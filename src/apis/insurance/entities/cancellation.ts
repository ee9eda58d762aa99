import {
  date,
  declareEntity,
  key,
  nullable,
  type Row,
  safeBigint,
  text,
  textOf,
  timestamp,
} from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";

/** A request to cancel a policy, and what its insurer answered. */
export const cancellationEntity = declareEntity("insurance_cancellations", {
  ...tenantColumns,
  providerId: key(text),
  policyId: key(text),
  /** The insurer's. */
  cancellationId: key(text),
  outcome: textOf<Schemas["CancellationOutcome"]["outcome"]>(),
  reason: text,
  note: nullable(text),
  /** Days, `YYYY-MM-DD`. */
  requestedEffectiveDate: nullable(date),
  effectiveDate: nullable(date),
  refundMinor: nullable(safeBigint),
  /** Of the refund. */
  currency: nullable(text),
  createdAt: timestamp,
});

export type CancellationRow = Row<typeof cancellationEntity>;
