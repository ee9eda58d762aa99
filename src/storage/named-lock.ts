// SQL: advisory locks.
import { lockSeeds } from "./advisory-locks.ts";

/**
 * Takes the lock of this name until the end of `on`'s transaction, and waits while another holds it. An advisory lock and not a row lock:
 * rows that many requests share lie on every node of a cluster, and a lock on one of them needs all nodes.
 */
export async function lockName(
  on: { query(sql: string, values: unknown[]): Promise<unknown> },
  name: string,
): Promise<void> {
  await on.query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [name, lockSeeds.names]);
}
