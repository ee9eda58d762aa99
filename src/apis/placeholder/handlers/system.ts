/** Whether the API works, and what it is. */
import { release } from "#src/release.ts";
import type { HandlersOf } from "../callers.ts";
import { success } from "../presenters/envelope.ts";
import { databaseTime, schemaVersion } from "../server-facts.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function systemHandlers({ database: { pool }, apiVersion }: HandlerDependencies): HandlersOf<"System"> {
  return {
    async getHealth() {
      const time = (await databaseTime(pool)).toISOString();
      return { status: 200, body: success("The API works.", { status: "ok", time }) };
    },

    async getVersion() {
      return {
        status: 200,
        body: success(`Accord ${release}.`, {
          name: "accord",
          version: release,
          apiVersion,
          schemaVersion: await schemaVersion(pool),
        }),
      };
    },
  };
}
