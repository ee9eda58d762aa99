import { EntitySchema } from "typeorm";
import type { Environment } from "../environment.ts";

/** A secret with which the mobile apps of a project sign tokens. */
export interface MobileSecret {
  projectId: string;
  environment: Environment;
  id: string;
  /** Encrypted with the master key and bound to this row. */
  secret: Buffer;
  createdAt: Date;
  /** The end of its validity: in the future while a newer secret is rolled out, null when it is valid without limit. */
  revokedAt: Date | null;
}

export const mobileSecretEntity = new EntitySchema<MobileSecret>({
  name: "MobileSecret",
  tableName: "mobile_secrets",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "uuid", primary: true },
    secret: { type: "bytea" },
    createdAt: { name: "created_at", type: "timestamptz" },
    revokedAt: { name: "revoked_at", type: "timestamptz", nullable: true },
  },
});
