import { bytes, declareEntity, key, nullable, type Row, text, timestamp } from "#src/storage/entity.ts";
import { ownerColumns } from "../owner.ts";

/** A signing secret of an endpoint. */
export const secretEntity = declareEntity("webhook_secrets", {
  ...ownerColumns,
  endpointId: key(text),
  id: key(text),
  /** Encrypted with the master key and bound to this row. */
  secret: bytes,
  createdAt: timestamp,
  /** The end of its overlap with its successor; null for the current one. */
  expiresAt: nullable(timestamp),
});

export type WebhookSecret = Row<typeof secretEntity>;
