import { column, declareEntity } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const passwordResetEntity = declareEntity("placeholder_password_resets", {
  userId: column.uuid.key,
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: column.text.key,
  expiresAt: column.timestamp,
});

export const passwordResets = records(passwordResetEntity, ["userId"]);
