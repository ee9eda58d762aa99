// SQL: the outbox runs in the middle of every sale, on the connection of whatever transaction that is.
/** The outbox: an event is written in the transaction that causes it, and reaches receivers if that commits. */
import { rowsOfParameters, type Statement } from "#src/storage/parameters.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import { announcement, tellDispatcher } from "./endpoint-queues.ts";
import type { WebhookEndpoint } from "./entities.ts";
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
  /** The version of its resource: 1, 2, 3 … in the order of commits, so that receivers can order events. */
  readonly version: number;
}

/** Every event fits a receiver's usual limits (characters). */
const maxBodyLength = 262_144;

export function newEventId(): string {
  return `evt_${risingId()}`;
}

/**
 * Writes events in a transaction, each with a delivery for each enabled endpoint of the owner that wants it: in two round trips, the
 * second of which may be on its way when this returns. Events of one resource take turns until their transactions end. Throws
 * RangeError for a body over 256 Ki characters.
 */
export async function emitEvents(
  { client, statements }: Pick<Transaction, "client" | "statements">,
  owner: Owner,
  events: readonly NewEvent[],
  now: Date,
): Promise<EmittedEvent[]> {
  const resources = events.map(({ resource }) => resource);
  const types = events.map(({ type }) => type);
  const [versions, endpoints] = await Promise.all([
    nextVersions(client, owner, resources),
    subscribersOf(client, owner, types),
  ]);
  const bare = events.map((event, index) => withEnvelope(owner, event, versions[index] ?? 1, now));
  for (const { sql, values } of writesOf(owner, bare, endpoints, now))
    void statements.send(() => client.query(sql, values));
  tellDispatcher(client);
  return bare.map(({ eventId }, index) => ({ eventId, version: versions[index] ?? 1 }));
}

/** The same as `emitEvents` for events that are not written where no endpoint of the owner wants them. */
export async function emitWanted(
  { client }: Pick<Transaction, "client">,
  owner: Owner,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const types = events.map(({ type }) => type);
  await emitTo(client, owner, events, await subscribersOf(client, owner, types), now);
}

async function emitTo(
  client: Queryable,
  owner: Owner,
  events: readonly NewEvent[],
  endpoints: readonly Subscriber[],
  now: Date,
): Promise<void> {
  const wanted = events.filter(({ type }) => endpoints.some((endpoint) => wants(endpoint, type)));
  if (wanted.length === 0) return;
  const versions = await nextVersions(
    client,
    owner,
    wanted.map(({ resource }) => resource),
  );
  const bare = wanted.map((event, index) => withEnvelope(owner, event, versions[index] ?? 1, now));
  for (const { sql, values } of writesOf(owner, bare, endpoints, now)) await client.query(sql, values);
  tellDispatcher(client);
}

function wants({ events }: Pick<Subscriber, "events">, type: string): boolean {
  return events.includes(type) || events.includes(allEvents);
}

/**
 * An event about an endpoint, for the owner's other endpoints: the same as `emitEvents`, but that it is not written where none of
 * them wants it. The resource is the endpoint.
 */
export async function emitToOthers(
  { client }: Pick<Transaction, "client">,
  owner: Owner,
  event: NewEvent,
  now: Date,
): Promise<void> {
  const others = (await subscribersOf(client, owner, [event.type])).filter(({ id }) => id !== event.resource.id);
  await emitTo(client, owner, [event], others, now);
}

function withEnvelope(owner: Owner, event: NewEvent, version: number, now: Date): BareEvent {
  const eventId = newEventId();
  return { eventId, type: event.type, body: envelope(owner, event, eventId, version, now) };
}

/** One event with a body of the API's own making. */
export async function emitBareEvent(
  on: Queryable,
  owner: Owner,
  event: BareEvent,
  now: Date = new Date(),
): Promise<void> {
  const endpoints = await subscribersOf(on, owner, [event.type]);
  for (const { sql, values } of writesOf(owner, [event], endpoints, now)) await on.query(sql, values);
  tellDispatcher(on);
}

interface Subscriber extends Pick<WebhookEndpoint, "id" | "events"> {
  /** The newest delivery of the owner, whichever endpoint it goes to; null where there is none. */
  readonly newestDelivery: string | null;
}

/** Those that want one of these at least. By webhook_endpoints_pkey, at most ten rows, and the end of webhook_deliveries_pkey. */
async function subscribersOf(
  on: Queryable,
  { ownerId, environment }: Owner,
  types: readonly string[],
): Promise<Subscriber[]> {
  const { rows } = await on.query<Subscriber>(
    `SELECT id, events,
       (SELECT max(id) FROM webhook_deliveries WHERE owner_id = $1 AND environment = $2) AS "newestDelivery"
     FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND enabled AND deleted_at IS NULL AND events && $3::text[]`,
    [ownerId, environment, [...types, allEvents]],
  );
  return rows;
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

/** The next versions of these resources, in their order. A resource that is named twice gets two. */
async function nextVersions(
  on: Queryable,
  { ownerId, environment }: Owner,
  resources: readonly EventResource[],
): Promise<number[]> {
  const names = resources.map(({ type, providerId, id }) => [type, providerId ?? "", id] as const);
  const counts = new Map<string, { readonly name: (typeof names)[number]; steps: number }>();
  const places = names.map((name) => {
    const key = JSON.stringify(name);
    const count = counts.get(key) ?? { name, steps: 0 };
    counts.set(key, count);
    return { key, step: ++count.steps };
  });
  // In one order everywhere, so that no two transactions wait for each other.
  const counted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { name, steps }]) => [...name, steps]);
  const { rows } = await on.query<{ type: string; provider_id: string; id: string; version: string }>(
    `INSERT INTO webhook_resources (owner_id, environment, type, provider_id, id, version)
     VALUES ${rowsOfParameters(counted.length, ["$1", "$2", null, null, null, null])}
     ON CONFLICT (owner_id, environment, type, provider_id, id)
       DO UPDATE SET version = webhook_resources.version + excluded.version
     RETURNING type, provider_id, id, version`,
    [ownerId, environment, ...counted.flat()],
  );
  const versions = new Map(rows.map((row) => [JSON.stringify([row.type, row.provider_id, row.id]), row.version]));
  return places.map(({ key, step }) => Number(versions.get(key)) - (counts.get(key)?.steps ?? 0) + step);
}

/** Statements that write events and their deliveries, in their order. */
function writesOf(
  owner: Owner,
  events: readonly BareEvent[],
  endpoints: readonly Subscriber[],
  now: Date,
): readonly Statement[] {
  const tenant = [owner.ownerId, owner.environment];
  for (const { type, body } of events)
    if (body.length > maxBodyLength) throw new RangeError(`The body of ${type} has ${body.length} characters`);
  const writes: Statement[] = [
    {
      sql: `INSERT INTO webhook_events (owner_id, environment, created_at, id, type, body)
        VALUES ${rowsOfParameters(events.length, ["$1", "$2", "$3", null, null, null])}`,
      values: [...tenant, now, ...events.flatMap(({ eventId, type, body }) => [eventId, type, body])],
    },
  ];
  const deliveries = events.flatMap(({ eventId, type }) =>
    endpoints
      .filter((endpoint) => wants(endpoint, type))
      .map(({ id, newestDelivery }) => ({
        // Its id comes after all that this transaction can see: the log is in the order of causes, even where a
        // process's clock is behind.
        deliveryId: `whd_${risingId(newestDelivery)}`,
        endpointId: id,
        eventId,
        type,
      })),
  );
  if (deliveries.length === 0) return writes;
  const fields = deliveries.flatMap(({ deliveryId, endpointId, eventId, type }) => [
    deliveryId,
    endpointId,
    eventId,
    type,
  ]);
  writes.push({
    sql: `INSERT INTO webhook_deliveries
        (owner_id, environment, next_attempt_at, created_at, status, id, endpoint_id, event_id, event_type)
      VALUES ${rowsOfParameters(deliveries.length, ["$1", "$2", "$3", "$3", "'PENDING'", null, null, null, null])}`,
    values: [...tenant, now, ...fields],
  });
  return [...writes, announcement(owner, [...new Set(deliveries.map(({ endpointId }) => endpointId))])];
}
