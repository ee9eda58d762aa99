/** The orders of customers. */
import type { HandlersOf } from "../callers.ts";
import { listOrders, orderOf } from "../orders.ts";
import { presentOrder, presentOrderSummary } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function orderHandlers({ database, cursors, now }: HandlerDependencies): HandlersOf<"Orders"> {
  const { manager } = database.dataSource;
  return {
    async listOrders({ path: { customerId }, query: { status, limit, cursor } }) {
      const at = new Date(now());
      const page = await listOrders(manager, cursors, { customerId, status, limit, cursor }, at);
      const items = page.items.map((order) => presentOrderSummary(order, at));
      return { status: 200, body: { items, nextCursor: page.nextCursor } };
    },

    async getOrder({ path: { customerId, orderId } }) {
      const order = await orderOf(manager, customerId, orderId);
      return { status: 200, body: presentOrder(order, new Date(now())) };
    },
  };
}
