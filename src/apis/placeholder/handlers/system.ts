// SQL: what the server knows of itself stands in no table of ours.
/** Whether the API works, and what it is. */
import type { Pool } from "pg";
import { release } from "#src/release.ts";
import type { HandlersOf } from "../callers.ts";
import { success } from "../presenters/envelope.ts";
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

/** The database's own time, if it answers and this API's tables can be read: one that lies on every node of a cluster, so that no other is asked. */
export async function databaseTime(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>(
    "SELECT now(), EXISTS (SELECT FROM placeholder_products) AS readable",
  );
  return rows[0]?.now ?? new Date(0);
}

/** The name of the migration that the database had last. */
export async function schemaVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT name FROM migrations ORDER BY timestamp DESC, id DESC LIMIT 1",
  );
  return rows[0]?.name ?? "";
}
