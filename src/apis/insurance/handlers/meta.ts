import type { InsuranceHandlers } from "../callers.ts";
import { apiVersion } from "../events.ts";
import type { InsuranceParts } from "../parts.ts";

/** The service is up as long as its database answers. */
export function metaHandlers({ database }: InsuranceParts): Pick<InsuranceHandlers, "getHealth"> {
  return {
    async getHealth() {
      await database.pool.query("SELECT FROM insurers LIMIT 1");
      return { status: 200, body: { status: "ok", version: apiVersion } };
    },
  };
}
