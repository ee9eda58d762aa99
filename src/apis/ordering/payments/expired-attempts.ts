// SQL: attempts and their orders change in one statement, however many there are.
import type { Pool } from "pg";

/** Notes which attempts were abandoned and cancels their orders. Returns how many. */
export async function abandonExpiredAttempts(pool: Pool, now: Date): Promise<number> {
  // By payment_attempts_pending and orders_pkey.
  const { rowCount } = await pool.query(
    `WITH abandoned AS (
       UPDATE payment_attempts SET status = 'ABANDONED', settled_at = expires_at
       WHERE status = 'PENDING' AND expires_at <= $1
       RETURNING customer_id, order_id)
     UPDATE orders SET status = 'CANCELLED' FROM abandoned
     WHERE orders.customer_id = abandoned.customer_id AND orders.order_id = abandoned.order_id`,
    [now],
  );
  return rowCount ?? 0;
}
