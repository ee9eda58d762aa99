import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

export interface PasswordReset {
  readonly userId: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

export const passwordResetEntity = new EntitySchema<PasswordReset>({
  name: "PlaceholderPasswordReset",
  tableName: "placeholder_password_resets",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    tokenHash: { name: "token_hash", type: "text", primary: true },
    expiresAt: { name: "expires_at", type: "timestamptz" },
  },
});

export const passwordResets = records(passwordResetEntity, ["userId"]);
