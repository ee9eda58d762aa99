/** The delivery log, as its owner sees it. */
import { Problem } from "#src/http/problem.ts";
import type { Queryable } from "#src/jobs/enqueue.ts";
import type { DeliveryStatus, FailureReason } from "./delivery-state.ts";
import { announce } from "./endpoint-queues.ts";
import { type Endpoint, endpointColumns, presented } from "./endpoints.ts";
import type { Owner } from "./owner.ts";
import { rowsOf } from "./statement.ts";
import { type Webhooks, within } from "./webhooks.ts";

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
}

export interface DeliveryDetails extends Delivery {
  /** The event's body exactly as it is signed and sent. */
  readonly payload: string;
  /** Where it goes; also after the endpoint was deleted. */
  readonly endpoint: Endpoint;
}

export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null; readonly hasMore: boolean };
}

const maxPage = 100;

/** Newest first. Throws Problem INVALID_CURSOR for a cursor that this list did not issue to this owner. */
export async function listDeliveries(
  { database, cursors }: Webhooks,
  { ownerId, environment }: Owner,
  { limit: asked = 20, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {},
): Promise<DeliveryPage> {
  const limit = Math.min(Math.max(1, asked), maxPage);
  const scope = { list: "webhook-deliveries", ownerId, environment };
  const [before = null] = cursor === undefined ? [] : cursors.open(scope, cursor);
  // Ids are UUIDv7 and sort by time; by webhook_deliveries_pkey, backwards.
  const rows = await rowsOf<DeliveryRow>(
    database.pool,
    `SELECT ${columns.join(", ")} FROM webhook_deliveries
     WHERE owner_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [ownerId, environment, before, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const nextCursor = hasMore ? cursors.seal(scope, [last.id]) : null;
  return { items: shown.map(delivery), pagination: { limit, nextCursor, hasMore } };
}

/** Throws Problem NOT_FOUND. */
export async function getDelivery({ database }: Webhooks, owner: Owner, deliveryId: string): Promise<DeliveryDetails> {
  const tenant = [owner.ownerId, owner.environment];
  const [row] = await rowsOf<DeliveryRow & { body: string }>(
    database.pool,
    `SELECT ${columns.map((column) => `delivery.${column}`).join(", ")}, event.body
     FROM webhook_deliveries AS delivery
     JOIN webhook_events AS event
       ON event.owner_id = $1 AND event.environment = $2 AND event.id = delivery.event_id
     WHERE delivery.owner_id = $1 AND delivery.environment = $2 AND delivery.id = $3`,
    [...tenant, deliveryId],
  );
  if (row === undefined) throw new Problem("NOT_FOUND");
  const [endpoint] = await rowsOf<Parameters<typeof presented>[0]>(
    database.pool,
    `SELECT ${endpointColumns.join(", ")} FROM webhook_endpoints
     WHERE owner_id = $1 AND environment = $2 AND id = $3`,
    [...tenant, row.endpoint_id],
  );
  return { ...delivery(row), payload: row.body, endpoint: presented(endpoint, owner) };
}

/**
 * Queues a delivery anew, from its first attempt. Throws Problem NOT_FOUND, and INVALID_STATE_TRANSITION for one that
 * has succeeded.
 */
export async function retryDelivery(
  webhooks: Webhooks,
  owner: Owner,
  deliveryId: string,
  transaction?: Queryable,
): Promise<Delivery> {
  return within(webhooks, transaction, async (on) => {
    const tenant = [owner.ownerId, owner.environment, deliveryId];
    const [row] = await rowsOf<DeliveryRow>(
      on,
      `UPDATE webhook_deliveries SET status = 'PENDING', attempt = 0, next_attempt_at = $4,
         failure_reason = NULL, failure_status = NULL, failed_at = NULL
       WHERE owner_id = $1 AND environment = $2 AND id = $3 AND status <> 'SUCCEEDED'
       RETURNING ${columns.join(", ")}`,
      [...tenant, webhooks.now()],
    );
    if (row === undefined) {
      const found = await rowsOf(
        on,
        "SELECT id FROM webhook_deliveries WHERE owner_id = $1 AND environment = $2 AND id = $3",
        tenant,
      );
      if (found.length === 0) throw new Problem("NOT_FOUND");
      throw new Problem("INVALID_STATE_TRANSITION", { detail: "The delivery has succeeded; it is not sent again." });
    }
    await announce(on, owner, [row.endpoint_id]);
    return delivery(row);
  });
}

interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly endpoint_id: string;
  readonly status: DeliveryStatus;
  readonly attempt: number;
  readonly next_attempt_at: Date | null;
  readonly failure_reason: FailureReason | null;
  readonly failure_status: number | null;
  readonly failed_at: Date | null;
  readonly created_at: Date;
}

const columns = [
  ...["id", "event_id", "event_type", "endpoint_id", "status", "attempt", "next_attempt_at"],
  ...["failure_reason", "failure_status", "failed_at", "created_at"],
];

function delivery(row: DeliveryRow): Delivery {
  const { failure_reason: reason, failure_status: httpStatus, failed_at: at } = row;
  return {
    deliveryId: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    endpointId: row.endpoint_id,
    status: row.status,
    attempt: row.attempt,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastFailure: reason === null || at === null ? null : { reason, httpStatus, at: at.toISOString() },
    createdAt: row.created_at.toISOString(),
  };
}
