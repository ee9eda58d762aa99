/** Where an integrator hears of credits and returns, after its onboarding: the address and the secret. */
import type { Actor } from "#src/identity/audit.ts";
import { audited } from "#src/webhooks/endpoint-commands.ts";
import { checkEndpoint, type Endpoint, listEndpoints, rotateSecret, updateEndpoint } from "#src/webhooks/endpoints.ts";
import { secretOverlapMs } from "#src/webhooks/secrets.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import type { Integrator } from "./entities.ts";
import { aboutWebhookUrl, onboarded } from "./integrators.ts";
import { eventNames, ownerOf } from "./notifications.ts";
import { Declined } from "./presenters/envelope.ts";

/** Throws Declined 99 before onboarding. */
export async function webhookOf(webhooks: Webhooks, integrator: Integrator): Promise<Endpoint> {
  const { id } = await onboarded(webhooks.database.dataSource.manager, integrator);
  const [endpoint] = await listEndpoints(webhooks, ownerOf(id));
  if (endpoint === undefined) throw new Declined("01", "There is no webhook.");
  return endpoint;
}

/**
 * The address is told of everything there is to tell, also where an earlier one heard of credits alone. Throws Declined 99 before onboarding, and Problem VALIDATION_FAILED
 * for an address that may not be sent to.
 */
export async function changeWebhook(webhooks: Webhooks, integrator: Integrator, url: string): Promise<Endpoint> {
  const { endpointId } = await webhookOf(webhooks, integrator);
  const checked = await checkEndpoint(webhooks, { url, events: eventNames, enabled: true }).catch(aboutWebhookUrl);
  const about = { action: "webhook_endpoint.changed", by: actorOf(integrator) } as const;
  const { endpoint } = await audited(webhooks, about, async (transaction) => ({
    endpoint: await updateEndpoint(webhooks, ownerOf(integrator.id), endpointId, checked, transaction),
  }));
  return endpoint;
}

export interface NewSecret {
  readonly webhookSecret: string;
  readonly previousValidUntil: Date;
}

/** Both sign for a day. Throws Declined 99 before onboarding. */
export async function changeSecret(webhooks: Webhooks, integrator: Integrator): Promise<NewSecret> {
  const { endpointId } = await webhookOf(webhooks, integrator);
  const about = { action: "webhook_secret.rotated", by: actorOf(integrator) } as const;
  const { secret, endpoint } = await audited(webhooks, about, (transaction) =>
    rotateSecret(webhooks, ownerOf(integrator.id), endpointId, transaction),
  );
  return { webhookSecret: secret, previousValidUntil: new Date(Date.parse(endpoint.updatedAt) + secretOverlapMs) };
}

function actorOf({ id }: Integrator): Actor {
  return { actorKind: "integrator", actor: id };
}
