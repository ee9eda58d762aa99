/** Payment attempts: pending until somebody decides, or until their time is over. */
import type { EntityManager } from "typeorm";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { createDelivery } from "../deliveries/deliveries.ts";
import { orders } from "../entities/order.ts";
import { type AttemptStatus, type PaymentAttempt, paymentAttemptEntity } from "../entities/payment-attempt.ts";
import { noSuch } from "../refusals.ts";

/** How long an attempt can be paid (milliseconds). */
export const attemptLifetimeMs = 30 * 60_000;

export type Decision = "approve" | "decline";

/** Throws Problem NOT_FOUND. A pending attempt whose time is over is abandoned, whether that was noted yet or not. */
export async function attemptByReference(
  manager: EntityManager,
  reference: string,
  now: Date,
): Promise<PaymentAttempt> {
  const attempt = await manager.findOneBy(paymentAttemptEntity, { reference });
  if (attempt === null) throw noSuch("payment attempt");
  if (attempt.status !== "PENDING" || attempt.expiresAt > now) return attempt;
  return { ...attempt, status: "ABANDONED", settledAt: attempt.expiresAt };
}

/**
 * Settles an attempt as the payer decided. The first decision counts: later ones change nothing and get the outcome of
 * the first. An approval after the time is over is reversed, since the order is gone. Throws Problem NOT_FOUND.
 *
 * @param now read once the attempt is held, so that waiting for another decision counts too.
 */
export function settleAttempt(
  database: Database,
  reference: string,
  decision: Decision,
  now: () => number,
): Promise<PaymentAttempt> {
  return inTransaction(database, async ({ manager }) => {
    const lock = { mode: "pessimistic_write" } as const;
    const attempt = await manager.findOne(paymentAttemptEntity, { where: { reference }, lock });
    if (attempt === null) throw noSuch("payment attempt");
    const at = new Date(now());
    const status = outcomeOf(attempt, decision, at);
    if (status === attempt.status) return attempt;
    const paid = status === "SUCCEEDED";
    const deliveryId = paid ? await createDelivery(manager, attempt, at) : null;
    const order = orders.of(manager, attempt);
    await order.update({ orderId: attempt.orderId }, { status: paid ? "PAID" : "CANCELLED" });
    const outcome = { status, deliveryId, settledAt: at };
    await manager.update(paymentAttemptEntity, { reference }, outcome);
    return { ...attempt, ...outcome };
  });
}

function outcomeOf({ status, expiresAt }: PaymentAttempt, decision: Decision, at: Date): AttemptStatus {
  const abandoned = status === "ABANDONED" || (status === "PENDING" && expiresAt <= at);
  if (abandoned) return decision === "approve" ? "REVERSED" : "ABANDONED";
  if (status !== "PENDING") return status;
  return decision === "approve" ? "SUCCEEDED" : "FAILED";
}
