/** What every query goes through: whose data it sees, and the quota on queries. */
import type { Pool } from "pg";
import type { CallBase } from "#src/contract/types.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import type { VerifiedKey } from "#src/identity/key-verifier.ts";
import { tenantOf } from "../callers.ts";
import type { Tenant } from "../records.ts";
import { consumeQuota } from "../store/quota.ts";

/**
 * Charges the key's tenant for one query and tells the caller what is left. Throws Problem PROJECT_NOT_FOUND or
 * RATE_LIMITED.
 */
export type AdmitQuery = (call: CallBase & { readonly identity: VerifiedKey }) => Promise<Tenant>;

export function queryAdmission(pool: Pool, queriesPerMinute: number): AdmitQuery {
  return async (call) => {
    const tenant = tenantOf(call.identity);
    const state = await consumeQuota(pool, tenant, { name: "queries", amount: 1, limitPerMinute: queriesPerMinute });
    Object.assign(call.answerHeaders, rateLimitHeaders(state));
    return tenant;
  };
}
