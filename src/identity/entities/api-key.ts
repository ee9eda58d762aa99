import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import type { Environment } from "../environment.ts";
import type { Scope } from "../scopes.ts";

/** A stored API key: the SHA-256 of its secret, never the secret. */
export const apiKeyEntity = declareEntity("api_keys", {
  /** `sk_test_…` or `sk_live_…`: the public half of the key. */
  id: column.text.key,
  businessId: column.uuid,
  /** Null for a key of the business as a whole, which the insurance API uses. */
  projectId: column.uuid.nullable,
  environment: column.textOf<Environment>(),
  secretSha256: column.bytes,
  scopes: column.textOf<Scope>().array,
  /** An operator can switch it off and on again. A revoked key stays revoked. */
  active: column.boolean,
  revokedAt: column.timestamp.nullable,
  label: column.text,
  createdAt: column.timestamp,
});

export type ApiKey = Row<typeof apiKeyEntity>;
