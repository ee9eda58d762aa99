/** A policy as it is on record. */
import type { EntityManager } from "typeorm";
import { notFound } from "#src/http/problem.ts";
import { type PolicyRow, policyEntity } from "../entities/policy.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** An insurer's policy, by the names that identify it. */
export interface PolicyName {
  readonly providerId: string;
  readonly policyId: string;
}

/**
 * Throws Problem NOT_FOUND, also for a policy of another business or environment. With `lock`, others wait for the end of
 * the transaction before they change it. By insurance_policies_pkey.
 */
export async function policyOf(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Readonly<PolicyRow>> {
  const policy = await manager.findOne(policyEntity, {
    where: { ...tenantOf(tenant), providerId, policyId },
    ...(lock && { lock: { mode: "pessimistic_write" } }),
  });
  if (policy === null) throw notFound("There is no such policy.");
  return policy;
}
