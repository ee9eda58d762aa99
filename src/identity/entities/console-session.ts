import { bytes, declareEntity, key, nullable, type Row, timestamp, uuid } from "#src/storage/entity.ts";

/** A sign-in link and the session that begins with it. Only the SHA-256 of each secret is stored. */
export const consoleSessionEntity = declareEntity("console_sessions", {
  id: key(uuid),
  personId: uuid,
  linkSha256: bytes,
  linkExpiresAt: timestamp,
  /** Null until the link is opened. */
  secretSha256: nullable(bytes),
  expiresAt: nullable(timestamp),
  endedAt: nullable(timestamp),
  /** The ID token that the session began with, sealed under the master key; null when signing out does not need it. */
  idToken: nullable(bytes),
});

export type ConsoleSession = Row<typeof consoleSessionEntity>;
