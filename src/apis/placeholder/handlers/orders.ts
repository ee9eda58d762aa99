/** The caller's orders. */
import { numberedPage } from "#src/http/numbered-page.ts";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { orders } from "../entities.ts";
import { endOrder, placeOrder } from "../orders.ts";
import { counted, presentPage, success } from "../presenters/envelope.ts";
import { presentOrder } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function orderHandlers({ database, now }: HandlerDependencies): HandlersOf<"Orders"> {
  const { manager } = database.dataSource;
  return {
    async listOrders({ query }, { identity: { user } }) {
      // Index placeholder_orders_of_user.
      const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
        orders.of(manager, { userId: user.id }).findAndCount({ order: { createdAt: "DESC", id: "DESC" }, ...range }),
      );
      return { status: 200, body: success(`${counted(page.total, "order")}.`, presentPage(page, presentOrder)) };
    },

    async createOrder({ body: { items } }, { identity: { user } }) {
      const order = await placeOrder(database, user.id, items, now());
      return { status: 201, body: success("The order was placed.", presentOrder(order)) };
    },

    async getOrder({ path: { id } }, { identity: { user } }) {
      const order = await orders.of(manager, { userId: user.id }).findOne({ id });
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
