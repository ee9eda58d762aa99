/**
 * Where a business wants its events. A secret is shown in the answer that makes it, and is in no answer that is kept; nor is
 * a url.
 */
import type { Schemas } from "#generated/insurance/contract.ts";
import { completeActivationStep } from "#src/identity/activation.ts";
import { type AuditAction, audit } from "#src/identity/audit.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { checkEndpoint } from "#src/webhooks/endpoint-fields.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
  urlOfEndpoint,
} from "#src/webhooks/endpoints.ts";
import { allEvents } from "#src/webhooks/events.ts";
import { sendTest } from "#src/webhooks/test-delivery.ts";
import type { Caller, HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { eventNames } from "../events.ts";
import { oncePerKey } from "../once-per-key.ts";
import { presentEndpoint } from "../presenters/webhooks.ts";
import { ownerOf, type Tenant } from "../tenant.ts";

type Shown = Schemas["Endpoint"];

/** In an answer that is kept there is no url: it may hold a secret, and its endpoint has it. */
interface Kept {
  readonly endpoint: Omit<Shown, "url" | "failingSince"> & Partial<Pick<Shown, "failingSince">>;
}

export function endpointHandlers(dependencies: HandlerDependencies): HandlersOf<"Webhook endpoints"> {
  const { database, webhooks, now } = dependencies;
  const kept = ({ url: _url, ...endpoint }: Shown): Kept => ({ endpoint });
  const replayed = async (identity: Tenant, { endpoint }: Kept) => {
    const url = await urlOfEndpoint(webhooks, ownerOf(identity), endpoint.endpointId);
    // Answers that were kept by an earlier version do not say since when an endpoint fails.
    return { endpoint: { failingSince: null, ...endpoint, url } };
  };
  const noted = (
    { manager }: Transaction,
    { actor, businessId, environment }: Caller,
    action: AuditAction,
    id: string,
  ) => audit(manager, { action, subject: id, businessId, details: { environment }, by: actor }, new Date(now()));
  return {
    async listWebhookEndpoints(_request, { identity }) {
      const endpoints = await listEndpoints(webhooks, ownerOf(identity));
      return { status: 200, body: { items: endpoints.map(presentEndpoint) } };
    },

    async createWebhookEndpoint(request, call) {
      const outcome = await oncePerKey(dependencies, call, request, {
        prepare: () => checkEndpoint(webhooks, request.body),
        effect: async (transaction, checked) => {
          const { endpoint, secret } = await createEndpoint(webhooks, ownerOf(call.identity), checked, transaction);
          await noted(transaction, call.identity, "webhook_endpoint.created", endpoint.endpointId);
          return { endpoint: presentEndpoint(endpoint), secret };
        },
        stored: ({ endpoint }) => kept(endpoint),
      });
      return outcome.replayed
        ? { status: 200, body: await replayed(call.identity, outcome.body), headers: outcome.headers }
        : { status: 201, body: outcome.body };
    },

    async getWebhookEndpoint({ path: { endpointId } }, { identity }) {
      const endpoint = await getEndpoint(webhooks, ownerOf(identity), endpointId);
      return { status: 200, body: { endpoint: presentEndpoint(endpoint) } };
    },

    async updateWebhookEndpoint(request, call) {
      const owner = ownerOf(call.identity);
      const { endpointId } = request.path;
      const outcome = await oncePerKey(dependencies, call, request, {
        async prepare() {
          await getEndpoint(webhooks, owner, endpointId);
          return checkEndpoint(webhooks, request.body);
        },
        effect: async (transaction, checked) => {
          const endpoint = await updateEndpoint(webhooks, owner, endpointId, checked, transaction);
          await noted(transaction, call.identity, "webhook_endpoint.changed", endpointId);
          return { endpoint: presentEndpoint(endpoint) };
        },
        stored: ({ endpoint }) => kept(endpoint),
      });
      const body = outcome.replayed ? await replayed(call.identity, outcome.body) : outcome.body;
      return { status: 200, body, headers: outcome.headers };
    },

    async deleteWebhookEndpoint(request, call) {
      const { headers } = await oncePerKey(dependencies, call, request, {
        prepare: async () => {},
        effect: async (transaction) => {
          const { endpointId } = request.path;
          await deleteEndpoint(webhooks, ownerOf(call.identity), endpointId, transaction);
          await noted(transaction, call.identity, "webhook_endpoint.deleted", endpointId);
        },
        stored: () => null,
      });
      return { status: 204, headers };
    },

    async rotateWebhookSecret(request, call) {
      const outcome = await oncePerKey(dependencies, call, request, {
        prepare: async () => {},
        effect: async (transaction) => {
          const { endpoint, secret } = await rotateSecret(
            webhooks,
            ownerOf(call.identity),
            request.path.endpointId,
            transaction,
          );
          await noted(transaction, call.identity, "webhook_secret.rotated", endpoint.endpointId);
          return { endpoint: presentEndpoint(endpoint), secret };
        },
        stored: ({ endpoint }) => kept(endpoint),
      });
      const body = outcome.replayed ? await replayed(call.identity, outcome.body) : outcome.body;
      return { status: 200, body, headers: outcome.headers };
    },

    async testWebhookEndpoint({ path: { endpointId } }, { identity }) {
      const reply = await sendTest(webhooks, ownerOf(identity), endpointId);
      if (reply.delivered && identity.environment === "test") {
        await completeActivationStep(database.pool, identity.businessId, "WEBHOOK_TEST", new Date(now()));
      }
      return { status: 200, body: reply };
    },

    async listWebhookEvents() {
      return { status: 200, body: { events: [...eventNames], allEvents } };
    },
  };
}
