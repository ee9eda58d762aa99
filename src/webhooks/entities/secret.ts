import { EntitySchema } from "typeorm";
import type { Owner } from "../owner.ts";

/** A signing secret of an endpoint. */
export interface WebhookSecret extends Owner {
  endpointId: string;
  id: string;
  /** Encrypted with the master key and bound to this row. */
  secret: Buffer;
  createdAt: Date;
  /** The end of its overlap with its successor; null for the current one. */
  expiresAt: Date | null;
}

export const secretEntity = new EntitySchema<WebhookSecret>({
  name: "WebhookSecret",
  tableName: "webhook_secrets",
  columns: {
    ownerId: { name: "owner_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    endpointId: { name: "endpoint_id", type: "text", primary: true },
    id: { type: "text", primary: true },
    secret: { type: "bytea" },
    createdAt: { name: "created_at", type: "timestamptz" },
    expiresAt: { name: "expires_at", type: "timestamptz", nullable: true },
  },
});
