import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { ownerColumns, ownerKeys } from "../owner.ts";

/** Why an endpoint is off: its owner asked for it, or the receiver answered 410. */
export type DisabledReason = "REQUESTED" | "GONE";

/** Where an owner wants its events. A deleted one stays as long as the delivery log shows where its deliveries went. */
export const endpointEntity = declareEntity("webhook_endpoints", {
  ...ownerColumns,
  id: column.text.key,
  /** Encrypted: endpoint-url.ts. */
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
