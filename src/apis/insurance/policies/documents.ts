/** The documents of policies: listed by their insurers, and announced to the business once each. */
import type { Pool } from "pg";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { emitInsuranceEvent } from "../events.ts";
import type { Schemas } from "../insurers/protocol.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";
import { type PolicyName, policyOf } from "./policy-record.ts";

export type DocumentDependencies = Pick<HandlerDependencies, "database" | "insurers" | "log" | "now">;

/** An insurer that gives documents new ids all the time is not announced for ever. */
const mostAnnounced = 500;

/**
 * The documents as the insurer lists them now. Throws Problem NOT_FOUND, also for a policy of another business or
 * environment, before anyone is asked; and InsurerFailure.
 */
export async function readDocuments(
  { database: { pool }, insurers, log, now }: DocumentDependencies,
  tenant: Tenant,
  name: PolicyName,
  requestId: string,
): Promise<readonly Schemas["PolicyDocument"][]> {
  const { providerId, policyId } = name;
  await policyOf(pool, tenant, name);
  const insurer = await insurers.reach(providerId, "listPolicyDocuments");
  const { items } = await insurer.call(
    "listPolicyDocuments",
    { path: { policyId } },
    { requestId, environment: tenant.environment },
  );
  const left = await announceDocuments(pool, tenant, name, items, new Date(now()));
  if (left > 0) log.warn({ ...name, left }, "An insurer lists more documents of a policy than are announced");
  return items;
}

/** Emits document.available for those that were never seen before. Returns how many were too many. */
async function announceDocuments(
  pool: Pool,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  documents: readonly Schemas["PolicyDocument"][],
  now: Date,
): Promise<number> {
  const key = [tenant.businessId, tenant.environment, providerId, policyId];
  // By insurance_policy_documents_pkey.
  const { rows } = await pool.query<{ document_id: string }>(
    `SELECT document_id FROM insurance_policy_documents
     WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND policy_id = $4`,
    key,
  );
  const known = new Set(rows.map(({ document_id }) => document_id));
  const unknown = documents.filter(({ documentId }) => !known.has(documentId));
  const news = unknown.slice(0, Math.max(0, mostAnnounced - known.size));
  if (news.length > 0) {
    await inTransaction(pool, async (client) => {
      // In one order for everybody: who comes second waits for the first, and then finds nothing new.
      const inserted = await client.query<{ document_id: string }>(
        `INSERT INTO insurance_policy_documents (business_id, environment, provider_id, policy_id, document_id, seen_at)
         SELECT $1::uuid, $2, $3, $4, document_id, $6::timestamptz
         FROM unnest($5::text[]) AS listed (document_id) ORDER BY document_id COLLATE "C"
         ON CONFLICT DO NOTHING RETURNING document_id`,
        [...key, news.map(({ documentId }) => documentId), now],
      );
      const ours = new Set(inserted.rows.map(({ document_id }) => document_id));
      for (const document of news) {
        if (!ours.delete(document.documentId)) continue;
        const data = { providerId, policyId, document: presentPolicyDocument(document) };
        const event = { type: "document.available", providerId, resourceId: policyId, data } as const;
        await emitInsuranceEvent(client, tenant, event, now);
      }
    });
  }
  return unknown.length - news.length;
}
