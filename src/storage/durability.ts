// SQL: server settings.
/** Checks whether the database's settings make commits durable. */
import type { Database } from "./database.ts";
import type { Log } from "./log.ts";

/** The consequence of switching a setting off, by its name. */
const consequences: Readonly<Record<string, string>> = {
  fsync: "a crash of its machine may destroy the whole database",
  full_page_writes: "a crash of its machine may destroy pages of the database",
  synchronous_commit:
    "what other programs commit there may be gone after a crash (connections of Accord turn it on for themselves)",
};

/**
 * Logs a warning for each setting with which the database may lose acknowledged commits, and for settings that it does not show. The
 * server's own values are checked, not those of the session. Throws errors of pg.
 */
export async function warnOfWeakDurability({ pool }: Pick<Database, "pool">, log: Log): Promise<void> {
  const names = Object.keys(consequences);
  const { rows } = await pool.query<{ name: string; value: string }>(
    "SELECT name, coalesce(reset_val, setting) AS value FROM pg_settings WHERE name = ANY ($1)",
    [names],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  for (const name of names) {
    const value = values.get(name);
    if (value === undefined) {
      log.warn({ setting: name }, `The database does not show ${name}: make sure that it is on`);
    } else if (value === "off") {
      log.warn({ setting: name }, `The database runs with ${name} = off: ${consequences[name]}. Turn it on.`);
    }
  }
}
