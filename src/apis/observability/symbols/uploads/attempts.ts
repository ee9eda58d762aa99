// SQL: a number that is changed in the database and returned.
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";

/**
 * Counts a reading of an upload as begun, or takes back one that was not cut off. Returns how many are counted; 0 when the upload
 * does not wait for its completion any more.
 */
export async function changeAttempts(
  db: Queryable,
  { projectId, environment }: Tenant,
  uploadId: string,
  change: 1 | -1,
): Promise<number> {
  // Primary key (project_id, environment, upload_id).
  const { rows } = await db.query<{ attempts: number }>(
    `UPDATE symbol_uploads SET attempts = greatest(0, attempts + $4)
     WHERE project_id = $1 AND environment = $2 AND upload_id = $3 AND status = 'AWAITING_UPLOAD' RETURNING attempts`,
    [projectId, environment, uploadId, change],
  );
  return rows[0]?.attempts ?? 0;
}
