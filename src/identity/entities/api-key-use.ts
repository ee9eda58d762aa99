import { EntitySchema } from "typeorm";

/** When an API key was last used. A key that was never used has no row. */
export interface ApiKeyUse {
  keyId: string;
  /** Written at most once an hour. */
  lastUsedAt: Date;
}

export const apiKeyUseEntity = new EntitySchema<ApiKeyUse>({
  name: "ApiKeyUse",
  tableName: "api_key_uses",
  columns: {
    keyId: { name: "key_id", type: "text", primary: true },
    lastUsedAt: { name: "last_used_at", type: "timestamptz" },
  },
});
