/**
 * Where a business wants its events. A secret is shown in the answer that makes it, and is in no answer that is kept; nor is
 * a url.
 */
import type { Schemas } from "#generated/insurance/contract.ts";
import { completeActivationStep } from "#src/identity/activation.ts";
import { type AuditAction, audit } from "#src/identity/audit.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import {
  checkEndpoint,
  createEndpoint,
  deleteEndpoint,
  type Endpoint,
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
import { type KeyedRequest, oncePerKey, type Write } from "../idempotent-writes.ts";
import { ownerOf, type Tenant } from "../tenant.ts";

type Shown = Schemas["Endpoint"];

/** In an answer that is kept there is no url: it may hold a secret, and its endpoint has it. */
interface Kept {
  readonly endpoint: Omit<Shown, "url">;
}

export function endpointHandlers(dependencies: HandlerDependencies): HandlersOf<"Webhook endpoints"> {
  const { database, webhooks, now } = dependencies;
  const write = endpointWrites(dependencies);
  return {
    async listWebhookEndpoints(_request, { identity }) {
      const endpoints = await listEndpoints(webhooks, ownerOf(identity));
      return { status: 200, body: { items: endpoints } };
    },

    async createWebhookEndpoint(request, call) {
      const outcome = await write(request, call, "webhook_endpoint.created", {
        prepare: () => checkEndpoint(webhooks, request.body),
        effect: (transaction, checked) => createEndpoint(webhooks, ownerOf(call.identity), checked, transaction),
      });
      return outcome.replayed
        ? { status: 200, body: outcome.body, headers: outcome.headers }
        : { status: 201, body: outcome.body };
    },

    async getWebhookEndpoint({ path: { endpointId } }, { identity }) {
      const endpoint = await getEndpoint(webhooks, ownerOf(identity), endpointId);
      return { status: 200, body: { endpoint } };
    },

    async updateWebhookEndpoint(request, call) {
      const owner = ownerOf(call.identity);
      const { endpointId } = request.path;
      const { body, headers } = await write(request, call, "webhook_endpoint.changed", {
        async prepare() {
          await getEndpoint(webhooks, owner, endpointId);
          return checkEndpoint(webhooks, request.body);
        },
        effect: async (transaction, checked) => ({
          endpoint: await updateEndpoint(webhooks, owner, endpointId, checked, transaction),
        }),
      });
      return { status: 200, body, headers };
    },

    async deleteWebhookEndpoint(request, call) {
      const { headers } = await oncePerKey(dependencies, call, request, {
        prepare: async () => {},
        effect: async (transaction) => {
          const { endpointId } = request.path;
          await deleteEndpoint(webhooks, ownerOf(call.identity), endpointId, transaction);
          await noted(transaction, call.identity, "webhook_endpoint.deleted", endpointId, now());
        },
        stored: () => null,
      });
      return { status: 204, headers };
    },

    async rotateWebhookSecret(request, call) {
      const { endpointId } = request.path;
      const { body, headers } = await write(request, call, "webhook_secret.rotated", {
        prepare: async () => {},
        effect: (transaction) => rotateSecret(webhooks, ownerOf(call.identity), endpointId, transaction),
      });
      return { status: 200, body, headers };
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

/** Writes an endpoint once per key, with its line in the audit log. A kept answer gets its url back when it is replayed. */
function endpointWrites(dependencies: HandlerDependencies) {
  const { webhooks, now } = dependencies;
  const replayed = async (identity: Tenant, { endpoint }: Kept) => {
    const url = await urlOfEndpoint(webhooks, ownerOf(identity), endpoint.endpointId);
    return { endpoint: { ...endpoint, url } };
  };
  return async <Checked, Done extends { readonly endpoint: Endpoint }>(
    request: KeyedRequest,
    call: { readonly operationId: string; readonly identity: Caller },
    action: AuditAction,
    { prepare, effect }: Pick<Write<Checked, Done, Kept>, "prepare" | "effect">,
  ) => {
    const outcome = await oncePerKey(dependencies, call, request, {
      prepare,
      effect: async (transaction, checked) => {
        const done = await effect(transaction, checked);
        await noted(transaction, call.identity, action, done.endpoint.endpointId, now());
        return done;
      },
      stored: ({ endpoint: { url: _url, ...endpoint } }): Kept => ({ endpoint }),
    });
    return outcome.replayed ? { ...outcome, body: await replayed(call.identity, outcome.body) } : outcome;
  };
}

function noted(
  { manager }: Transaction,
  { actor, businessId, environment }: Caller,
  action: AuditAction,
  subject: string,
  now: number,
): Promise<void> {
  return audit(manager, { action, subject, businessId, details: { environment }, by: actor }, new Date(now));
}
