import type { InsuranceHandlers } from "../callers.ts";
import { apiVersion } from "../events.ts";

export const metaHandlers: Pick<InsuranceHandlers, "getHealth"> = {
  getHealth: () => ({ status: 200, body: { status: "ok", version: apiVersion } }),
};
