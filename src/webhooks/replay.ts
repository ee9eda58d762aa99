// SQL: pairs of events and endpoints, and deliveries changed by many ids.
/** Events sent again: one, or those of a period, to the endpoints that want them. */
import { conflict, notFound } from "#src/http/problem.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import { endpointEvents } from "./endpoint-health.ts";
import { announce } from "./endpoint-queues.ts";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "./entities.ts";
import { allEvents } from "./events.ts";
import type { Owner } from "./owner.ts";
import type { Webhooks } from "./webhooks.ts";

export interface ReplayWanted {
  /** Null: every event of the period. */
  readonly eventId: string | null;
  readonly from: Date;
  /** Exclusive; null for all until now. */
  readonly until: Date | null;
  /** Null: every endpoint that is enabled and wants the event. */
  readonly endpointId: string | null;
  /** Whether what has arrived is sent again too. */
  readonly includeSucceeded: boolean;
  readonly cursor: string | null;
}

export interface Replay {
  /** Deliveries that are now to be sent, and were not before. */
  readonly queued: number;
  /** Where the next call goes on; null when the period is through. */
  readonly nextCursor: string | null;
}

/** Events of one call. */
const eventsAtOnce = 500;

/** Ids are in the order of the clocks of several machines: how far those may differ, at most (ms). */
const clocksDifferMs = 3_600_000;

type Event = Pick<WebhookEvent, "id" | "type" | "createdAt">;

type Target = Pick<WebhookEndpoint, "id" | "events" | "enabled">;

type Sent = Pick<WebhookDelivery, "id" | "endpointId" | "eventId" | "status" | "nextAttemptAt">;

/**
 * Queues deliveries from their first attempt, the oldest event first, and makes those that there never were: while an endpoint
 * was disabled, or did not name the event. Deliveries that are being sent are left alone. Replays of one owner take turns.
 * Throws Problem NOT_FOUND for an event or endpoint that the owner does not have, INVALID_STATE_TRANSITION for an endpoint
 * that is disabled, and INVALID_CURSOR.
 */
export async function replayEvents(
  webhooks: Webhooks,
  owner: Owner,
  wanted: ReplayWanted,
  transaction: Transaction,
): Promise<Replay> {
  const { ownerId, environment } = owner;
  const { from, until, endpointId, includeSucceeded } = wanted;
  const scope = { list: "webhook-replay", ownerId, environment, from: +from, until: until && +until, endpointId };
  const [after = null] = wanted.cursor === null ? [] : webhooks.cursors.open(scope, wanted.cursor);
  const { client } = transaction;
  await lockName(client, `webhook_replays/${ownerId}/${environment}`);
  const targets = await targetsOf(client, owner, endpointId);
  const now = webhooks.now();
  const events = await eventsOf(
    client,
    owner,
    { ...wanted, until: until ?? now },
    after === null ? null : String(after),
  );
  if (events.length === 0 && wanted.eventId !== null) throw notFound();
  const queued = await queue(client, owner, events.slice(0, eventsAtOnce), targets, includeSucceeded, now);
  const last = events.length > eventsAtOnce ? events[eventsAtOnce - 1] : undefined;
  return { queued, nextCursor: last === undefined ? null : webhooks.cursors.seal(scope, [last.id]) };
}

/** By webhook_endpoints_pkey, at most ten rows. */
async function targetsOf(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointId: string | null,
): Promise<readonly Target[]> {
  const { rows } = await on.query<Target>(
    `SELECT id, events, enabled FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND deleted_at IS NULL AND id = coalesce($3, id)`,
    [ownerId, environment, endpointId],
  );
  if (endpointId === null) return rows.filter(({ enabled }) => enabled);
  if (rows.length === 0) throw notFound("There is no such endpoint.");
  if (!rows.every(({ enabled }) => enabled))
    throw conflict("The endpoint is disabled: nothing is sent to it. Enable it first.");
  return rows;
}

/** The oldest first, one more than is replayed at once. By webhook_events_pkey. */
async function eventsOf(
  on: Queryable,
  { ownerId, environment }: Owner,
  { eventId, from, until }: Pick<ReplayWanted, "eventId" | "from"> & { readonly until: Date },
  after: string | null,
): Promise<readonly Event[]> {
  const earliest = idAt(from.getTime() - clocksDifferMs);
  const { rows } = await on.query<Event>(
    eventId === null
      ? `SELECT id, type, created_at AS "createdAt" FROM webhook_events
         WHERE owner_id = $1 AND environment = $2 AND created_at >= $3 AND created_at < $4 AND id > $5 AND id < $6
         ORDER BY id LIMIT ${eventsAtOnce + 1}`
      : `SELECT id, type, created_at AS "createdAt" FROM webhook_events
         WHERE owner_id = $1 AND environment = $2 AND id = $3`,
    eventId === null
      ? [
          ownerId,
          environment,
          from,
          until,
          after !== null && after > earliest ? after : earliest,
          idAt(until.getTime() + clocksDifferMs),
        ]
      : [ownerId, environment, eventId],
  );
  return rows;
}

/** The first id of an event at a moment, in milliseconds since the epoch. */
function idAt(ms: number): string {
  const time = Math.min(Math.max(ms, 0), 0xffff_ffff_ffff).toString(16).padStart(12, "0");
  return `evt_${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

async function queue(
  on: Queryable,
  owner: Owner,
  events: readonly Event[],
  targets: readonly Target[],
  includeSucceeded: boolean,
  now: Date,
): Promise<number> {
  if (events.length === 0 || targets.length === 0) return 0;
  const sent = new Map(
    (await deliveriesOf(on, owner, events, targets)).map((one) => [pairOf(one.eventId, one.endpointId), one]),
  );
  const again: Sent[] = [];
  const missing: { readonly event: Event; readonly endpointId: string }[] = [];
  for (const event of events)
    for (const { id: endpointId, events: names } of targets) {
      const known = sent.get(pairOf(event.id, endpointId));
      if (known !== undefined) {
        if (isToBeSent(known, includeSucceeded, now)) again.push(known);
      } else if (isWanted(event.type, names)) missing.push({ event, endpointId });
    }
  const { ownerId, environment } = owner;
  if (again.length > 0)
    await on.query(
      `UPDATE webhook_deliveries
       SET status = 'PENDING', attempt = 0, next_attempt_at = $3, failure_reason = NULL, failure_status = NULL, failed_at = NULL
       WHERE owner_id = $1 AND environment = $2 AND id = ANY ($4)`,
      [ownerId, environment, now, again.map(({ id }) => id)],
    );
  if (missing.length > 0)
    await on.query(
      // With the time of their event, as all deliveries have it: so retention forgets them together.
      `INSERT INTO webhook_deliveries
         (owner_id, environment, next_attempt_at, status, created_at, id, endpoint_id, event_id, event_type)
       VALUES ${rowsOfParameters(missing.length, ["$1", "$2", "$3", "'PENDING'", null, null, null, null, null])}`,
      [
        ...[ownerId, environment, now],
        ...missing.flatMap(({ event, endpointId }) => [
          ...[event.createdAt, `whd_${risingId()}`],
          ...[endpointId, event.id, event.type],
        ]),
      ],
    );
  const woken = new Set([...again, ...missing].map(({ endpointId }) => endpointId));
  if (woken.size > 0) await announce(on, owner, [...woken]);
  return again.length + missing.length;
}

function pairOf(eventId: string, endpointId: string): string {
  return `${eventId} ${endpointId}`;
}

/** Locked, so that an attempt that ends meanwhile is seen. By webhook_deliveries_age: a delivery has the time of its event. */
async function deliveriesOf(
  on: Queryable,
  { ownerId, environment }: Owner,
  events: readonly Event[],
  targets: readonly Target[],
): Promise<readonly Sent[]> {
  const { rows } = await on.query<Sent>(
    `SELECT id, endpoint_id AS "endpointId", event_id AS "eventId", status, next_attempt_at AS "nextAttemptAt"
     FROM webhook_deliveries
     WHERE owner_id = $1 AND environment = $2 AND created_at = ANY ($3::timestamptz[])
       AND event_id = ANY ($4::text[]) AND endpoint_id = ANY ($5::text[])
     ORDER BY id FOR NO KEY UPDATE`,
    [
      ownerId,
      environment,
      [...new Set(events.map(({ createdAt }) => createdAt.toISOString()))],
      events.map(({ id }) => id),
      targets.map(({ id }) => id),
    ],
  );
  return rows;
}

/** A due delivery is being sent or is about to be: that attempt counts. */
function isToBeSent({ status, nextAttemptAt }: Sent, includeSucceeded: boolean, now: Date): boolean {
  if (nextAttemptAt !== null) return nextAttemptAt > now;
  return status !== "SUCCEEDED" || includeSucceeded;
}

/**
 * An endpoint never hears of itself. Events about endpoints are therefore sent again only to those that they were sent
 * to.
 */
function isWanted(type: string, names: readonly string[]): boolean {
  if ((endpointEvents as readonly string[]).includes(type)) return false;
  return names.includes(type) || names.includes(allEvents);
}
