/** What waits in the append log, and what it has stored. */
import type { Pool } from "pg";
import type { Database } from "#src/storage/database.ts";

const blocks: Readonly<Record<string, string>> = { spans: "span", logs: "log" };

/** Records of a project that are stored of a kind. */
export async function countOf({ pool }: Pick<Database, "pool">, kind: string, projectId: string): Promise<number> {
  const table =
    blocks[kind] === undefined
      ? kind
      : `(SELECT project_id, generate_series(1, items) FROM ${blocks[kind]}_blocks
          UNION ALL SELECT project_id, generate_series(1, items) FROM ${blocks[kind]}_segments) AS records`;
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE project_id = $1`, [
    projectId,
  ]);
  return rows[0]?.count ?? 0;
}

/** Keeps flushes of the tenant's kind waiting until the returned function is called. */
export async function holdQueue(pool: Pool, projectId: string, kind: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO quota_windows (project_id, environment, name, window_start, used) VALUES ($1, 'test', $2, 'epoch', 0)
     ON CONFLICT (project_id, environment, name) DO UPDATE SET used = quota_windows.used`,
    [projectId, kind],
  );
  return async () => {
    await client.query("COMMIT");
    client.release();
  };
}
