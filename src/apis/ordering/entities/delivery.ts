import { declareEntity, jsonb, key, type Row, text, textOf, timestamp } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { DeliveryStatus } from "../deliveries/delivery-status.ts";

export interface StoredStep {
  readonly status: DeliveryStatus;
  /** RFC 3339. */
  readonly at: string;
}

export const deliveryEntity = declareEntity("deliveries", {
  customerId: key(text),
  deliveryId: key(text),
  orderId: text,
  status: textOf<DeliveryStatus>(),
  /** Empty for one that has only just begun; servers of an old release leave steps out. */
  steps: jsonb<readonly StoredStep[]>(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Delivery = Row<typeof deliveryEntity>;

export const deliveries = records(deliveryEntity, ["customerId"]);
