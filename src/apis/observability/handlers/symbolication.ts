/** Symbolication on demand. */
import type { Pool } from "pg";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { consumeQuota } from "../store/quota.ts";
import { queueReprocessing } from "../symbols/symbolication/jobs.ts";
import { countUnfinished } from "../symbols/symbolication/rows.ts";

export interface SymbolicationHandlerDependencies {
  readonly pool: Pool;
  /** Queries of a tenant in a minute. */
  readonly queriesPerMinute: number;
}

export function symbolicationHandlers({
  pool,
  queriesPerMinute,
}: SymbolicationHandlerDependencies): HandlersOf<"Symbolication"> {
  return {
    async reprocessCrashes(_request, call) {
      const tenant = tenantOf(call.identity);
      const state = await consumeQuota(pool, tenant, { name: "queries", amount: 1, limitPerMinute: queriesPerMinute });
      const { count, now } = await countUnfinished(pool, tenant);
      if (count > 0) await queueReprocessing(pool, tenant, now);
      return { status: 200, body: { requeued: count }, headers: rateLimitHeaders(state) };
    },
  };
}
