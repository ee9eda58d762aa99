/** Deliveries to the endpoints of a business, and sending them again. */
import { parseDateTime } from "#src/http/date-time.ts";
import { Problem } from "#src/http/problem.ts";
import { getDelivery, listDeliveries, retryDelivery } from "#src/webhooks/deliveries.ts";
import { type ReplayWanted, replayEvents } from "#src/webhooks/replay.ts";
import type { Caller, HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { oncePerKey } from "../idempotent-writes.ts";
import { ownerOf } from "../tenant.ts";

export function deliveryHandlers(dependencies: HandlerDependencies): HandlersOf<"Webhook deliveries"> {
  const { webhooks } = dependencies;
  const replay = async (
    request: Parameters<typeof oncePerKey>[2],
    call: { readonly operationId: string; readonly identity: Caller },
    wanted: ReplayWanted,
  ) => {
    const { body, headers } = await oncePerKey(dependencies, call, request, {
      prepare: async () => {},
      effect: (transaction) => replayEvents(webhooks, ownerOf(call.identity), wanted, transaction),
      stored: (done) => done,
    });
    return { status: 200, body, headers } as const;
  };
  return {
    async listWebhookDeliveries({ query }, { identity }) {
      return { status: 200, body: await listDeliveries(webhooks, ownerOf(identity), query) };
    },

    async getWebhookDelivery({ path: { deliveryId } }, { identity }) {
      return { status: 200, body: { delivery: await getDelivery(webhooks, ownerOf(identity), deliveryId) } };
    },

    async retryWebhookDelivery(request, call) {
      const { body, headers } = await oncePerKey(dependencies, call, request, {
        prepare: async () => {},
        effect: async (transaction) => ({
          delivery: await retryDelivery(webhooks, ownerOf(call.identity), request.path.deliveryId, transaction),
        }),
        stored: (done) => done,
      });
      return { status: 200, body, headers };
    },

    async replayWebhookEvent(request, call) {
      const { endpointId = null, includeSucceeded = false } = request.body;
      const { eventId } = request.path;
      const wanted = { eventId, from: new Date(0), until: null, endpointId, includeSucceeded, cursor: null };
      return await replay(request, call, wanted);
    },

    async replayWebhookEvents(request, call) {
      const { from, until = null, endpointId = null, includeSucceeded = false, cursor = null } = request.body;
      const period = { from: parseDateTime(from), until: until === null ? null : parseDateTime(until) };
      if (period.until !== null && period.until <= period.from)
        throw new Problem("VALIDATION_FAILED", {
          fieldErrors: [{ path: "/body/until", code: "minimum", message: "must be after from" }],
        });
      return await replay(request, call, { eventId: null, ...period, endpointId, includeSucceeded, cursor });
    },
  };
}
