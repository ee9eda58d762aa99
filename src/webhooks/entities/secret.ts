import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { ownerColumns, ownerKeys } from "../owner.ts";

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
