/** Endpoints: where an owner wants its events. Other owners' endpoints, and deleted ones, do not exist for a caller. */
import { randomUUIDv7 } from "node:crypto";
import { Problem } from "#src/http/problem.ts";
import type { Queryable } from "#src/jobs/enqueue.ts";
import { stopDeliveries } from "./delivery-state.ts";
import { type Checked, type EndpointChanges, type NewEndpoint, refusedFields } from "./endpoint-fields.ts";
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

/** With the secret in plain text: the only time it is shown. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** Per owner and environment. */
export const maxEndpoints = 10;

/** Throws Problem VALIDATION_FAILED (422) when there are ten endpoints already. */
export async function createEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  { url, events, description = null }: Checked<NewEndpoint>,
  transaction?: Queryable,
): Promise<EndpointWithSecret> {
  return within(webhooks, transaction, async (on) => {
    const now = webhooks.now();
    await lockEndpoints(on, owner);
    if ((await listEndpoints(webhooks, owner, on)).length >= maxEndpoints) {
      throw refusedFields([
        { path: "/body", code: "tooMany", message: `must not be one more than ${maxEndpoints} endpoints` },
      ]);
    }
    const id = `whe_${randomUUIDv7()}`;
    const [row] = await rowsOf<EndpointRow>(
      on,
      `INSERT INTO webhook_endpoints (owner_id, environment, id, url, events, description, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${columns}`,
      [owner.ownerId, owner.environment, id, url, events, description, now],
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
 * Throws Problem NOT_FOUND.
 */
export async function updateEndpoint(
  webhooks: Webhooks,
  owner: Owner,
  endpointId: string,
  { url, events, description, enabled }: Checked<EndpointChanges>,
  transaction?: Queryable,
): Promise<Endpoint> {
  return within(webhooks, transaction, async (on) => {
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
  transaction?: Queryable,
): Promise<void> {
  await within(webhooks, transaction, async (on) => {
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
  transaction?: Queryable,
): Promise<EndpointWithSecret> {
  return within(webhooks, transaction, async (on) => {
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

/** Creations of one owner take turns, so that two at once cannot both be the tenth. */
async function lockEndpoints(on: Queryable, { ownerId, environment }: Owner): Promise<void> {
  await on.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook_endpoints/' || $1 || '/' || $2, 0))", [
    ownerId,
    environment,
  ]);
}
