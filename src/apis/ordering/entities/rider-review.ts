import { boolean, declareEntity, key, nullable, type Row, smallint, text, timestamp } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const riderReviewEntity = declareEntity("rider_reviews", {
  customerId: key(text),
  deliveryId: key(text),
  /** Stars, 1 to 5. */
  rating: smallint,
  text: nullable(text),
  professional: boolean,
  onTime: boolean,
  handledWithCare: boolean,
  createdAt: timestamp,
});

export type RiderReview = Row<typeof riderReviewEntity>;

export const riderReviews = records(riderReviewEntity, ["customerId"]);
