/** Payment attempts: pending until somebody decides, or until their time is over. */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { createDelivery } from "../deliveries/deliveries.ts";
import {
  type AttemptStatus,
  type OpenAttempt,
  type Order,
  orders,
  type PaymentAttempt,
  type PaymentMethod,
  paymentAttemptEntity,
  statusAt,
} from "../entities.ts";
import { tellOfPayment } from "../events.ts";
import { newId } from "../ids.ts";
import { noSuch } from "../refusals.ts";

/** How long an attempt can be paid, and an order after a decline (milliseconds). */
const attemptLifetimeMs = 30 * 60_000;
/** How long an order can be paid in all, after checkout (milliseconds). */
const orderLifetimeMs = 120 * 60_000;
/** Of one order. */
const maxAttempts = 10;

/** Until when an order waits for a payment after something was done about it at `at`. */
export function payableUntil(createdAt: Date, at: Date): Date {
  return new Date(Math.min(at.getTime() + attemptLifetimeMs, createdAt.getTime() + orderLifetimeMs));
}

/** Writes the attempt that an order names as its last one. */
export async function openAttempt(
  manager: EntityManager,
  { customerId, orderId, total, reference, payBefore }: Order,
  paymentMethod: PaymentMethod,
  at: Date,
): Promise<OpenAttempt> {
  if (reference === null) throw new Error("an order that names no attempt");
  await manager.insert(paymentAttemptEntity, {
    reference,
    customerId,
    orderId,
    amount: total,
    paymentMethod,
    status: "PENDING",
    deliveryId: null,
    createdAt: at,
    expiresAt: payBefore,
    settledAt: null,
  });
  return { orderId, reference, amount: total };
}

export interface RetryRequest {
  readonly customerId: string;
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
}

/**
 * Makes another attempt in the transaction of `manager`, where the last one was declined. Whoever asks for the same order meanwhile waits for the end of it. Throws
 * Problem NOT_FOUND, PAYMENT_PENDING or ORDER_NOT_PAYABLE.
 */
export async function retryPayment(
  manager: EntityManager,
  { customerId, orderId, paymentMethod }: RetryRequest,
  now: () => number,
): Promise<OpenAttempt> {
  const known = orders.of(manager, { customerId });
  const order = await known.findOne({ orderId }, { mode: "pessimistic_write" });
  if (order === null) throw noSuch("order");
  const at = new Date(now());
  const status = statusAt(order, at);
  if (status !== "AWAITING_PAYMENT") throw new Problem("ORDER_NOT_PAYABLE", { details: { status } });
  // An attempt that is being settled holds its own row and waits for the order's: until that commits it is pending.
  const last = await manager.findOneBy(paymentAttemptEntity, { reference: order.reference ?? "" });
  if (last?.status !== "FAILED") throw new Problem("PAYMENT_PENDING", { details: { reference: order.reference } });
  if (order.attempts >= maxAttempts)
    throw new Problem("ORDER_NOT_PAYABLE", {
      detail: `An order has ${maxAttempts} payment attempts.`,
      details: { status },
    });
  const changes = {
    reference: newId("pay"),
    attempts: order.attempts + 1,
    payBefore: payableUntil(order.createdAt, at),
  };
  await known.update({ orderId }, changes);
  return await openAttempt(manager, { ...order, ...changes }, paymentMethod, at);
}

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
 * the first. After a decline the order waits for another attempt. An approval after the time is over is reversed, since the order is gone. Throws
 * Problem NOT_FOUND.
 *
 * @param now read once the attempt is held, so that waiting for another decision counts too.
 */
export function settleAttempt(
  database: Database,
  reference: string,
  decision: Decision,
  now: () => number,
): Promise<PaymentAttempt> {
  return inTransaction(database, async (transaction) => {
    const { manager } = transaction;
    const lock = { mode: "pessimistic_write" } as const;
    const attempt = await manager.findOne(paymentAttemptEntity, { where: { reference }, lock });
    if (attempt === null) throw noSuch("payment attempt");
    const at = new Date(now());
    const decided = outcomeOf(attempt, decision, at);
    if (decided === attempt.status) return attempt;
    const { orderId } = attempt;
    const known = orders.of(manager, attempt);
    const order = await known.findOne({ orderId }, lock);
    const waits = order?.status === "AWAITING_PAYMENT";
    const status = decided === "SUCCEEDED" && !waits ? "REVERSED" : decided;
    const delivery = status === "SUCCEEDED" ? await createDelivery(manager, attempt, at) : null;
    if (order !== null && waits) await known.update({ orderId }, { reference, ...orderAfter(order, status, at) });
    const outcome = { status, deliveryId: delivery?.deliveryId ?? null, settledAt: at };
    await manager.update(paymentAttemptEntity, { reference }, outcome);
    const settled = { ...attempt, ...outcome };
    await tellOfPayment(transaction, settled, delivery, at);
    return settled;
  });
}

/** An order that waited for a payment, once its last attempt is settled. */
function orderAfter(
  { createdAt }: Order,
  attempt: AttemptStatus,
  at: Date,
): Partial<Pick<Order, "status" | "payBefore">> {
  if (attempt === "SUCCEEDED") return { status: "PAID" };
  const payBefore = payableUntil(createdAt, at);
  return attempt === "FAILED" && payBefore > at ? { payBefore } : { status: "CANCELLED", payBefore: at };
}

function outcomeOf({ status, expiresAt }: PaymentAttempt, decision: Decision, at: Date): AttemptStatus {
  const abandoned = status === "ABANDONED" || (status === "PENDING" && expiresAt <= at);
  if (abandoned) return decision === "approve" ? "REVERSED" : "ABANDONED";
  if (status !== "PENDING") return status;
  return decision === "approve" ? "SUCCEEDED" : "FAILED";
}
