import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

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

export const riderReviewEntity = new EntitySchema<RiderReview>({
  name: "RiderReview",
  tableName: "rider_reviews",
  columns: {
    customerId: { name: "customer_id", type: "text", primary: true },
    deliveryId: { name: "delivery_id", type: "text", primary: true },
    rating: { type: "smallint" },
    text: { type: "text", nullable: true },
    professional: { type: "boolean" },
    onTime: { name: "on_time", type: "boolean" },
    handledWithCare: { name: "handled_with_care", type: "boolean" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const riderReviews = records(riderReviewEntity, ["customerId"]);
