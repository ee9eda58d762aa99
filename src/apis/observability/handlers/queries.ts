/** The frame of every query: its tenant, the quota on queries, and the tenant's turn among all queries. */
import type { CallBase } from "#src/contract/types.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import type { VerifiedKey } from "#src/identity/key-verifier.ts";
import type { QueryConnection, QueryPool } from "#src/storage/query-pool.ts";
import { tenantOf } from "../callers.ts";
import { type Tenant, tenantName } from "../records.ts";
import type { QueryQuota } from "../store/quota.ts";

export type KeyCall = CallBase & { readonly identity: VerifiedKey };

/** Charges the key's tenant for one query, and tells the caller what is left. Throws Problem PROJECT_NOT_FOUND and RATE_LIMITED. */
export async function charged(quota: QueryQuota, { identity, answerHeaders }: KeyCall): Promise<Tenant> {
  const tenant = tenantOf(identity);
  Object.assign(answerHeaders, rateLimitHeaders(await quota.charge(tenant)));
  return tenant;
}

/**
 * Charges the key's tenant for one query, tells the caller what is left, and runs the query. The connection is the query's
 * own until `read` returns: what takes long without it comes after. Throws Problem PROJECT_NOT_FOUND, RATE_LIMITED, or
 * OVERLOADED when too many queries of the tenant wait or this one takes too long; ClientGone when nobody waits for it.
 */
export type RunQuery = <T>(
  call: KeyCall,
  read: (connection: QueryConnection, tenant: Tenant) => Promise<T>,
  options?: QueryCallOptions,
) => Promise<T>;

export interface QueryCallOptions {
  /** Milliseconds; see QueryPool. */
  readonly deadlineMs?: number;
  /** For the second and further reads of one query, which has been charged and is being answered. */
  readonly continued?: boolean;
}

export function queryRunner(queries: QueryPool, quota: QueryQuota): RunQuery {
  return (call, read, { continued = false, ...options } = {}) => {
    const tenant = tenantOf(call.identity);
    return queries.run(tenantName(tenant), { signal: call.signal, continued, ...options }, async (connection) => {
      if (!continued) await charged(quota, call);
      return await read(connection, tenant);
    });
  };
}
