/** What was sent to the endpoints of a business, and sending it again. */
import { getDelivery, listDeliveries, retryDelivery } from "#src/webhooks/deliveries.ts";
import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { oncePerKey } from "../once-per-key.ts";
import { presentDelivery, presentDeliveryDetails } from "../presenters/webhooks.ts";
import { ownerOf } from "../tenant.ts";

export function deliveryHandlers(dependencies: HandlerDependencies): HandlersOf<"Webhook deliveries"> {
  const { webhooks } = dependencies;
  return {
    async listWebhookDeliveries({ query }, { identity }) {
      const { items, pagination } = await listDeliveries(webhooks, ownerOf(identity), query);
      return { status: 200, body: { items: items.map((item) => presentDelivery(item, identity)), pagination } };
    },

    async getWebhookDelivery({ path: { deliveryId } }, { identity }) {
      const delivery = await getDelivery(webhooks, ownerOf(identity), deliveryId);
      return { status: 200, body: { delivery: presentDeliveryDetails(delivery, identity) } };
    },

    async retryWebhookDelivery(request, call) {
      const { body, headers } = await oncePerKey(dependencies, call, request, {
        prepare: async () => {},
        effect: async (transaction) => {
          const delivery = await retryDelivery(webhooks, ownerOf(call.identity), request.path.deliveryId, transaction);
          return { delivery: presentDelivery(delivery, call.identity) };
        },
        stored: (done) => done,
      });
      return { status: 200, body, headers };
    },
  };
}
