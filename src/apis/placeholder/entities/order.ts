import { column, declareEntity, type Row } from "#src/storage/entity.ts";
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
  userId: column.uuid.key,
  id: column.uuid.key,
  status: column.textOf<OrderStatus>(),
  items: column.jsonb<OrderItem[]>(),
  totalMinor: column.safeBigint,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Order = Row<typeof orderEntity>;

export const orders = records(orderEntity, ["userId"]);
