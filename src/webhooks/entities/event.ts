import { declareEntity, key, type Row, text, timestamp } from "#src/storage/entity.ts";
import { ownerColumns } from "../owner.ts";

/** An event, as every endpoint that wants it is sent it. */
export const eventEntity = declareEntity("webhook_events", {
  ...ownerColumns,
  id: key(text),
  type: text,
  /** JSON, sent and signed exactly so. */
  body: text,
  createdAt: timestamp,
});

export type WebhookEvent = Row<typeof eventEntity>;
