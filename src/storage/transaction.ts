import type { Pool, PoolClient } from "pg";

/**
 * Runs `work` in one transaction on one connection of the pool: committed when it returns, rolled back when it throws.
 * For hand-written SQL; `withTransaction` is the same for repositories.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
