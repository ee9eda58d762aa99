import { declareEntity, key, type Row, text, timestamp } from "#src/storage/entity.ts";
import { tenantColumns } from "../tenant.ts";

/** A document of a policy that has been announced to the business. */
export const policyDocumentEntity = declareEntity("insurance_policy_documents", {
  ...tenantColumns,
  providerId: key(text),
  policyId: key(text),
  /** The insurer's. */
  documentId: key(text),
  seenAt: timestamp,
});

export type PolicyDocumentRow = Row<typeof policyDocumentEntity>;
