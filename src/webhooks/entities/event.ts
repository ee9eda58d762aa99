import { EntitySchema } from "typeorm";
import type { Owner } from "../owner.ts";

/** An event, as every endpoint that wants it is sent it. */
export interface WebhookEvent extends Owner {
  id: string;
  type: string;
  /** JSON, sent and signed exactly so. */
  body: string;
  createdAt: Date;
}

export const eventEntity = new EntitySchema<WebhookEvent>({
  name: "WebhookEvent",
  tableName: "webhook_events",
  columns: {
    ownerId: { name: "owner_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    type: { type: "text" },
    body: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
