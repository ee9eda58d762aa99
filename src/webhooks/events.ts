// SQL: the outbox runs in the middle of every sale, on the connection of whatever transaction that is.
/** The outbox: an event is written in the transaction that causes it, and reaches receivers if that commits. */
import { randomUUIDv7 } from "node:crypto";
import type { Queryable } from "#src/storage/transaction.ts";
import { announce } from "./endpoint-queues.ts";
import type { Owner } from "./owner.ts";

/** Subscribes to every event, those that come later included. */
export const allEvents = "*";

export interface EventResource {
  /** For example `policy`. */
  readonly type: string;
  /** Where ids are only unique within a provider. */
  readonly providerId: string | null;
  readonly id: string;
}

export interface NewEvent {
  readonly type: string;
  readonly apiVersion: string;
  readonly resource: EventResource;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event whose body is the API's own, and not the envelope. */
export interface BareEvent {
  readonly eventId: string;
  readonly type: string;
  /** JSON, sent and signed exactly so. */
  readonly body: string;
}

export interface EmittedEvent {
  readonly eventId: string;
  /** Of its resource: 1, 2, 3 … in the order of commits, so that receivers can order what arrives. */
  readonly version: number;
}

/** Every event fits a receiver's usual limits (characters). */
const maxBodyLength = 262_144;

export function newEventId(): string {
  return `evt_${randomUUIDv7()}`;
}

/**
 * Writes an event in the caller's transaction, with a delivery for each enabled endpoint of the owner that wants it.
 * Events of one resource take turns until their transactions end. Throws RangeError for a body over 256 Ki characters.
 */
export async function emitEvent(
  on: Queryable,
  owner: Owner,
  event: NewEvent,
  now: Date = new Date(),
): Promise<EmittedEvent> {
  const eventId = newEventId();
  const version = await nextVersion(on, owner, event.resource);
  await emitBareEvent(
    on,
    owner,
    { eventId, type: event.type, body: envelope(owner, event, eventId, version, now) },
    now,
  );
  return { eventId, version };
}

/** The same for a body of the API's own making. */
export async function emitBareEvent(
  on: Queryable,
  owner: Owner,
  { eventId, type, body }: BareEvent,
  now: Date = new Date(),
): Promise<void> {
  if (body.length > maxBodyLength) throw new RangeError(`The body of ${type} has ${body.length} characters`);
  const tenant = [owner.ownerId, owner.environment];
  await on.query(
    `INSERT INTO webhook_events (owner_id, environment, id, type, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [...tenant, eventId, type, body, now],
  );
  // By webhook_endpoints_pkey: at most ten rows.
  const { rows: subscribed } = await on.query<{ id: string }>(
    `SELECT id FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND enabled AND deleted_at IS NULL AND events && $3::text[]`,
    [...tenant, [type, allEvents]],
  );
  if (subscribed.length === 0) return;
  const endpointIds = subscribed.map(({ id }) => id);
  await on.query(
    `INSERT INTO webhook_deliveries
       (owner_id, environment, id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
     SELECT $1, $2, id, endpoint_id, $5, $6, 'PENDING', $7::timestamptz, $7::timestamptz
     FROM unnest($3::text[], $4::text[]) AS delivery (id, endpoint_id)`,
    [...tenant, endpointIds.map(() => `whd_${randomUUIDv7()}`), endpointIds, eventId, type, now],
  );
  await announce(on, owner, endpointIds);
}

/** The body of an event: what receivers parse, and what is signed. */
export function envelope(
  { environment }: Owner,
  { type, apiVersion, resource: { type: kind, providerId, id }, data }: NewEvent,
  eventId: string,
  version: number,
  occurredAt: Date,
): string {
  return JSON.stringify({
    eventId,
    type,
    apiVersion,
    environment,
    occurredAt: occurredAt.toISOString(),
    resource: { type: kind, providerId, id, version },
    data,
  });
}

async function nextVersion(
  on: Queryable,
  { ownerId, environment }: Owner,
  { type, providerId, id }: EventResource,
): Promise<number> {
  const { rows } = await on.query<{ version: string }>(
    `INSERT INTO webhook_resources (owner_id, environment, type, provider_id, id, version) VALUES ($1, $2, $3, $4, $5, 1)
     ON CONFLICT (owner_id, environment, type, provider_id, id) DO UPDATE SET version = webhook_resources.version + 1
     RETURNING version`,
    [ownerId, environment, type, providerId ?? "", id],
  );
  return Number(rows[0]?.version);
}
