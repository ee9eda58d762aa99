import { declareEntity, jsonb, key, type Row, safeBigint, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export type OrderStatus = "PENDING" | "PAID" | "CANCELLED";

/** A line, at the price of the moment the order was placed. */
export interface OrderItem {
  readonly productId: string;
  readonly name: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
}

export const orderEntity = declareEntity("placeholder_orders", {
  userId: key(uuid),
  id: key(uuid),
  status: textOf<OrderStatus>(),
  items: jsonb<OrderItem[]>(),
  totalMinor: safeBigint,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Order = Row<typeof orderEntity>;

export const orders = records(orderEntity, ["userId"]);
