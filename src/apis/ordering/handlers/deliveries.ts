/** Where deliveries are. */
import type { HandlersOf } from "../callers.ts";
import { deliveryOf } from "../deliveries/deliveries.ts";
import { presentDelivery } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

const streamHeaders = { "Cache-Control": "no-store", "X-Accel-Buffering": "no" } as const;

export function deliveryHandlers({ database, following }: HandlerDependencies): HandlersOf<"Deliveries"> {
  const { manager } = database.dataSource;
  return {
    async getDelivery({ path: { customerId, deliveryId } }) {
      return { status: 200, body: presentDelivery(await deliveryOf(manager, customerId, deliveryId)) };
    },

    async followDelivery({ path: { customerId, deliveryId }, headers }) {
      const delivery = await deliveryOf(manager, customerId, deliveryId);
      const body = following.follow(delivery, headers["last-event-id"] ?? 0);
      return { status: 200, body, headers: streamHeaders };
    },
  };
}
