/** Work that one process does at a time. */
import type { Pool, PoolClient } from "pg";

/**
 * Runs `work` in a transaction that has the advisory lock of this number, and waits for whoever has it. Throws what `work`
 * throws, rolled back.
 */
export async function inLockedTransaction<T>(
  pool: Pool,
  lock: number,
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
