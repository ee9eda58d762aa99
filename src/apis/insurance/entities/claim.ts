import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** A claim of a business's customer, with what the insurer last said about it. */
export interface ClaimRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  /** The insurer's. */
  claimId: string;
  /** UUIDv7: sorts by when the claim was stored. */
  position: string;
  policyId: string;
  productId: string;
  status: Schemas["ClaimStatus"];
  /** A day, `YYYY-MM-DD`. */
  lossDate: string;
  /** As the insurer answered at `readAt`. */
  document: Schemas["Claim"];
  createdAt: Date;
  updatedAt: Date;
  readAt: Date;
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: number;
  /** When the insurer is next asked; null once nothing is awaited. */
  nextReadingAt: Date | null;
}

export const claimEntity = new EntitySchema<ClaimRow>({
  name: "InsuranceClaim",
  tableName: "insurance_claims",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    claimId: { name: "claim_id", type: "text", primary: true },
    position: { type: "uuid" },
    policyId: { name: "policy_id", type: "text" },
    productId: { name: "product_id", type: "text" },
    status: { type: "text" },
    lossDate: { name: "loss_date", type: "date" },
    document: { type: "json" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
    readAt: { name: "read_at", type: "timestamptz" },
    revision: { type: "integer" },
    nextReadingAt: { name: "next_reading_at", type: "timestamptz", nullable: true },
  },
});
