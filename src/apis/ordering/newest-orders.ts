// SQL: orders of all customers, and members of their addresses.
import type { Pool } from "pg";
import type { Delivery } from "./entities/delivery.ts";
import type { Order } from "./entities/order.ts";
import type { Place } from "./place.ts";

type DeliveryRow = Pick<Delivery, "orderId" | "deliveryId" | "status" | "updatedAt">;

/** With the place that it goes to. */
interface OrderRow
  extends Pick<Order, "customerId" | "orderId" | "vendorId" | "status" | "payBefore" | "createdAt">,
    Place {
  /** Kobo, as text. */
  readonly total: string;
}

export interface SeenOrder extends Omit<OrderRow, "customerId"> {
  readonly delivery: Omit<DeliveryRow, "orderId"> | null;
}

/** Of all customers, the newest first: those before an order, or from the newest on. Ids rise with time. */
export async function newestOrders(pool: Pool, before: string | null, take: number): Promise<SeenOrder[]> {
  // Index orders_by_id.
  const { rows } = await pool.query<OrderRow>(
    `SELECT order_id AS "orderId", customer_id AS "customerId", vendor_id AS "vendorId", status, pay_before AS "payBefore", total,
       (address ->> 'latitude')::double precision AS latitude, (address ->> 'longitude')::double precision AS longitude,
       created_at AS "createdAt"
     FROM orders ${before === null ? "" : "WHERE order_id < $2"} ORDER BY order_id DESC LIMIT $1`,
    before === null ? [take] : [take, before],
  );
  // Index one_delivery_per_order.
  const { rows: found } = await pool.query<DeliveryRow>(
    `SELECT order_id AS "orderId", delivery_id AS "deliveryId", status, updated_at AS "updatedAt"
     FROM deliveries WHERE customer_id = ANY ($1) AND order_id = ANY ($2)`,
    [[...new Set(rows.map(({ customerId }) => customerId))], rows.map(({ orderId }) => orderId)],
  );
  const deliveries = new Map(found.map(({ orderId, ...delivery }) => [orderId, delivery]));
  return rows.map(({ customerId: _, ...order }) => ({ ...order, delivery: deliveries.get(order.orderId) ?? null }));
}
