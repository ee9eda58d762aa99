import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { insurerEntity } from "../entities.ts";
import { apiVersion } from "../events.ts";

/** The service is up as long as its database answers. */
export function metaHandlers({ database }: HandlerDependencies, build: string): HandlersOf<"Meta"> {
  return {
    async getHealth() {
      await database.dataSource.manager.exists(insurerEntity);
      return { status: 200, body: { status: "ok", version: apiVersion, build } };
    },
  };
}
