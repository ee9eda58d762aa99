/** The documents of policies: listed by their insurers, announced to the business once each, downloaded, and added. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { policyDocumentEntity } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { type FetchedDocument, fetchDocument } from "../insurers/documents.ts";
import type { Answered, Asked, Schemas as Insurer } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { declareOperation } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
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
): Promise<readonly Insurer["PolicyDocument"][]> {
  const { providerId, policyId } = name;
  await policyOf(database.dataSource.manager, tenant, name);
  const insurer = await insurers.reach(providerId, "listPolicyDocuments");
  const { items } = await insurer.call(
    "listPolicyDocuments",
    { path: { policyId } },
    { requestId, environment: tenant.environment },
  );
  const left = await announceUnknown(database, tenant, name, items, new Date(now()));
  if (left > 0) log.warn({ ...name, left }, "An insurer lists more documents of a policy than are announced");
  return items;
}

/** Emits document.available for those that were never seen before. Returns how many were too many. */
async function announceUnknown(
  database: DocumentDependencies["database"],
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  documents: readonly Insurer["PolicyDocument"][],
  now: Date,
): Promise<number> {
  const policy = { ...tenantOf(tenant), providerId, policyId };
  // By insurance_policy_documents_pkey.
  const rows = await database.dataSource.manager.findBy(policyDocumentEntity, policy);
  const known = new Set(rows.map(({ documentId }) => documentId));
  const unknown = documents.filter(({ documentId }) => !known.has(documentId));
  const news = unknown.slice(0, Math.max(0, mostAnnounced - known.size));
  if (news.length > 0) {
    await inTransaction(database, (transaction) => announceDocuments(transaction, tenant, policy, news, now));
  }
  return unknown.length - news.length;
}

/**
 * Gives the insurer a file that was reserved with it. Throws Problem NOT_FOUND, also for a policy of another business or
 * environment, and as `perform` does; and InsurerFailure.
 */
export function attachDocument(
  { intents }: Pick<HandlerDependencies, "intents">,
  { providerId, policyId }: PolicyName,
  body: Schemas["PolicyDocumentRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["PolicyDocument"]>> {
  return perform(intents, attachedDocument, {
    ...call,
    providerId,
    subject: `policy/${providerId}/${policyId}/file/${body.fileId}`,
    sent: body,
    async prepare({ manager }) {
      await policyOf(manager, call, { providerId, policyId });
      return { policyId, body };
    },
  });
}

interface PreparedDocument {
  readonly policyId: string;
  readonly body: Asked<"attachPolicyDocument">["body"];
}

/** The customer has to know whether the insurer has the file. */
export const attachedDocument = declareOperation<
  PreparedDocument,
  Answered<"attachPolicyDocument">,
  Schemas["PolicyDocument"]
>({
  name: "attachPolicyDocument",
  whenLost: "settle",

  ...protocolCall("attachPolicyDocument", ({ policyId, body }: PreparedDocument) => ({
    path: { policyId },
    body,
  })),

  async commit(transaction, intent, document, at) {
    const { providerId, request } = intent;
    const name = { providerId, policyId: request.policyId };
    await announceDocuments(transaction, intent, name, [document], at);
    return { status: 201, body: presentPolicyDocument(document) };
  },
});

/** Emits document.available for those of the documents that nobody else has announced, in the transaction of the caller. */
export async function announceDocuments(
  transaction: Transaction,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  documents: readonly Insurer["PolicyDocument"][],
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
  documents: readonly Insurer["PolicyDocument"][],
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

/** Ids that insurers may give documents. Others would change the address: `..` is that of another resource. */
const documentIds = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export type DownloadDependencies = Pick<HandlerDependencies, "database" | "insurers" | "destinations">;

/**
 * A document of a policy. Throws Problem NOT_FOUND, also for a policy of another business or environment, before anyone is
 * asked; and InsurerFailure as `fetchDocument` does.
 */
export async function downloadDocument(
  { database, insurers, destinations }: DownloadDependencies,
  tenant: Tenant,
  { documentId, ...name }: PolicyName & { readonly documentId: string },
  requestId: string,
): Promise<FetchedDocument> {
  await policyOf(database.dataSource.manager, tenant, name);
  if (!documentIds.test(documentId)) throw notFound("There is no such document.");
  const insurer = await insurers.reach(name.providerId, "getPolicyDocument");
  return fetchDocument(insurer, { policyId: name.policyId, documentId }, destinations, {
    requestId,
    environment: tenant.environment,
  });
}
