/** Symbolication on demand. */
import type { Pool } from "pg";
import type { HandlersOf } from "../callers.ts";
import type { QueryQuota } from "../store/quota.ts";
import { queueReprocessing } from "../symbols/symbolication/jobs.ts";
import { countUnfinished } from "../symbols/symbolication/rows.ts";
import { charged } from "./queries.ts";

export interface SymbolicationHandlerDependencies {
  readonly pool: Pool;
  readonly queryQuota: QueryQuota;
}

export function symbolicationHandlers({
  pool,
  queryQuota,
}: SymbolicationHandlerDependencies): HandlersOf<"Symbolication"> {
  return {
    async reprocessCrashes(_request, call) {
      const tenant = await charged(queryQuota, call);
      const { count, now } = await countUnfinished(pool, tenant);
      if (count > 0) await queueReprocessing(pool, tenant, now);
      return { status: 200, body: { requeued: count } };
    },
  };
}
