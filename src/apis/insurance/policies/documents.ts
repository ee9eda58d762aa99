/** The documents of policies: listed by their insurers, and announced to the business once each. */
import type { EntityManager } from "typeorm";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { policyDocumentEntity } from "../entities/policy-document.ts";
import { emitInsuranceEvents } from "../events.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { type PolicyName, policyOf } from "./policy-record.ts";

export type DocumentDependencies = Pick<HandlerDependencies, "database" | "insurers" | "log" | "now">;

/** An insurer that gives documents new ids all the time is not announced for ever. */
const mostAnnounced = 500;

/**
 * The documents as the insurer lists them now. Throws Problem NOT_FOUND, also for a policy of another business or
 * environment, before anyone is asked; and InsurerFailure.
 */
export async function readDocuments(
  { database, insurers, log, now }: DocumentDependencies,
  tenant: Tenant,
  name: PolicyName,
  requestId: string,
): Promise<readonly Schemas["PolicyDocument"][]> {
  const { providerId, policyId } = name;
  await policyOf(database.dataSource.manager, tenant, name);
  const insurer = await insurers.reach(providerId, "listPolicyDocuments");
  const { items } = await insurer.call(
    "listPolicyDocuments",
    { path: { policyId } },
    { requestId, environment: tenant.environment },
  );
  const left = await announceDocuments(database, tenant, name, items, new Date(now()));
  if (left > 0) log.warn({ ...name, left }, "An insurer lists more documents of a policy than are announced");
  return items;
}

/** Emits document.available for those that were never seen before. Returns how many were too many. */
async function announceDocuments(
  database: DocumentDependencies["database"],
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  documents: readonly Schemas["PolicyDocument"][],
  now: Date,
): Promise<number> {
  const policy = { ...tenantOf(tenant), providerId, policyId };
  // By insurance_policy_documents_pkey.
  const rows = await database.dataSource.manager.findBy(policyDocumentEntity, policy);
  const known = new Set(rows.map(({ documentId }) => documentId));
  const unknown = documents.filter(({ documentId }) => !known.has(documentId));
  const news = unknown.slice(0, Math.max(0, mostAnnounced - known.size));
  if (news.length > 0) {
    await inTransaction(database, (transaction) => announceWithin(transaction, tenant, policy, news, now));
  }
  return unknown.length - news.length;
}

/** In the transaction of the caller, for those of the documents that nobody else has announced. */
export async function announceWithin(
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
 * The ids of those that nobody else has marked. Everybody marks in one order: who comes second waits for the first, and
 * then finds nothing new.
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
