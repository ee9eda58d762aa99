import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import type { Environment } from "../environment.ts";

/** A secret with which the mobile apps of a project sign tokens. */
export const mobileSecretEntity = declareEntity("mobile_secrets", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  id: column.uuid.key,
  /** Encrypted with the master key and bound to this row. */
  secret: column.bytes,
  createdAt: column.timestamp,
  /** The end of its validity: in the future while a newer secret is rolled out, null when it is valid without limit. */
  revokedAt: column.timestamp.nullable,
});

export type MobileSecret = Row<typeof mobileSecretEntity>;
