// SQL: orders of all customers, and members of their addresses.
/** Orders, as their customers look at them, and as operators look at all of them. */
import type { Pool } from "pg";
import { type EntityManager, In, LessThan, LessThanOrEqual, MoreThan } from "typeorm";
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import { requireCustomer } from "./customers/addresses.ts";
import {
  type Delivery,
  deliveries,
  type Order,
  type OrderStatus,
  orders,
  type Quote,
  quoteEntity,
} from "./entities.ts";
import type { Place } from "./place.ts";
import { noSuch } from "./refusals.ts";

export interface FollowedOrder extends Order {
  /** Of a paid order. */
  readonly delivery: Delivery | null;
}

export interface OrderQuery {
  readonly customerId: string;
  readonly status: OrderStatus | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The newest first. Throws Problem NOT_FOUND for the customer, and INVALID_CURSOR. */
export async function listOrders(
  manager: EntityManager,
  cursors: Cursors,
  { customerId, status, limit, cursor }: OrderQuery,
  at: Date,
): Promise<CursorPage<FollowedOrder>> {
  await requireCustomer(manager, customerId);
  const known = orders.of(manager, { customerId });
  const page = await cursors.page({
    scope: { list: "orders", customerId, status },
    limit,
    cursor,
    // Ids rise with time. By orders_pkey.
    read: (after, take) => {
      const before = after === null ? {} : { orderId: LessThan(String(after[0])) };
      return known.find({ where: { ...before, ...having(status, at) }, order: { orderId: "DESC" }, take });
    },
    positionOf: ({ orderId }) => [orderId],
  });
  return { ...page, items: await withDeliveries(manager, customerId, page.items) };
}

export interface FullOrder extends FollowedOrder {
  readonly quote: Quote;
}

/** Throws Problem NOT_FOUND. */
export async function orderOf(manager: EntityManager, customerId: string, orderId: string): Promise<FullOrder> {
  const order = await orders.of(manager, { customerId }).findOne({ orderId });
  if (order === null) throw noSuch("order");
  const [quote, [followed]] = await Promise.all([
    manager.findOneByOrFail(quoteEntity, { quoteId: order.quoteId }),
    withDeliveries(manager, customerId, [order]),
  ]);
  return { ...order, delivery: followed?.delivery ?? null, quote };
}

/** Conditions of orders that have a status at a moment. Cancelled orders wait no longer. */
function having(status: OrderStatus | undefined, at: Date) {
  if (status === undefined) return {};
  if (status === "PAID") return { status };
  return status === "AWAITING_PAYMENT"
    ? { status, payBefore: MoreThan(at) }
    : { status: In<OrderStatus>(["CANCELLED", "AWAITING_PAYMENT"]), payBefore: LessThanOrEqual(at) };
}

async function withDeliveries(
  manager: EntityManager,
  customerId: string,
  found: readonly Order[],
): Promise<FollowedOrder[]> {
  const paid = found.filter(({ status }) => status === "PAID").map(({ orderId }) => orderId);
  // By one_delivery_per_order.
  const moving =
    paid.length === 0 ? [] : await deliveries.of(manager, { customerId }).find({ where: { orderId: In(paid) } });
  const byOrder = new Map(moving.map((delivery) => [delivery.orderId, delivery]));
  return found.map((order) => ({ ...order, delivery: byOrder.get(order.orderId) ?? null }));
}

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
