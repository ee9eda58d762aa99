import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Address } from "./address.ts";

export type OrderStatus = "AWAITING_PAYMENT" | "PAID" | "CANCELLED";

export const orderEntity = declareEntity("orders", {
  customerId: column.text.key,
  orderId: column.text.key,
  quoteId: column.text,
  vendorId: column.text,
  /** As it was when the order was made. */
  address: column.jsonb<Address>(),
  /** Kobo. */
  total: column.safeBigint,
  status: column.textOf<OrderStatus>(),
  /** Of its last payment attempt; null for an order of an old release whose attempt is not settled. */
  reference: column.text.nullable,
  /** How many payment attempts it has had. */
  attempts: column.integer,
  /** From this moment on it is cancelled unless it was paid. */
  payBefore: column.timestamp,
  createdAt: column.timestamp,
});

export type Order = Row<typeof orderEntity>;

export const orders = records(orderEntity, ["customerId"]);

/** An order whose time to be paid is over is cancelled, whether that was noted yet or not. */
export function statusAt({ status, payBefore }: Pick<Order, "status" | "payBefore">, at: Date): OrderStatus {
  return status === "AWAITING_PAYMENT" && payBefore <= at ? "CANCELLED" : status;
}
