/** Whether the API works, and what it is. */
import type { Pool } from "pg";
import type { HandlersOf } from "../callers.ts";
import { success } from "../presenters/envelope.ts";

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
      const { rows } = await pool.query<{ now: Date }>("SELECT now(), EXISTS (SELECT FROM placeholder_users)");
      const time = (rows[0]?.now ?? new Date(0)).toISOString();
      return { status: 200, body: success("The API works.", { status: "ok", time }) };
    },

    async getVersion() {
      const { rows } = await pool.query<{ name: string }>(
        "SELECT name FROM migrations ORDER BY timestamp DESC, id DESC LIMIT 1",
      );
      const schemaVersion = rows[0]?.name ?? "";
      return {
        status: 200,
        body: success(`Accord ${version}.`, { name: "accord", version, apiVersion, schemaVersion }),
      };
    },
  };
}
