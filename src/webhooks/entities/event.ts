import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { ownerColumns, ownerKeys } from "../owner.ts";

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
