/** Policies of merchants, and what is known of them. */

import type { PolicyRow } from "#src/apis/insurance/entities.ts";
import { Insurers } from "#src/apis/insurance/insurers/registry.ts";
import { policyOf } from "#src/apis/insurance/policies/policy-record.ts";
import { pollPolicies } from "#src/apis/insurance/policies/polling.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import type { Gateway } from "#test/builders/insurance/gateway.ts";
import type { BoughtPolicy, InsuranceServer } from "#test/builders/insurance/server.ts";
import { silent } from "#test/support/postgres.ts";
import { answering, eventsOf, type SentEvent } from "./selling.ts";

export const dayMs = 86_400_000;

/** The day as insurers write it, `YYYY-MM-DD`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A round of the job that asks insurers, so much later (ms). */
export async function aRound({ database, masterKey }: InsuranceServer, aheadMs = 0): Promise<void> {
  const insurers = new Insurers(database, masterKey);
  const now = () => Date.now() + aheadMs;
  await pollPolicies({ database, insurers, log: silent, now }, { signal: new AbortController().signal });
  insurers.close();
}

/** What our table has. */
export function storedPolicy(server: InsuranceServer, tenant: Tenant, name: BoughtPolicy): Promise<PolicyRow> {
  return policyOf(server.database.dataSource.manager, tenant, name);
}

/** Events about the policy after the one that it was issued with, oldest first. */
export async function newsOf(
  server: Pick<InsuranceServer, "database">,
  tenant: Tenant,
  { policyId }: Pick<BoughtPolicy, "policyId">,
): Promise<SentEvent[]> {
  const events = await eventsOf(server, tenant);
  return events.filter(({ type, resource }) => resource.id === policyId && type !== "policy.issued");
}

/** Calls of insurers for the bytes of a document. */
export const fetching = /^GET \/policies\/[^/]+\/documents\/[^/]+$/;

/** Has the insurer answer this about every document, until the returned function is called. */
export function contentAnswered(
  gateway: Gateway,
  content: { readonly content: string } | { readonly delivery: "redirect"; readonly url: string },
  { insurerId = "aegis", ...file }: { insurerId?: string; filename?: string; mediaType?: string } = {},
): () => void {
  const where =
    "url" in content ? { ...content, expiresAt: "2099-01-01T00:00:00Z" } : { delivery: "inline", ...content };
  const body = { filename: "schedule.pdf", mediaType: "application/pdf", ...file, ...where };
  return gateway.trouble({ insurerId, call: fetching, with: answering(200, body) });
}

/** Cancellations on record. */
export async function cancellationsOf(
  { database }: Pick<InsuranceServer, "database">,
  { businessId, environment }: Tenant,
  { providerId, policyId }: BoughtPolicy,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT cancellation_id AS "cancellationId", outcome, reason, refund_minor AS "refundMinor"
     FROM insurance_cancellations
     WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND policy_id = $4`,
    [businessId, environment, providerId, policyId],
  );
  return rows;
}
