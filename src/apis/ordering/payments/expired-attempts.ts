// SQL: rows that are due, and an update that returns its row.

import type { Database } from "#src/storage/database.ts";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { isPassing } from "#src/storage/passing.ts";
import { inTransaction } from "#src/storage/transaction.ts";

/** Of one page; the next follows at once. */
const pageSize = 500;
const atATime = 4;

/**
 * Notes which attempts were abandoned and cancels their orders, each attempt in a transaction with its order: one whose node of a cluster does
 * not answer is left to the next run. Returns how many.
 */
export async function abandonExpiredAttempts(
  database: Pick<Database, "dataSource" | "pool">,
  now: Date,
): Promise<number> {
  let abandoned = 0;
  for (;;) {
    // By payment_attempts_pending.
    const due = await dueRows<{ reference: string }>(database.pool, {
      table: "payment_attempts",
      columns: ["reference", "status", "expires_at"],
      from: (source) =>
        `${source} WHERE status = 'PENDING' AND expires_at <= ${literal(now)} ORDER BY expires_at LIMIT ${pageSize}`,
    });
    const waiting = due.values();
    let left = 0;
    const worker = async () => {
      for (const { reference } of waiting)
        await abandon(database, reference).then(
          (done) => (done ? abandoned++ : undefined),
          (error: unknown) => {
            if (!isPassing(error)) throw error;
            left++;
          },
        );
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    if (due.length < pageSize || left > 0) return abandoned;
  }
}

/** False when it was made, or abandoned, a moment ago. */
function abandon(database: Pick<Database, "dataSource">, reference: string): Promise<boolean> {
  return inTransaction(database, async ({ client }) => {
    // By payment_attempts_pkey and orders_pkey.
    const { rows } = await client.query<{ customer_id: string; order_id: string }>(
      `UPDATE payment_attempts SET status = 'ABANDONED', settled_at = expires_at
       WHERE reference = $1 AND status = 'PENDING' RETURNING customer_id, order_id`,
      [reference],
    );
    for (const { customer_id, order_id } of rows)
      await client.query("UPDATE orders SET status = 'CANCELLED' WHERE customer_id = $1 AND order_id = $2", [
        customer_id,
        order_id,
      ]);
    return rows.length > 0;
  });
}
