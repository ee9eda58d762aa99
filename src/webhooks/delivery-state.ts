// SQL: each step of a run is one statement for many deliveries, guarded by what it found.
/** How deliveries move. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { DeliveryStatus, FailureReason, StopReason, WebhookDelivery } from "./entities.ts";
import type { Owner } from "./owner.ts";

/** A delivery that a worker has begun to attempt; `attempt` counts that one already. */
export interface BegunDelivery extends Pick<WebhookDelivery, "id" | "eventId" | "eventType" | "attempt"> {
  readonly body: string;
}

/** The outcome of an attempt. */
export interface Outcome {
  readonly id: string;
  readonly attempt: number;
  readonly status: Exclude<DeliveryStatus, "PENDING">;
  readonly nextAttemptAt: Date | null;
  /** Null after a success. */
  readonly failure: { readonly reason: FailureReason; readonly httpStatus: number | null; readonly at: Date } | null;
}

/**
 * Counts an attempt for the endpoint's deliveries that are due, the longest due first. The count is committed before
 * anything is sent: after a crash a receiver never sees the same number twice. By webhook_deliveries_due.
 */
export async function beginAttempts(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointId: string,
  limit: number,
  now: Date,
): Promise<BegunDelivery[]> {
  // Rows are named by `= ANY (ids)` here and below: in a join, a planner without fresh statistics of a busy owner may
  // walk through all that it has. For the same reason the outer condition on next_attempt_at fits no index.
  const { rows } = await on.query<BegunDelivery>(
    `UPDATE webhook_deliveries AS delivery SET attempt = attempt + 1
     WHERE owner_id = $1 AND environment = $2 AND coalesce(next_attempt_at, 'infinity') <= $4 AND id = ANY (ARRAY (
       SELECT id FROM webhook_deliveries
       WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3 AND next_attempt_at <= $4
       ORDER BY next_attempt_at LIMIT $5))
     RETURNING id, event_id AS "eventId", event_type AS "eventType", attempt, (
       SELECT body FROM webhook_events
       WHERE owner_id = $1 AND environment = $2 AND id = delivery.event_id) AS body`,
    [ownerId, environment, endpointId, now, limit],
  );
  return rows;
}

/**
 * Writes what became of attempts. An outcome counts only for the attempt it belongs to: someone may have retried the
 * delivery meanwhile, or another worker taken it over. A failure does not revive a delivery that was stopped.
 */
export async function recordOutcomes(
  on: Queryable,
  { ownerId, environment }: Owner,
  outcomes: readonly Outcome[],
): Promise<void> {
  await on.query(
    `UPDATE webhook_deliveries AS delivery SET
       status = outcome.status, next_attempt_at = outcome.next_attempt_at,
       failure_reason = coalesce(outcome.reason, delivery.failure_reason),
       failure_status = CASE WHEN outcome.reason IS NULL THEN delivery.failure_status ELSE outcome.http_status END,
       failed_at = coalesce(outcome.failed_at, delivery.failed_at)
     FROM unnest($3::text[], $4::int[], $5::text[], $6::timestamptz[], $7::text[], $8::int[], $9::timestamptz[])
       AS outcome (id, attempt, status, next_attempt_at, reason, http_status, failed_at)
     WHERE delivery.owner_id = $1 AND delivery.environment = $2 AND delivery.id = ANY ($3)
       AND delivery.id = outcome.id AND delivery.attempt = outcome.attempt
       AND (outcome.status = 'SUCCEEDED' OR delivery.next_attempt_at IS NOT NULL)`,
    [
      ownerId,
      environment,
      outcomes.map(({ id }) => id),
      outcomes.map(({ attempt }) => attempt),
      outcomes.map(({ status }) => status),
      outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
      outcomes.map(({ failure }) => failure?.reason ?? null),
      outcomes.map(({ failure }) => failure?.httpStatus ?? null),
      outcomes.map(({ failure }) => failure?.at ?? null),
    ],
  );
}

/** When the endpoint has something to be attempted next; null when nothing is left. By webhook_deliveries_due. */
export async function nextDue(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointId: string,
): Promise<Date | null> {
  const { rows } = await on.query<{ due: Date }>(
    `SELECT next_attempt_at AS due FROM webhook_deliveries
     WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3 AND next_attempt_at IS NOT NULL
     ORDER BY next_attempt_at LIMIT 1`,
    [ownerId, environment, endpointId],
  );
  return rows[0]?.due ?? null;
}

/** Ends whatever was still to be attempted at an endpoint that may not be sent anything. */
export async function stopDeliveries(
  on: Queryable,
  { ownerId, environment }: Owner,
  endpointId: string,
  reason: StopReason,
  now: Date,
): Promise<void> {
  await on.query(
    `UPDATE webhook_deliveries
     SET status = 'FAILED', next_attempt_at = NULL, failure_reason = $4, failure_status = NULL, failed_at = $5
     WHERE owner_id = $1 AND environment = $2 AND endpoint_id = $3 AND next_attempt_at IS NOT NULL`,
    [ownerId, environment, endpointId, reason, now],
  );
}
