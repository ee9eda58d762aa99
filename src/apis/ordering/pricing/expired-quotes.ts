// SQL: deletes in batches, by an index on the end.
/** Quotes that became no order, some time after they expired. */
import type { Database } from "#src/storage/database.ts";

/** How long a quote is kept after it has expired (days). */
const keptDays = 30;

const batch = 5_000;

/** Deletes quotes that expired more than 30 days before `now` and were never ordered. Returns how many. */
export async function purgeExpiredQuotes({ pool }: Pick<Database, "pool">, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  let purged = 0;
  let deleted: number;
  do {
    // Index quotes_unused.
    const { rowCount } = await pool.query(
      `DELETE FROM quotes WHERE quote_id IN (
         SELECT quote_id FROM quotes WHERE order_id IS NULL AND expires_at < $1 LIMIT ${batch})`,
      [before],
    );
    deleted = rowCount ?? 0;
    purged += deleted;
  } while (deleted === batch);
  return purged;
}
