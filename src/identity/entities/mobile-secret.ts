import { bytes, declareEntity, key, nullable, type Row, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import type { Environment } from "../environment.ts";

/** A secret with which the mobile apps of a project sign tokens. */
export const mobileSecretEntity = declareEntity("mobile_secrets", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  id: key(uuid),
  /** Encrypted with the master key and bound to this row. */
  secret: bytes,
  createdAt: timestamp,
  /** The end of its validity: in the future while a newer secret is rolled out, null when it is valid without limit. */
  revokedAt: nullable(timestamp),
});

export type MobileSecret = Row<typeof mobileSecretEntity>;
