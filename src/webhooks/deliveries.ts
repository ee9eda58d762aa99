/** The delivery log, as its owner sees it. */
import { LessThan } from "typeorm";
import { conflict, notFound } from "#src/http/problem.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { announce } from "./endpoint-queues.ts";
import { type Endpoint, presentEndpoint } from "./endpoints.ts";
import {
  type DeliveryStatus,
  deliveries,
  endpoints,
  events,
  type FailureReason,
  type WebhookDelivery,
} from "./entities.ts";
import type { Owner } from "./owner.ts";
import type { Webhooks } from "./webhooks.ts";

export interface Delivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly status: DeliveryStatus;
  /** Attempts begun so far; zero again after a retry. */
  readonly attempt: number;
  /** Null when no attempt is to come. */
  readonly nextAttemptAt: string | null;
  readonly lastFailure: {
    readonly reason: FailureReason;
    readonly httpStatus: number | null;
    readonly at: string;
  } | null;
  readonly createdAt: string;
  readonly environment: Owner["environment"];
}

export interface DeliveryDetails extends Delivery {
  /** The event's body exactly as it is signed and sent. */
  readonly payload: string;
  /** Where it goes; also after the endpoint was deleted. */
  readonly endpoint: Endpoint;
}

export interface DeliveryPage {
  readonly items: Delivery[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null; readonly hasMore: boolean };
}

const maxPage = 100;

/** Newest first. Throws Problem INVALID_CURSOR for a cursor that this list did not issue to this owner. */
export async function listDeliveries(
  { database, cursors }: Webhooks,
  owner: Owner,
  { limit: asked = 20, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {},
): Promise<DeliveryPage> {
  const limit = Math.min(Math.max(1, asked), maxPage);
  const { ownerId, environment } = owner;
  const known = deliveries.of(database.dataSource.manager, owner);
  const { items, nextCursor } = await cursors.page({
    scope: { list: "webhook-deliveries", ownerId, environment },
    limit,
    cursor,
    // By webhook_deliveries_pkey, backwards.
    read: (after, take) =>
      known.find({ where: after === null ? {} : { id: LessThan(String(after[0])) }, order: { id: "DESC" }, take }),
    positionOf: ({ id }) => [id],
  });
  return { items: items.map(presentDelivery), pagination: { limit, nextCursor, hasMore: nextCursor !== null } };
}

/** Throws Problem NOT_FOUND. */
export async function getDelivery(webhooks: Webhooks, owner: Owner, id: string): Promise<DeliveryDetails> {
  const { manager } = webhooks.database.dataSource;
  const delivery = await deliveries.of(manager, owner).findOne({ id });
  if (delivery === null) throw notFound();
  const [event, endpoint] = await Promise.all([
    events.of(manager, owner).findOne({ id: delivery.eventId }),
    endpoints.of(manager, owner).findOne({ id: delivery.endpointId }),
  ]);
  // Retention forgets them in one run, but not at one moment.
  if (event === null || endpoint === null) throw notFound();
  return { ...presentDelivery(delivery), payload: event.body, endpoint: presentEndpoint(webhooks, endpoint) };
}

/**
 * Queues a delivery anew, from its first attempt. Throws Problem NOT_FOUND, and INVALID_STATE_TRANSITION for one that
 * has succeeded.
 */
export async function retryDelivery(
  webhooks: Webhooks,
  owner: Owner,
  id: string,
  { manager, client }: Transaction,
): Promise<Delivery> {
  const known = deliveries.of(manager, owner);
  const delivery = await known.findOne({ id }, { mode: "for_no_key_update" });
  if (delivery === null) throw notFound();
  if (delivery.status === "SUCCEEDED") throw conflict("The delivery has succeeded; it is not sent again.");
  const anew = {
    status: "PENDING" as const,
    attempt: 0,
    nextAttemptAt: webhooks.now(),
    failureReason: null,
    failureStatus: null,
    failedAt: null,
  };
  await known.update({ id }, anew);
  await announce(client, owner, [delivery.endpointId]);
  return presentDelivery({ ...delivery, ...anew });
}

function presentDelivery(row: WebhookDelivery): Delivery {
  const { id: deliveryId, eventId, eventType, endpointId, status, attempt, environment } = row;
  const { failureReason: reason, failureStatus: httpStatus, failedAt } = row;
  return {
    ...{ deliveryId, eventId, eventType, endpointId, status, attempt },
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastFailure: reason === null || failedAt === null ? null : { reason, httpStatus, at: failedAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    environment,
  };
}
