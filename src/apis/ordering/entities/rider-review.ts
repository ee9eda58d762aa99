import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const riderReviewEntity = declareEntity("rider_reviews", {
  customerId: column.text.key,
  deliveryId: column.text.key,
  /** Stars, 1 to 5. */
  rating: column.smallint,
  text: column.text.nullable,
  professional: column.boolean,
  onTime: column.boolean,
  handledWithCare: column.boolean,
  createdAt: column.timestamp,
});

export type RiderReview = Row<typeof riderReviewEntity>;

export const riderReviews = records(riderReviewEntity, ["customerId"]);
