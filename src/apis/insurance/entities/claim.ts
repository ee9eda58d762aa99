import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { tenantColumns } from "../tenant.ts";
import { lastReading } from "./last-reading.ts";

/** A claim of a business's customer, with what the insurer last said about it. */
export const claimEntity = declareEntity("insurance_claims", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  claimId: column.text.key,
  /** UUIDv7: sorts by when the claim was stored. */
  position: column.uuid,
  policyId: column.text,
  productId: column.text,
  status: column.textOf<Schemas["ClaimStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  lossDate: column.date,
  /** As the insurer answered at `readAt`. */
  document: column.json<Schemas["Claim"]>(),
  ...lastReading,
});

export type ClaimRow = Row<typeof claimEntity>;
