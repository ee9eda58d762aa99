import { column, declareEntity } from "#src/storage/entity.ts";

/** When an API key was last used. A key that was never used has no row. */
export const apiKeyUseEntity = declareEntity("api_key_uses", {
  keyId: column.text.key,
  /** Written at most once an hour. */
  lastUsedAt: column.timestamp,
});
