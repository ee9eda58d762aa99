/** Documents of policies, announced to the business once each. */
import type { EntityManager } from "typeorm";
import type { Transaction } from "#src/storage/transaction.ts";
import { policyDocumentEntity } from "../entities/policy-document.ts";
import { emitInsuranceEvents } from "../events.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import type { PolicyName } from "./policy-record.ts";

/** Emits document.available for those of the documents that nobody else has announced, in the transaction of the caller. */
export async function announceDocuments(
  transaction: Transaction,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  documents: readonly Schemas["PolicyDocument"][],
  now: Date,
): Promise<void> {
  const policy = { ...tenantOf(tenant), providerId, policyId };
  const ours = await markSeen(transaction.manager, policy, documents, now);
  const events = documents
    .filter(({ documentId }) => ours.delete(documentId))
    .map((document) => {
      const data = { providerId, policyId, document: presentPolicyDocument(document) };
      return { type: "document.available", providerId, resourceId: policyId, data } as const;
    });
  if (events.length > 0) await emitInsuranceEvents(transaction, tenant, events, now);
}

/**
 * Marks these documents, and returns the ids that nobody had marked. All mark in one order, so the second of two
 * transactions waits for the first and finds nothing new.
 */
async function markSeen(
  manager: EntityManager,
  policy: Tenant & PolicyName,
  documents: readonly Schemas["PolicyDocument"][],
  seenAt: Date,
): Promise<Set<string>> {
  const ids = [...new Set(documents.map(({ documentId }) => documentId))].sort();
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(policyDocumentEntity)
    .values(ids.map((documentId) => ({ ...policy, documentId, seenAt })))
    .orIgnore()
    .returning("document_id")
    .execute();
  return new Set((raw as readonly { readonly document_id: string }[]).map(({ document_id }) => document_id));
}
