import {
  array,
  boolean,
  bytes,
  declareEntity,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import type { Environment } from "../environment.ts";
import type { Scope } from "../scopes.ts";

/** A stored API key: the SHA-256 of its secret, never the secret. */
export const apiKeyEntity = declareEntity("api_keys", {
  /** `sk_test_…` or `sk_live_…`: the public half of the key. */
  id: key(text),
  businessId: uuid,
  /** Null for a key of the business as a whole, which the insurance API uses. */
  projectId: nullable(uuid),
  environment: textOf<Environment>(),
  secretSha256: bytes,
  scopes: array(textOf<Scope>()),
  /** An operator can switch it off and on again. A revoked key stays revoked. */
  active: boolean,
  revokedAt: nullable(timestamp),
  label: text,
  createdAt: timestamp,
});

export type ApiKey = Row<typeof apiKeyEntity>;
