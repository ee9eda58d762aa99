import {
  array,
  boolean,
  declareEntity,
  integer,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
} from "#src/storage/entity.ts";
import { ownerColumns } from "../owner.ts";

/** Why an endpoint is off: its owner asked for it, or the receiver answered 410. */
export type DisabledReason = "REQUESTED" | "GONE";

/** Where an owner wants its events. A deleted one stays as long as the delivery log shows where its deliveries went. */
export const endpointEntity = declareEntity("webhook_endpoints", {
  ...ownerColumns,
  id: key(text),
  /** Encrypted: endpoint-url.ts. */
  url: text,
  /** Names of events, or `*`. */
  events: array(text),
  description: nullable(text),
  enabled: boolean,
  /** Null while it is enabled. */
  disabledReason: nullable(textOf<DisabledReason>()),
  /** Attempts that have failed since the last that succeeded. */
  failedAttempts: integer,
  /** Since when its owner has been told that it fails; null while it does not. */
  failingSince: nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: nullable(timestamp),
});

export type WebhookEndpoint = Row<typeof endpointEntity>;
