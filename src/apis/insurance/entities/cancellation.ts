import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { safeBigint } from "#src/storage/column-types.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** A request to cancel a policy, and what its insurer answered. */
export interface CancellationRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  policyId: string;
  /** The insurer's. */
  cancellationId: string;
  outcome: Schemas["CancellationOutcome"]["outcome"];
  reason: string;
  note: string | null;
  /** Days, `YYYY-MM-DD`. */
  requestedEffectiveDate: string | null;
  effectiveDate: string | null;
  refundMinor: number | null;
  /** Of the refund. */
  currency: string | null;
  createdAt: Date;
}

export const cancellationEntity = new EntitySchema<CancellationRow>({
  name: "InsuranceCancellation",
  tableName: "insurance_cancellations",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    policyId: { name: "policy_id", type: "text", primary: true },
    cancellationId: { name: "cancellation_id", type: "text", primary: true },
    outcome: { type: "text" },
    reason: { type: "text" },
    note: { type: "text", nullable: true },
    requestedEffectiveDate: { name: "requested_effective_date", type: "date", nullable: true },
    effectiveDate: { name: "effective_date", type: "date", nullable: true },
    refundMinor: { name: "refund_minor", ...safeBigint, nullable: true },
    currency: { type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
