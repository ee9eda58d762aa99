import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** A policy of a business, with what its insurer last said about it. */
export interface PolicyRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  /** The insurer's. */
  policyId: string;
  /** UUIDv7: sorts by when the policy was stored. */
  position: string;
  purchaseId: string;
  productId: string;
  status: Schemas["PolicyStatus"];
  /** A day, `YYYY-MM-DD`. */
  endDate: string;
  /** As the insurer answered at `readAt`. */
  document: Schemas["Policy"];
  createdAt: Date;
  updatedAt: Date;
  readAt: Date;
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: number;
  /** When the insurer is next asked for a decision; null when none is awaited. */
  nextReadingAt: Date | null;
  /** When the insurer is next asked for documents; null when none are awaited. */
  nextDocumentsAt: Date | null;
}

export const policyEntity = new EntitySchema<PolicyRow>({
  name: "InsurancePolicy",
  tableName: "insurance_policies",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    policyId: { name: "policy_id", type: "text", primary: true },
    position: { type: "uuid" },
    purchaseId: { name: "purchase_id", type: "text" },
    productId: { name: "product_id", type: "text" },
    status: { type: "text" },
    endDate: { name: "end_date", type: "date" },
    document: { type: "json" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
    readAt: { name: "read_at", type: "timestamptz" },
    revision: { type: "integer" },
    nextReadingAt: { name: "next_reading_at", type: "timestamptz", nullable: true },
    nextDocumentsAt: { name: "next_documents_at", type: "timestamptz", nullable: true },
  },
});

export const policyRecords = records(policyEntity, ["businessId", "environment"]);
