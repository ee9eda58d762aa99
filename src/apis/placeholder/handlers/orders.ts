/** The caller's orders. */
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { HandlersOf } from "../callers.ts";
import { orderEntity } from "../entities/order.ts";
import { endOrder, placeOrder } from "../orders.ts";
import { counted, pageOf, rowsOf } from "../paging.ts";
import { success } from "../presenters/envelope.ts";
import { presentOrder } from "../presenters/records.ts";

export interface OrderHandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function orderHandlers({ database, now }: OrderHandlerDependencies): HandlersOf<"Orders"> {
  const orders = database.dataSource.getRepository(orderEntity);
  return {
    async listOrders({ query }, { identity: { user } }) {
      // Index placeholder_orders_of_user.
      const [found, total] = await orders.findAndCount({
        where: { userId: user.id },
        order: { createdAt: "DESC", id: "DESC" },
        ...rowsOf(query),
      });
      return {
        status: 200,
        body: success(`${counted(total, "order")}.`, pageOf(query, found.map(presentOrder), total)),
      };
    },

    async createOrder({ body: { items } }, { identity: { user } }) {
      const order = await placeOrder(database, user.id, items, now());
      return { status: 201, body: success("The order was placed.", presentOrder(order)) };
    },

    async getOrder({ path: { id } }, { identity: { user } }) {
      const order = await orders.findOneBy({ userId: user.id, id });
      if (order === null) throw new Problem("NOT_FOUND");
      return { status: 200, body: success("The order.", presentOrder(order)) };
    },

    async cancelOrder({ path: { id } }, { identity: { user } }) {
      const order = await endOrder(database, { userId: user.id, id }, "CANCELLED", now());
      return { status: 200, body: success("The order was cancelled.", presentOrder(order)) };
    },

    async payOrder({ path: { id } }, { identity: { user } }) {
      const order = await endOrder(database, { userId: user.id, id }, "PAID", now());
      return { status: 200, body: success("The order was paid.", presentOrder(order)) };
    },
  };
}
