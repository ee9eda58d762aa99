import { column, declareEntity } from "#src/storage/entity.ts";

/** A sign-in link and the session that begins with it. Only the SHA-256 of each secret is stored. */
export const consoleSessionEntity = declareEntity("console_sessions", {
  id: column.uuid.key,
  personId: column.uuid,
  linkSha256: column.bytes,
  linkExpiresAt: column.timestamp,
  /** Null until the link is opened. */
  secretSha256: column.bytes.nullable,
  expiresAt: column.timestamp.nullable,
  endedAt: column.timestamp.nullable,
  /** The ID token that the session began with, sealed under the master key; null when signing out does not need it. */
  idToken: column.bytes.nullable,
});
