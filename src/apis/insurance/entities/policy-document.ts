import { column, declareEntity } from "#src/storage/entity.ts";
import { tenantColumns } from "../tenant.ts";

/** A document of a policy that has been announced to the business. */
export const policyDocumentEntity = declareEntity("insurance_policy_documents", {
  ...tenantColumns,
  providerId: column.text.key,
  policyId: column.text.key,
  /** The insurer's. */
  documentId: column.text.key,
  seenAt: column.timestamp,
});
