import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";

export type OrderStatus = "PENDING" | "PAID" | "CANCELLED";

/** A line, at the price of the moment the order was placed. */
export interface OrderItem {
  readonly productId: string;
  readonly name: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
}

export interface Order {
  userId: string;
  id: string;
  status: OrderStatus;
  items: OrderItem[];
  totalMinor: number;
  createdAt: Date;
  updatedAt: Date;
}

export const orderEntity = new EntitySchema<Order>({
  name: "PlaceholderOrder",
  tableName: "placeholder_orders",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    id: { type: "uuid", primary: true },
    status: { type: "text" },
    items: { type: "jsonb" },
    totalMinor: { name: "total_minor", ...safeBigint },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});

export const orders = records(orderEntity, ["userId"]);
