// SQL: advisory locks.
import { lockSeeds } from "./advisory-locks.ts";

/**
 * Takes the lock of this name until the transaction that `on` is in ends, and waits for whoever has it. Not a row: the rows that many
 * requests have in common lie on every node of a cluster, and a lock on one of them needs all nodes.
 */
export async function lockName(
  on: { query(sql: string, values: unknown[]): Promise<unknown> },
  name: string,
): Promise<void> {
  await on.query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [name, lockSeeds.names]);
}
