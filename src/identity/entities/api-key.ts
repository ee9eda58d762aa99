import { EntitySchema } from "typeorm";
import type { Environment } from "../environment.ts";
import type { Scope } from "../scopes.ts";

/** A stored API key: the SHA-256 of its secret, never the secret. */
export interface ApiKey {
  /** `sk_test_…` or `sk_live_…`: the public half of the key. */
  id: string;
  businessId: string;
  /** Null for a key of the business as a whole, which the insurance API uses. */
  projectId: string | null;
  environment: Environment;
  secretSha256: Buffer;
  scopes: Scope[];
  /** An operator can switch it off and on again. A revoked key stays revoked. */
  active: boolean;
  revokedAt: Date | null;
  label: string;
  createdAt: Date;
}

export const apiKeyEntity = new EntitySchema<ApiKey>({
  name: "ApiKey",
  tableName: "api_keys",
  columns: {
    id: { type: "text", primary: true },
    businessId: { name: "business_id", type: "uuid" },
    projectId: { name: "project_id", type: "uuid", nullable: true },
    environment: { type: "text" },
    secretSha256: { name: "secret_sha256", type: "bytea" },
    scopes: { type: "text", array: true },
    active: { type: "boolean" },
    revokedAt: { name: "revoked_at", type: "timestamptz", nullable: true },
    label: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
