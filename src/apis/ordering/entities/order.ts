import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";
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
  /** Of its last payment attempt; null for an order of an old release whose attempt is not settled. */
  readonly reference: string | null;
  /** How many payment attempts it has had. */
  readonly attempts: number;
  /** From this moment on it is cancelled unless it was paid. */
  readonly payBefore: Date;
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
    reference: { type: "text", nullable: true },
    attempts: { type: "integer" },
    payBefore: { name: "pay_before", type: "timestamptz" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const orders = records(orderEntity, ["customerId"]);

/** An order whose time to be paid is over is cancelled, whether that was noted yet or not. */
export function statusAt({ status, payBefore }: Pick<Order, "status" | "payBefore">, at: Date): OrderStatus {
  return status === "AWAITING_PAYMENT" && payBefore <= at ? "CANCELLED" : status;
}
