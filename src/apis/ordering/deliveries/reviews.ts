/** Reviews of riders: one for each delivery, by the customer who got it. */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type RiderReview, riderReviews } from "../entities/rider-review.ts";
import { deliveryOf } from "./deliveries.ts";

/** Throws Problem NOT_FOUND, DELIVERY_NOT_DELIVERED or ALREADY_REVIEWED. */
export async function storeReview(manager: EntityManager, review: RiderReview): Promise<void> {
  const { status } = await deliveryOf(manager, review.customerId, review.deliveryId);
  if (status !== "DELIVERED") throw new Problem("DELIVERY_NOT_DELIVERED", { details: { status } });
  await riderReviews
    .of(manager, review)
    .insert(review)
    .catch(onViolation("rider_reviews_pkey", (cause) => new Problem("ALREADY_REVIEWED", { cause })));
}
