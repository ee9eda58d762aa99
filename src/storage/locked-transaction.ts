/** Work that one process does at a time. */
import type { Pool, PoolClient } from "pg";
import type { advisoryLocks } from "./advisory-locks.ts";

/**
 * Runs `work` in a transaction that has this advisory lock, and waits for whoever has it. Throws what `work`
 * throws, rolled back.
 */
export async function inLockedTransaction<T>(
  pool: Pool,
  lock: (typeof advisoryLocks)[keyof typeof advisoryLocks],
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
