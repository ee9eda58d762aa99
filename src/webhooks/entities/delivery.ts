import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { ownerColumns, ownerKeys } from "../owner.ts";
import type { SendFailure } from "../sender.ts";

/**
 * PENDING: to be attempted at once. FAILED: the last attempt failed, and there is another at `nextAttemptAt`, or none
 * because the endpoint is off. SUCCEEDED and DEAD are final unless someone retries a dead one.
 */
export type DeliveryStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "DEAD";

/** Why nothing was sent at all. */
export type StopReason = "ENDPOINT_DISABLED" | "ENDPOINT_DELETED" | "SECRET_REVOKED";

export type FailureReason = SendFailure | StopReason;

/** One event on its way to one endpoint. The ids are UUIDv7 and sort by time. */
export const deliveryEntity = declareEntity("webhook_deliveries", {
  ...ownerColumns,
  id: column.text.key,
  endpointId: column.text,
  eventId: column.text,
  eventType: column.text,
  status: column.textOf<DeliveryStatus>(),
  /** Attempts begun so far; zero again after a retry. */
  attempt: column.integer,
  /** Null when no attempt is to come. */
  nextAttemptAt: column.timestamp.nullable,
  /** Of the last attempt that failed, null before one has. */
  failureReason: column.textOf<FailureReason>().nullable,
  failureStatus: column.integer.nullable,
  failedAt: column.timestamp.nullable,
  createdAt: column.timestamp,
});

export type WebhookDelivery = Row<typeof deliveryEntity>;

export const deliveries = records(deliveryEntity, ownerKeys);
