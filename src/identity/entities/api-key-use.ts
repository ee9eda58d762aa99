import { declareEntity, key, type Row, text, timestamp } from "#src/storage/entity.ts";

/** When an API key was last used. A key that was never used has no row. */
export const apiKeyUseEntity = declareEntity("api_key_uses", {
  keyId: key(text),
  /** Written at most once an hour. */
  lastUsedAt: timestamp,
});

export type ApiKeyUse = Row<typeof apiKeyUseEntity>;
