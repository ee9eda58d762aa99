import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { ownedRecords } from "#src/storage/owned-records.ts";
import type { Address } from "./address.ts";

export type OrderStatus = "AWAITING_PAYMENT" | "PAID" | "CANCELLED";

export interface Order {
  readonly customerId: string;
  readonly orderId: string;
  readonly quoteId: string;
  readonly vendorId: string;
  /** As it was when the order was made. */
  readonly address: Address;
  /** Kobo. */
  readonly total: number;
  readonly status: OrderStatus;
  readonly createdAt: Date;
}

export const orderEntity = new EntitySchema<Order>({
  name: "MealOrder",
  tableName: "orders",
  columns: {
    customerId: { name: "customer_id", type: "text", primary: true },
    orderId: { name: "order_id", type: "text", primary: true },
    quoteId: { name: "quote_id", type: "text" },
    vendorId: { name: "vendor_id", type: "text" },
    address: { type: "jsonb" },
    total: safeBigint,
    status: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const orders = ownedRecords(orderEntity, ["customerId"]);
