// SQL: a mark is taken over by the first repeat that finds it.
/**
 * Log exports in which no record has a time. Two of them with the same content may be two things that happened, or one that
 * was sent again. OTLP has no name for a request, but a client repeats only what it has no answer to: so such an export is
 * marked in the transaction that stores it until it is answered, and an equal one that finds a mark is the repeat.
 */
import type { Pool } from "pg";
import type { Tenant } from "../records.ts";
import { hexOf } from "./ids.ts";
import type { Flush, LogBatch } from "./table.ts";

/** An export that may be sent again without being told from a new one. */
export interface UntimedBatch extends LogBatch {
  readonly contentId: Uint8Array;
}

export const isUntimed = (batch: LogBatch): batch is UntimedBatch => batch.contentId !== undefined;

/**
 * A mark that is younger is of a request that is being answered (ms), perhaps by another process. Clients wait longer
 * before they repeat.
 */
const underwayMs = 500;

/** Marks the export, or takes over the mark of the one that it repeats. Returns whether it is such a repeat. */
export async function repeatsUnanswered(
  { client, tenant, receivedAt }: Pick<Flush, "client" | "tenant" | "receivedAt">,
  { contentId, batchId }: UntimedBatch,
  windowMs: number,
): Promise<boolean> {
  const { projectId, environment } = tenant;
  const key = [projectId, environment, hexOf(contentId), hexOf(batchId), new Date(receivedAt)];
  const { rowCount } = await client.query(
    `UPDATE unanswered_log_exports AS mark SET batch_id = $4, received_at = $5
     WHERE project_id = $1 AND environment = $2 AND content_id = $3 AND batch_id = (
       SELECT batch_id FROM unanswered_log_exports AS earlier
       WHERE project_id = $1 AND environment = $2 AND content_id = $3 AND received_at > $6 AND received_at <= $7
       ORDER BY received_at LIMIT 1)`,
    [...key, new Date(receivedAt - windowMs), new Date(receivedAt - underwayMs)],
  );
  if (rowCount === 1) return true;
  await client.query(
    `INSERT INTO unanswered_log_exports (project_id, environment, content_id, batch_id, received_at)
     VALUES ($1, $2, $3, $4, $5)`,
    key,
  );
  return false;
}

/** From now on an equal export is another one. */
export async function forgetUnanswered(
  pool: Pool,
  { projectId, environment }: Tenant,
  batch: UntimedBatch,
): Promise<void> {
  await pool.query(
    `DELETE FROM unanswered_log_exports
     WHERE project_id = $1 AND environment = $2 AND content_id = $3 AND batch_id = $4`,
    [projectId, environment, hexOf(batch.contentId), hexOf(batch.batchId)],
  );
}
