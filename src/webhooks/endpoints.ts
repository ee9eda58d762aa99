/** Endpoints: where an owner wants its events. Other owners' endpoints, and deleted ones, do not exist for a caller. */
import { randomUUIDv7 } from "node:crypto";
import type { EntityManager } from "typeorm";
import { type FieldError, Problem } from "#src/http/problem.ts";
import type { Queryable } from "#src/jobs/enqueue.ts";
import { stopDeliveries } from "./delivery-state.ts";
import { DestinationRefused } from "./destination-rules.ts";
import { allEvents } from "./events.ts";
import type { Owner } from "./owner.ts";
import { forgetSecrets, issueSecret } from "./secrets.ts";
import { rowsOf } from "./statement.ts";
import { type Webhooks, within } from "./webhooks.ts";

/** Why an endpoint is off: its owner asked for it, or the receiver answered 410. */
export type DisabledReason = "REQUESTED" | "GONE";

export interface Endpoint {
  readonly endpointId: string;
  readonly environment: Owner["environment"];
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null;
}

export type EndpointChanges = Partial<NewEndpoint> & { readonly enabled?: boolean };

/** With the secret in plain text: the only time it is shown. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** Per owner and environment. */
export const maxEndpoints = 10;
const maxDescriptionLength = 500;
const maxEventNames = 100;

/**
 * Throws Problem VALIDATION_FAILED (422) when the url is refused, an event name is unknown, or there are ten endpoints
 * already. The url's host is looked up before anything is written.
 */
export async function createEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  { url, events, description = null }: NewEndpoint,
  manager?: EntityManager,
): Promise<EndpointWithSecret> {
  const checked = await checkFields(webhooks, { url, events, description });
  return within(webhooks, manager, async (on) => {
    const now = webhooks.now();
    await lockEndpoints(on, owner);
    if ((await listEndpoints(webhooks, owner, on)).length >= maxEndpoints) {
      throw refused([
        { path: "/body", code: "tooMany", message: `must not be one more than ${maxEndpoints} endpoints` },
      ]);
    }
    const id = `whe_${randomUUIDv7()}`;
    const [row] = await rowsOf<EndpointRow>(
      on,
      `INSERT INTO webhook_endpoints (owner_id, environment, id, url, events, description, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${columns}`,
      [owner.ownerId, owner.environment, id, checked.url ?? url, checked.events ?? events, description, now],
    );
    const { secret } = await issueSecret(on, webhooks.masterKey, owner, id, now);
    return { endpoint: presented(row, owner), secret };
  });
}

/** Oldest first. */
export async function listEndpoints(
  { database }: Webhooks,
  owner: Owner,
  on: Queryable = database.pool,
): Promise<Endpoint[]> {
  const rows = await rowsOf<EndpointRow>(
    on,
    `SELECT ${columns} FROM webhook_endpoints WHERE owner_id = $1 AND environment = $2 AND deleted_at IS NULL
     ORDER BY created_at, id`,
    [owner.ownerId, owner.environment],
  );
  return rows.map((row) => presented(row, owner));
}

/** Throws Problem NOT_FOUND. */
export async function getEndpoint({ database }: Webhooks, owner: Owner, endpointId: string): Promise<Endpoint> {
  const [row] = await rowsOf<EndpointRow>(
    database.pool,
    `SELECT ${columns} FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND id = $3 AND deleted_at IS NULL`,
    [owner.ownerId, owner.environment, endpointId],
  );
  return presented(row, owner);
}

/**
 * Changes what is given; a null description clears it. Disabling stops every delivery that was still to be attempted.
 * Throws Problem NOT_FOUND, or VALIDATION_FAILED (422) like `createEndpoint`.
 */
export async function updateEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  endpointId: string,
  changes: EndpointChanges,
  manager?: EntityManager,
): Promise<Endpoint> {
  await getEndpoint(webhooks, owner, endpointId);
  const { url, events } = await checkFields(webhooks, changes);
  return within(webhooks, manager, async (on) => {
    const { enabled, description } = changes;
    const [row] = await rowsOf<EndpointRow>(
      on,
      `UPDATE webhook_endpoints SET
         url = coalesce($4, url), events = coalesce($5, events),
         description = CASE WHEN $6 THEN $7 ELSE description END,
         enabled = coalesce($8, enabled),
         disabled_reason = CASE WHEN coalesce($8, enabled) THEN NULL ELSE coalesce(disabled_reason, 'REQUESTED') END,
         updated_at = $9
       WHERE owner_id = $1 AND environment = $2 AND id = $3 AND deleted_at IS NULL RETURNING ${columns}`,
      [
        ...[owner.ownerId, owner.environment, endpointId, url ?? null, events ?? null],
        ...[description !== undefined, description ?? null, enabled ?? null, webhooks.now()],
      ],
    );
    if (enabled === false) await stopDeliveries(on, owner, endpointId, "ENDPOINT_DISABLED", webhooks.now());
    return presented(row, owner);
  });
}

/** Deliveries that were still to be attempted are stopped. Throws Problem NOT_FOUND. */
export async function deleteEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  endpointId: string,
  manager?: EntityManager,
): Promise<void> {
  await within(webhooks, manager, async (on) => {
    const now = webhooks.now();
    // The row stays as long as the delivery log shows where its deliveries went.
    const rows = await rowsOf<EndpointRow>(
      on,
      `UPDATE webhook_endpoints SET deleted_at = $4, enabled = false, updated_at = $4
       WHERE owner_id = $1 AND environment = $2 AND id = $3 AND deleted_at IS NULL RETURNING ${columns}`,
      [owner.ownerId, owner.environment, endpointId, now],
    );
    if (rows.length === 0) throw new Problem("NOT_FOUND");
    await forgetSecrets(on, owner, endpointId);
    await stopDeliveries(on, owner, endpointId, "ENDPOINT_DELETED", now);
  });
}

/** A new secret at once; the previous one signs beside it for 24 hours. Throws Problem NOT_FOUND. */
export async function rotateSecret(
  webhooks: Webhooks,
  owner: Owner,
  endpointId: string,
  manager?: EntityManager,
): Promise<EndpointWithSecret> {
  return within(webhooks, manager, async (on) => {
    const now = webhooks.now();
    const [row] = await rowsOf<EndpointRow>(
      on,
      `UPDATE webhook_endpoints SET updated_at = $4
       WHERE owner_id = $1 AND environment = $2 AND id = $3 AND deleted_at IS NULL RETURNING ${columns}`,
      [owner.ownerId, owner.environment, endpointId, now],
    );
    const endpoint = presented(row, owner);
    const { secret } = await issueSecret(on, webhooks.masterKey, owner, endpointId, now);
    return { endpoint, secret };
  });
}

/** What the receiver asked for by 410: nothing more is sent, until the owner enables the endpoint again. */
export async function disableGone(on: Queryable, owner: Owner, endpointId: string, now: Date): Promise<void> {
  await on.query(
    `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'GONE', updated_at = $4
     WHERE owner_id = $1 AND environment = $2 AND id = $3 AND enabled`,
    [owner.ownerId, owner.environment, endpointId, now],
  );
  await stopDeliveries(on, owner, endpointId, "ENDPOINT_DISABLED", now);
}

interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const endpointColumns = [
  ...["id", "url", "events", "description", "enabled", "disabled_reason", "created_at", "updated_at"],
];
const columns = endpointColumns.join(", ");

/** Throws Problem NOT_FOUND when there is no row. */
export function presented(row: EndpointRow | undefined, { environment }: Owner): Endpoint {
  if (row === undefined) throw new Problem("NOT_FOUND");
  return {
    endpointId: row.id,
    environment,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What is given, in the form it is stored in. Throws with every finding. */
async function checkFields(
  { destinations, eventNames }: Webhooks,
  { url, events, description }: Partial<NewEndpoint>,
): Promise<{ url?: string; events?: string[] }> {
  const findings: FieldError[] = [];
  if (description != null && description.length > maxDescriptionLength) {
    const message = `must not be longer than ${maxDescriptionLength} characters`;
    findings.push({ path: "/body/description", code: "maxLength", message });
  }
  if (events !== undefined) findings.push(...findingsAboutEvents(events, eventNames));
  let href: string | undefined;
  if (url !== undefined) {
    try {
      href = (await destinations.check(url)).url.href;
    } catch (error) {
      if (!(error instanceof DestinationRefused)) throw error;
      findings.push({ path: "/body/url", code: error.rule, message: error.message });
    }
  }
  if (findings.length > 0) throw refused(findings);
  return { ...(href !== undefined && { url: href }), ...(events !== undefined && { events: [...new Set(events)] }) };
}

function findingsAboutEvents(events: readonly string[], known: readonly string[]): FieldError[] {
  const path = "/body/events";
  if (events.length === 0) return [{ path, code: "minItems", message: "must name at least one event" }];
  if (events.length > maxEventNames) {
    return [{ path, code: "maxItems", message: `must not have more than ${maxEventNames} names` }];
  }
  return events.flatMap((name, index) =>
    name === allEvents || known.includes(name)
      ? []
      : [{ path: `${path}/${index}`, code: "unknownEvent", message: `must be ${allEvents} or the name of an event` }],
  );
}

function refused(fieldErrors: readonly FieldError[]): Problem {
  return new Problem("VALIDATION_FAILED", { status: 422, fieldErrors });
}

/** Creations of one owner take turns, so that two at once cannot both be the tenth. */
async function lockEndpoints(on: Queryable, { ownerId, environment }: Owner): Promise<void> {
  await on.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook_endpoints/' || $1 || '/' || $2, 0))", [
    ownerId,
    environment,
  ]);
}
