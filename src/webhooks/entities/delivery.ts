import { declareEntity, integer, key, nullable, type Row, text, textOf, timestamp } from "#src/storage/entity.ts";
import { ownerColumns } from "../owner.ts";
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
  id: key(text),
  endpointId: text,
  eventId: text,
  eventType: text,
  status: textOf<DeliveryStatus>(),
  /** Attempts begun so far; zero again after a retry. */
  attempt: integer,
  /** Null when no attempt is to come. */
  nextAttemptAt: nullable(timestamp),
  /** Of the last attempt that failed, null before one has. */
  failureReason: nullable(textOf<FailureReason>()),
  failureStatus: nullable(integer),
  failedAt: nullable(timestamp),
  createdAt: timestamp,
});

export type WebhookDelivery = Row<typeof deliveryEntity>;
