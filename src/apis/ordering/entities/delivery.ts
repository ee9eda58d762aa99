import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { DeliveryStatus } from "../deliveries/delivery-status.ts";

export interface StoredStep {
  readonly status: DeliveryStatus;
  /** RFC 3339. */
  readonly at: string;
}

export const deliveryEntity = declareEntity("deliveries", {
  customerId: column.text.key,
  deliveryId: column.text.key,
  orderId: column.text,
  status: column.textOf<DeliveryStatus>(),
  /** All steps that it has made, from PENDING to its status. */
  steps: column.jsonb<readonly StoredStep[]>(),
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Delivery = Row<typeof deliveryEntity>;

export const deliveries = records(deliveryEntity, ["customerId"]);
