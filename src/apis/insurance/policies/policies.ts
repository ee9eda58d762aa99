/** Lists of the policies of a business. */
import type { HandlerDependencies } from "../dependencies.ts";
import { type PolicyRow, policyEntity } from "../entities/policy.ts";
import { type NewestPage, newestFirst } from "../newest-first.ts";
import type { Tenant } from "../tenant.ts";

/** Throws Problem INVALID_CURSOR. */
export function listPolicies(
  { database, cursors }: Pick<HandlerDependencies, "database" | "cursors">,
  tenant: Tenant,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<NewestPage<PolicyRow>> {
  return newestFirst(database, cursors, tenant, { entity: policyEntity, list: "policies", filter: {}, limit, cursor });
}
