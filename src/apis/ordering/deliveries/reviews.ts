/** Reviews of riders: one for each delivery, by the customer who got it. */
import { Problem } from "#src/http/problem.ts";
import type { Queryable } from "../queryable.ts";
import { deliveryOf } from "./deliveries.ts";

export interface RiderReview {
  readonly customerId: string;
  readonly deliveryId: string;
  /** Stars, 1 to 5. */
  readonly rating: number;
  readonly text: string | null;
  readonly professional: boolean;
  readonly onTime: boolean;
  readonly handledWithCare: boolean;
  readonly createdAt: Date;
}

/** Throws Problem NOT_FOUND, DELIVERY_NOT_DELIVERED or ALREADY_REVIEWED. */
export async function storeReview(on: Queryable, review: RiderReview): Promise<void> {
  const { customerId, deliveryId } = review;
  const { status } = await deliveryOf(on, customerId, deliveryId);
  if (status !== "DELIVERED") throw new Problem("DELIVERY_NOT_DELIVERED", { details: { status } });
  const { rowCount } = await on.query(
    `INSERT INTO rider_reviews (customer_id, delivery_id, rating, text, professional, on_time, handled_with_care,
       created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (customer_id, delivery_id) DO NOTHING`,
    [
      customerId,
      deliveryId,
      review.rating,
      review.text,
      review.professional,
      review.onTime,
      review.handledWithCare,
      review.createdAt,
    ],
  );
  if (rowCount === 0) throw new Problem("ALREADY_REVIEWED");
}
