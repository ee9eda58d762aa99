// SQL: asks which process of the server answers.
/** Detects poolers that lend database sessions for one transaction or statement at a time. */
import type { Pool, PoolClient } from "pg";
import { StartupError } from "./startup-error.ts";

/** How often each of two connections is asked, because a pooler under load may lend the same session again by chance. */
const turns = 3;

/**
 * Throws StartupError when a pooler between Accord and the database lends sessions for one transaction or statement at a time: session
 * locks, LISTEN and commit settings would be lost or affect other clients. Throws errors of pg. Needs two connections of the pool.
 */
export async function refuseLentSessions(pool: Pool): Promise<void> {
  const clients: PoolClient[] = [];
  try {
    for (let count = 0; count < 2; count++) clients.push(await pool.connect());
    const pairs = new Set<string>();
    const backends = new Set<number>();
    for (let turn = 0; turn < turns; turn++)
      for (const [index, client] of clients.entries()) {
        const backend = await backendOf(client);
        backends.add(backend);
        pairs.add(`${index} ${backend}`);
      }
    // Every connection has exactly one session, and no two connections share one.
    if (pairs.size === clients.length && backends.size === clients.length) return;
  } finally {
    for (const client of clients) client.release();
  }
  throw new StartupError(
    "The database is reached through a pooler that lends its sessions for a transaction at a time, and Accord needs sessions of its own: in PgBouncer set pool_mode = session, or connect to PostgreSQL itself (docs/handbook/scaling.md).",
  );
}

async function backendOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}
