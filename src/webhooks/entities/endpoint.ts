import { EntitySchema } from "typeorm";
import type { Owner } from "../owner.ts";

/** Why an endpoint is off: its owner asked for it, or the receiver answered 410. */
export type DisabledReason = "REQUESTED" | "GONE";

/** Where an owner wants its events. A deleted one stays as long as the delivery log shows where its deliveries went. */
export interface WebhookEndpoint extends Owner {
  id: string;
  /** Encrypted: endpoint-url.ts. */
  url: string;
  /** Names of events, or `*`. */
  events: string[];
  description: string | null;
  enabled: boolean;
  /** Null while it is enabled. */
  disabledReason: DisabledReason | null;
  /** Attempts that have failed since the last that succeeded. */
  failedAttempts: number;
  /** Since when its owner has been told that it fails; null while it does not. */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

export const endpointEntity = new EntitySchema<WebhookEndpoint>({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoints",
  columns: {
    ownerId: { name: "owner_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    url: { type: "text" },
    events: { type: "text", array: true },
    description: { type: "text", nullable: true },
    enabled: { type: "boolean" },
    disabledReason: { name: "disabled_reason", type: "text", nullable: true },
    failedAttempts: { name: "failed_attempts", type: "integer" },
    failingSince: { name: "failing_since", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
    deletedAt: { name: "deleted_at", type: "timestamptz", nullable: true },
  },
});
