import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";
import type { DeliveryStatus } from "../deliveries/delivery-status.ts";

export interface StoredStep {
  readonly status: DeliveryStatus;
  /** RFC 3339. */
  readonly at: string;
}

export interface Delivery {
  readonly customerId: string;
  readonly deliveryId: string;
  readonly orderId: string;
  readonly status: DeliveryStatus;
  /** Empty for one that has only just begun; servers of an old release leave steps out. */
  readonly steps: readonly StoredStep[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const deliveryEntity = new EntitySchema<Delivery>({
  name: "Delivery",
  tableName: "deliveries",
  columns: {
    customerId: { name: "customer_id", type: "text", primary: true },
    deliveryId: { name: "delivery_id", type: "text", primary: true },
    orderId: { name: "order_id", type: "text" },
    status: { type: "text" },
    steps: { type: "jsonb" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});

export const deliveries = records(deliveryEntity, ["customerId"]);
