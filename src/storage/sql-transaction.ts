/** Transactions of SQL alone, where nobody needs a repository. */
import type { Pool, PoolClient } from "pg";
import type { advisoryLocks } from "./advisory-locks.ts";

/**
 * Runs `work` on a connection of its own. It begins and ends its transactions itself, together with other statements where that saves
 * messages; one that is open when it throws is rolled back. Throws what `work` throws.
 */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Where not even that can be said, the connection is lost and its transaction with it.
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** Runs `work` in a transaction that has this advisory lock, and waits for whoever has it. Throws what `work` throws, rolled back. */
export function inLockedTransaction<T>(
  pool: Pool,
  lock: (typeof advisoryLocks)[keyof typeof advisoryLocks],
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return onConnection(pool, async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  });
}
