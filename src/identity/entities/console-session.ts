import { EntitySchema } from "typeorm";

/** A sign-in link and the session that begins with it. Only the SHA-256 of each secret is stored. */
export interface ConsoleSession {
  id: string;
  personId: string;
  linkSha256: Buffer;
  linkExpiresAt: Date;
  /** Null until the link is opened. */
  secretSha256: Buffer | null;
  expiresAt: Date | null;
  endedAt: Date | null;
  /** The ID token that the session began with, sealed under the master key; null when signing out does not need it. */
  idToken: Buffer | null;
}

export const consoleSessionEntity = new EntitySchema<ConsoleSession>({
  name: "ConsoleSession",
  tableName: "console_sessions",
  columns: {
    id: { type: "uuid", primary: true },
    personId: { name: "person_id", type: "uuid" },
    linkSha256: { name: "link_sha256", type: "bytea" },
    linkExpiresAt: { name: "link_expires_at", type: "timestamptz" },
    secretSha256: { name: "secret_sha256", type: "bytea", nullable: true },
    expiresAt: { name: "expires_at", type: "timestamptz", nullable: true },
    endedAt: { name: "ended_at", type: "timestamptz", nullable: true },
    idToken: { name: "id_token", type: "bytea", nullable: true },
  },
});
