/** What waits in the telemetry writer, and what it has stored. */
import type { Pool } from "pg";
import { type BlockKind, blockKinds } from "#src/apis/observability/store/partitions.ts";
import { lockHead } from "#src/storage/blocks/log.ts";
import type { Database } from "#src/storage/database.ts";

/** Records of a project that are stored of a kind. */
export async function countOf({ pool }: Pick<Database, "pool">, kind: BlockKind, projectId: string): Promise<number> {
  const { blocks, segments } = blockKinds[kind].tables;
  const { rows } = await pool.query<{ count: number }>(
    `SELECT coalesce(sum(items), 0)::int AS count FROM (
       SELECT items FROM ${blocks} WHERE project_id = $1 UNION ALL SELECT items FROM ${segments} WHERE project_id = $1
     ) AS chunks`,
    [projectId],
  );
  return rows[0]?.count ?? 0;
}

/** Keeps flushes of the project's events in the test environment waiting until the returned function is called. */
export async function holdEvents(pool: Pool, projectId: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(lockHead(blockKinds.events.tables, { projectId, environment: "test" }));
  return async () => {
    await client.query("COMMIT");
    client.release();
  };
}
