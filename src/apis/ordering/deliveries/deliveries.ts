/** Deliveries of paid orders. In the sandbox nobody rides: `accord ordering advance` moves them. */
import type { EntityManager } from "typeorm";
import { conflict, notFound, Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type Delivery, deliveries, deliveryEntity, type RiderReview, riderReviews } from "../entities.ts";
import { tellOfDelivery } from "../events.ts";
import { newId } from "../ids.ts";
import { noSuch } from "../refusals.ts";
import { canBecome, type DeliveryStatus, nextStep } from "./delivery-status.ts";

/** A new delivery, which is PENDING. */
export async function createDelivery(
  manager: EntityManager,
  { customerId, orderId }: Pick<Delivery, "customerId" | "orderId">,
  now: Date,
): Promise<Delivery> {
  const ids = { customerId, deliveryId: newId("del"), orderId };
  const delivery: Delivery = {
    ...ids,
    status: "PENDING",
    steps: [{ status: "PENDING", at: now.toISOString() }],
    createdAt: now,
    updatedAt: now,
  };
  await deliveries.of(manager, delivery).insert(delivery);
  return delivery;
}

/** Throws Problem NOT_FOUND where the customer has no such delivery. */
export async function deliveryOf(manager: EntityManager, customerId: string, deliveryId: string): Promise<Delivery> {
  const delivery = await deliveries.of(manager, { customerId }).findOne({ deliveryId });
  if (delivery === null) throw noSuch("delivery");
  return delivery;
}

/**
 * Moves a delivery one step on, or all the way to `to`. For operators, who do not know the customer. Throws Problem
 * NOT_FOUND when there is no such delivery, and INVALID_STATE_TRANSITION when there is no way there.
 */
export function advanceDelivery(
  database: Database,
  deliveryId: string,
  to: DeliveryStatus | undefined,
  now: Date,
): Promise<Delivery> {
  return inTransaction(database, async (transaction) => {
    const { manager } = transaction;
    const lock = { mode: "pessimistic_write" } as const;
    // By deliveries_by_id; a row can be locked once its customer is known.
    const found = await manager.findOne(deliveryEntity, { where: { deliveryId } });
    const delivery = found === null ? null : await deliveries.of(manager, found).findOne({ deliveryId }, lock);
    if (delivery === null) throw notFound(`There is no delivery ${deliveryId}.`);
    const { status: from } = delivery;
    const status = to ?? nextStep(from);
    if (status === null) throw conflict(`The delivery is ${from}: nothing comes after that.`);
    if (!canBecome(from, status)) throw conflict(`The delivery is ${from} and cannot become ${status}.`);
    const changes = { status, steps: [...delivery.steps, { status, at: now.toISOString() }], updatedAt: now };
    await deliveries.of(manager, delivery).update({ deliveryId }, changes);
    const moved = { ...delivery, ...changes };
    await tellOfDelivery(transaction, moved, now);
    return moved;
  });
}

/** Stores the one review of a rider that a delivery has. Throws Problem NOT_FOUND, DELIVERY_NOT_DELIVERED or ALREADY_REVIEWED. */
export async function storeReview(manager: EntityManager, review: RiderReview): Promise<void> {
  const { status } = await deliveryOf(manager, review.customerId, review.deliveryId);
  if (status !== "DELIVERED") throw new Problem("DELIVERY_NOT_DELIVERED", { details: { status } });
  await riderReviews
    .of(manager, review)
    .insert(review)
    .catch(onViolation("rider_reviews_pkey", (cause) => new Problem("ALREADY_REVIEWED", { cause })));
}
