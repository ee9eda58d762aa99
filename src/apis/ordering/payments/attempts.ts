/** Payment attempts: pending until somebody decides, or until their time is over. */
import type { Pool } from "pg";
import { inTransaction } from "#src/storage/transaction.ts";
import { createDelivery } from "../deliveries/deliveries.ts";
import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";

/** How long an attempt can be paid (milliseconds). */
export const attemptLifetimeMs = 30 * 60_000;

export type PaymentMethod = "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";

export type AttemptStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";

export type Decision = "approve" | "decline";

export interface PaymentAttempt {
  readonly reference: string;
  readonly customerId: string;
  readonly orderId: string;
  /** Kobo. */
  readonly amount: number;
  readonly paymentMethod: PaymentMethod;
  readonly status: AttemptStatus;
  /** Of the paid order. */
  readonly deliveryId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly settledAt: Date | null;
}

const columns = `reference, customer_id AS "customerId", order_id AS "orderId", amount,
  payment_method AS "paymentMethod", status, delivery_id AS "deliveryId", created_at AS "createdAt",
  expires_at AS "expiresAt", settled_at AS "settledAt"`;

/** Throws Problem NOT_FOUND. A pending attempt whose time is over is abandoned, whether that was noted yet or not. */
export async function attemptByReference(on: Queryable, reference: string, now: Date): Promise<PaymentAttempt> {
  const attempt = await readAttempt(on, reference);
  if (attempt.status !== "PENDING" || attempt.expiresAt > now) return attempt;
  return { ...attempt, status: "ABANDONED", settledAt: attempt.expiresAt };
}

async function readAttempt(on: Queryable, reference: string, { lock = false } = {}): Promise<PaymentAttempt> {
  const { rows } = await on.query<Omit<PaymentAttempt, "amount"> & { amount: string }>(
    `SELECT ${columns} FROM payment_attempts WHERE reference = $1 ${lock ? "FOR UPDATE" : ""}`,
    [reference],
  );
  const [row] = rows;
  if (row === undefined) throw noSuch("payment attempt");
  return { ...row, amount: Number(row.amount) };
}

/**
 * Settles an attempt as the payer decided. The first decision counts: later ones change nothing and get the outcome of
 * the first. An approval after the time is over is reversed, since the order is gone. Throws Problem NOT_FOUND.
 *
 * @param now read once the attempt is held, so that waiting for another decision counts too.
 */
export function settleAttempt(
  pool: Pool,
  reference: string,
  decision: Decision,
  now: () => number,
): Promise<PaymentAttempt> {
  return inTransaction(pool, async (client) => {
    const attempt = await readAttempt(client, reference, { lock: true });
    const at = new Date(now());
    const status = outcomeOf(attempt, decision, at);
    if (status === attempt.status) return attempt;
    const paid = status === "SUCCEEDED";
    const deliveryId = paid ? await createDelivery(client, attempt, at) : null;
    await client.query("UPDATE orders SET status = $3 WHERE customer_id = $1 AND order_id = $2", [
      attempt.customerId,
      attempt.orderId,
      paid ? "PAID" : "CANCELLED",
    ]);
    await client.query(
      "UPDATE payment_attempts SET status = $2, delivery_id = $3, settled_at = $4 WHERE reference = $1",
      [reference, status, deliveryId, at],
    );
    return { ...attempt, status, deliveryId, settledAt: at };
  });
}

function outcomeOf({ status, expiresAt }: PaymentAttempt, decision: Decision, at: Date): AttemptStatus {
  const abandoned = status === "ABANDONED" || (status === "PENDING" && expiresAt <= at);
  if (abandoned) return decision === "approve" ? "REVERSED" : "ABANDONED";
  if (status !== "PENDING") return status;
  return decision === "approve" ? "SUCCEEDED" : "FAILED";
}

/** Notes which attempts were abandoned and cancels their orders. Returns how many. */
export async function abandonExpiredAttempts(pool: Pool, now: Date): Promise<number> {
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
