// SQL: an advisory lock; everything else goes through repositories.
/** Endpoints: where an owner wants its events. Other owners' endpoints, and deleted ones, do not exist for a caller. */
import { type EntityManager, IsNull } from "typeorm";
import { type FieldError, notFound, Problem } from "#src/http/problem.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import { stopDeliveries } from "./delivery-state.ts";
import { DestinationRefused } from "./destinations.ts";
import { tellOfDisabled } from "./endpoint-health.ts";
import { type DisabledReason, endpoints, type WebhookEndpoint } from "./entities.ts";
import { allEvents } from "./events.ts";
import type { Owner } from "./owner.ts";
import { forgetSecrets, issueSecret, revealUrl, sealUrl } from "./secrets.ts";
import type { Webhooks } from "./webhooks.ts";

export interface Endpoint {
  readonly endpointId: string;
  readonly environment: Owner["environment"];
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** Null while it does not fail. */
  readonly failingSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** With the secret in plain text: the only time it is shown. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** Per owner and environment. */
const maxEndpoints = 10;

/** Throws Problem VALIDATION_FAILED (422) when there are ten endpoints already. */
export async function createEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  { url, events, description = null }: Checked<NewEndpoint>,
  { manager, client }: Transaction,
): Promise<EndpointWithSecret> {
  const now = webhooks.now();
  await lockEndpoints(client, owner);
  const known = endpoints.of(manager, owner);
  if ((await known.count({ deletedAt: IsNull() })) >= maxEndpoints) {
    throw refusedFields([
      { path: "/body", code: "tooMany", message: `must not be one more than ${maxEndpoints} endpoints` },
    ]);
  }
  const { ownerId, environment } = owner;
  const key = { ownerId, environment, id: `whe_${risingId()}` };
  const endpoint: WebhookEndpoint = {
    ...key,
    url: sealUrl(webhooks.masterKey, key, url),
    events: [...events],
    description,
    enabled: true,
    disabledReason: null,
    failedAttempts: 0,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await known.insert(endpoint);
  const { secret } = await issueSecret(manager, webhooks.masterKey, endpoint, now);
  return { endpoint: presentEndpoint(webhooks, endpoint), secret };
}

/** Oldest first. */
export async function listEndpoints(webhooks: Webhooks, owner: Owner): Promise<Endpoint[]> {
  const found = await endpoints
    .of(webhooks.database.dataSource.manager, owner)
    .find({ where: { deletedAt: IsNull() }, order: { createdAt: "ASC", id: "ASC" } });
  return found.map((endpoint) => presentEndpoint(webhooks, endpoint));
}

/** Throws Problem NOT_FOUND. */
export async function getEndpoint(webhooks: Webhooks, owner: Owner, id: string): Promise<Endpoint> {
  return presentEndpoint(webhooks, await endpointOf(webhooks.database.dataSource.manager, owner, id));
}

/** The url of an endpoint, a deleted one's too. Throws Problem NOT_FOUND once it is forgotten. */
export async function urlOfEndpoint({ database, masterKey }: Webhooks, owner: Owner, id: string): Promise<string> {
  const endpoint = await endpoints.of(database.dataSource.manager, owner).findOne({ id });
  if (endpoint === null) throw notFound();
  return revealUrl(masterKey, endpoint, endpoint.url);
}

/**
 * Changes what is given; a null description clears it. Disabling stops every delivery that was still to be attempted, and
 * is told to the owner's other endpoints; enabling and another url forget earlier failures. Throws Problem NOT_FOUND.
 */
export async function updateEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  id: string,
  { url, events, description, enabled }: Checked<EndpointChanges>,
  transaction: Transaction,
): Promise<Endpoint> {
  const { manager, client } = transaction;
  const now = webhooks.now();
  const current = await lockedEndpoint(manager, owner, id);
  const on = enabled ?? current.enabled;
  const moved = url !== undefined && url !== revealUrl(webhooks.masterKey, current, current.url);
  const changed = await change(manager, current, {
    ...(moved && { url: sealUrl(webhooks.masterKey, current, url) }),
    ...(events !== undefined && { events: [...events] }),
    ...(description !== undefined && { description }),
    enabled: on,
    disabledReason: on ? null : (current.disabledReason ?? "REQUESTED"),
    ...((moved || enabled === true) && { failedAttempts: 0, failingSince: null }),
    updatedAt: now,
  });
  if (enabled === false) await stopDeliveries(client, owner, id, "ENDPOINT_DISABLED", now);
  if (current.enabled && !on) await tellOfDisabled(transaction, changed, now);
  return presentEndpoint(webhooks, changed);
}

/** Deliveries that were still to be attempted are stopped. Throws Problem NOT_FOUND. */
export async function deleteEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  id: string,
  { manager, client }: Transaction,
): Promise<void> {
  const now = webhooks.now();
  const endpoint = await lockedEndpoint(manager, owner, id);
  await change(manager, endpoint, { deletedAt: now, enabled: false, updatedAt: now });
  await forgetSecrets(manager, endpoint);
  await stopDeliveries(client, owner, id, "ENDPOINT_DELETED", now);
}

/** A new secret at once; the previous one signs beside it for 24 hours. Throws Problem NOT_FOUND. */
export async function rotateSecret(
  webhooks: Webhooks,
  owner: Owner,
  id: string,
  { manager }: Transaction,
): Promise<EndpointWithSecret> {
  const now = webhooks.now();
  const endpoint = await change(manager, await lockedEndpoint(manager, owner, id), { updatedAt: now });
  const { secret } = await issueSecret(manager, webhooks.masterKey, endpoint, now);
  return { endpoint: presentEndpoint(webhooks, endpoint), secret };
}

/** As its owner sees it. */
export function presentEndpoint({ masterKey }: Pick<Webhooks, "masterKey">, row: WebhookEndpoint): Endpoint {
  const { id: endpointId, environment, events, description, enabled, disabledReason } = row;
  return {
    ...{ endpointId, environment },
    url: revealUrl(masterKey, row, row.url),
    ...{ events, description, enabled, disabledReason },
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Changes of one endpoint take turns. Throws Problem NOT_FOUND. */
function lockedEndpoint(manager: EntityManager, owner: Owner, id: string): Promise<WebhookEndpoint> {
  return endpointOf(manager, owner, id, { mode: "for_no_key_update" });
}

async function endpointOf(
  manager: EntityManager,
  owner: Owner,
  id: string,
  lock?: { readonly mode: "for_no_key_update" },
): Promise<WebhookEndpoint> {
  const endpoint = await endpoints.of(manager, owner).findOne({ id, deletedAt: IsNull() }, lock);
  if (endpoint === null) throw notFound();
  return endpoint;
}

async function change(
  manager: EntityManager,
  endpoint: WebhookEndpoint,
  changes: Partial<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  await endpoints.of(manager, endpoint).update({ id: endpoint.id }, changes);
  return { ...endpoint, ...changes };
}

/** Creations of one owner take turns, so that two at once cannot both be the tenth. */
async function lockEndpoints(on: Queryable, { ownerId, environment }: Owner): Promise<void> {
  await lockName(on, `webhook_endpoints/${ownerId}/${environment}`);
}

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null;
}

export type EndpointChanges = Partial<NewEndpoint> & { readonly enabled?: boolean };

const checked = Symbol("checked");

/** Fields that `checkEndpoint` has let through. The url stays as it was written: every attempt reads and checks it anew. */
export type Checked<Fields extends EndpointChanges> = Fields & { readonly [checked]: true };

/**
 * Looks at what no schema can say, the addresses of the url's host included, and so before a transaction begins. Throws Problem VALIDATION_FAILED (422) with every finding: a
 * url that is refused, an event that is unknown. No finding tells an address.
 */
export async function checkEndpoint<Fields extends EndpointChanges>(
  { destinations, eventNames }: Pick<Webhooks, "destinations" | "eventNames">,
  fields: Fields,
): Promise<Checked<Fields>> {
  const { url, events } = fields;
  const findings = (events ?? []).flatMap((name, index): FieldError[] => {
    if (name === allEvents || eventNames.includes(name)) return [];
    const message = `must be ${allEvents} or the name of an event`;
    return [{ path: `/body/events/${index}`, code: "unknownEvent", message }];
  });
  if (url !== undefined) {
    try {
      await destinations.check(url);
    } catch (error) {
      if (!(error instanceof DestinationRefused)) throw error;
      findings.push({ path: "/body/url", code: error.rule, message: error.message });
    }
  }
  if (findings.length > 0) throw refusedFields(findings);
  return { ...fields, ...(events !== undefined && { events: [...new Set(events)] }), [checked]: true };
}

export function refusedFields(fieldErrors: readonly FieldError[]): Problem {
  return new Problem("VALIDATION_FAILED", { status: 422, fieldErrors });
}
