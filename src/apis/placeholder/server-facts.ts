// SQL: what the server knows of itself stands in no table of ours.
import type { Pool } from "pg";

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
