/** The tables of webhooks. */
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { ownerColumns, ownerKeys } from "./owner.ts";
import type { SendFailure } from "./sender.ts";

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

/** Why an endpoint is off: its owner asked for it, or the receiver answered 410. */
export type DisabledReason = "REQUESTED" | "GONE";

/** Where an owner wants its events. A deleted one stays as long as the delivery log shows where its deliveries went. */
export const endpointEntity = declareEntity("webhook_endpoints", {
  ...ownerColumns,
  id: column.text.key,
  /** Encrypted: secrets.ts. */
  url: column.text,
  /** Names of events, or `*`. */
  events: column.text.array,
  description: column.text.nullable,
  enabled: column.boolean,
  /** Null while it is enabled. */
  disabledReason: column.textOf<DisabledReason>().nullable,
  /** Attempts that have failed since the last that succeeded. */
  failedAttempts: column.integer,
  /** Since when its owner has been told that it fails; null while it does not. */
  failingSince: column.timestamp.nullable,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
  deletedAt: column.timestamp.nullable,
});

export type WebhookEndpoint = Row<typeof endpointEntity>;

export const endpoints = records(endpointEntity, ownerKeys);

/** An event, as every endpoint that wants it is sent it. */
export const eventEntity = declareEntity("webhook_events", {
  ...ownerColumns,
  id: column.text.key,
  type: column.text,
  /** JSON, sent and signed exactly so. */
  body: column.text,
  createdAt: column.timestamp,
});

export type WebhookEvent = Row<typeof eventEntity>;

export const events = records(eventEntity, ownerKeys);

/** A signing secret of an endpoint. */
export const secretEntity = declareEntity("webhook_secrets", {
  ...ownerColumns,
  endpointId: column.text.key,
  id: column.text.key,
  /** Encrypted with the master key and bound to this row. */
  secret: column.bytes,
  createdAt: column.timestamp,
  /** The end of its overlap with its successor; null for the current one. */
  expiresAt: column.timestamp.nullable,
});

export type WebhookSecret = Row<typeof secretEntity>;

export const secrets = records(secretEntity, ownerKeys);
