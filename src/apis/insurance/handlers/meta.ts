import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { apiVersion } from "../events.ts";

/** The service is up as long as its database answers. */
export function metaHandlers({ database }: HandlerDependencies): HandlersOf<"Meta"> {
  return {
    async getHealth() {
      await database.pool.query("SELECT FROM insurers LIMIT 1");
      return { status: 200, body: { status: "ok", version: apiVersion } };
    },
  };
}
