import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";

/** A document of a policy that has been announced to the business. */
export interface PolicyDocumentRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  policyId: string;
  /** The insurer's. */
  documentId: string;
  seenAt: Date;
}

export const policyDocumentEntity = new EntitySchema<PolicyDocumentRow>({
  name: "InsurancePolicyDocument",
  tableName: "insurance_policy_documents",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    policyId: { name: "policy_id", type: "text", primary: true },
    documentId: { name: "document_id", type: "text", primary: true },
    seenAt: { name: "seen_at", type: "timestamptz" },
  },
});
