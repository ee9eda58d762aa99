// SQL: advisory locks.
import { lockSeeds } from "./advisory-locks.ts";

/**
 * Takes the lock of this name until the end of the transaction of `on`; waits while another transaction holds it. It is an advisory lock,
 * because a row lock in a reference table would need all nodes of a cluster.
 */
export async function lockName(
  on: { query(sql: string, values: unknown[]): Promise<unknown> },
  name: string,
): Promise<void> {
  await on.query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [name, lockSeeds.names]);
}
