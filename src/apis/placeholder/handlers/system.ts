/** Whether the API works, and what it is. */
import type { Pool } from "pg";
import type { HandlersOf } from "../callers.ts";
import { success } from "../presenters/envelope.ts";
import { databaseTime, schemaVersion } from "../server-facts.ts";

export interface SystemHandlerDependencies {
  readonly pool: Pool;
  /** Of the server. */
  readonly version: string;
  /** Of the document. */
  readonly apiVersion: string;
}

export function systemHandlers({ pool, version, apiVersion }: SystemHandlerDependencies): HandlersOf<"System"> {
  return {
    async getHealth() {
      const time = (await databaseTime(pool)).toISOString();
      return { status: 200, body: success("The API works.", { status: "ok", time }) };
    },

    async getVersion() {
      return {
        status: 200,
        body: success(`Accord ${version}.`, {
          name: "accord",
          version,
          apiVersion,
          schemaVersion: await schemaVersion(pool),
        }),
      };
    },
  };
}
