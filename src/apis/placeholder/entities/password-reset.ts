import { declareEntity, key, type Row, text, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const passwordResetEntity = declareEntity("placeholder_password_resets", {
  userId: key(uuid),
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: key(text),
  expiresAt: timestamp,
});

export type PasswordReset = Row<typeof passwordResetEntity>;

export const passwordResets = records(passwordResetEntity, ["userId"]);
