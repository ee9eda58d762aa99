/** Placing orders, and the two ways in which one ends. */
import { In } from "typeorm";
import { type FieldError, Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { refuseDeletedAccount } from "./deleted-account.ts";
import { type Order, type OrderItem, orders, productEntity } from "./entities.ts";
import { tellOfOrder } from "./notifications.ts";

export interface WantedItem {
  readonly productId: string;
  readonly quantity: number;
}

/** Throws Problem VALIDATION_FAILED for products that are not in the shop or stand in the order twice, and UNAUTHENTICATED. */
export async function placeOrder(
  database: Database,
  userId: string,
  wanted: readonly WantedItem[],
  now: number,
): Promise<Order> {
  return await inTransaction(database, async ({ manager }) => {
    const products = await manager.findBy(productEntity, { id: In(wanted.map(({ productId }) => productId)) });
    const shop = new Map(products.map((product) => [product.id, product]));
    const items: OrderItem[] = [];
    const findings: FieldError[] = [];
    for (const [index, { productId, quantity }] of wanted.entries()) {
      const path = `/body/items/${index}/productId`;
      const product = shop.get(productId.toLowerCase());
      if (product === undefined) findings.push({ path, code: "unknown", message: "is no product of this shop" });
      else if (items.some((item) => item.productId === product.id))
        findings.push({ path, code: "uniqueItems", message: "stands in this order before" });
      else items.push({ productId: product.id, name: product.name, unitPriceMinor: product.priceMinor, quantity });
    }
    if (findings.length > 0) throw new Problem("VALIDATION_FAILED", { fieldErrors: findings });
    const order: Order = {
      userId,
      id: risingId(),
      status: "PENDING",
      items,
      totalMinor: items.reduce((total, { unitPriceMinor, quantity }) => total + unitPriceMinor * quantity, 0),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    };
    await orders.of(manager, order).insert(order).catch(refuseDeletedAccount("placeholder_orders"));
    await tellOfOrder(manager, "order_created", order);
    return order;
  });
}

/** Throws Problem NOT_FOUND, and ORDER_NOT_PENDING when the order has ended before: it ends once, in one way. */
export async function endOrder(
  database: Database,
  { userId, id }: Pick<Order, "userId" | "id">,
  status: "PAID" | "CANCELLED",
  now: number,
): Promise<Order> {
  return await inTransaction(database, async ({ manager }) => {
    const known = orders.of(manager, { userId });
    const ended = await known.update({ id, status: "PENDING" }, { status, updatedAt: new Date(now) });
    const order = await known.findOne({ id });
    if (order === null) throw new Problem("NOT_FOUND");
    if (ended !== 1) throw new Problem("ORDER_NOT_PENDING", { detail: `The order is ${order.status} and stays so.` });
    await tellOfOrder(manager, status === "PAID" ? "order_paid" : "order_cancelled", order);
    return order;
  });
}
