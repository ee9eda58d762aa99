import { declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";

export type Role = "user" | "admin";

export const userEntity = declareEntity("placeholder_users", {
  id: key(uuid),
  name: text,
  /** As it was given; `placeholder_emails` has the owner of each address. */
  email: text,
  /** In PHC form; null for an account that nobody can sign in to. */
  passwordHash: nullable(text),
  role: textOf<Role>(),
  createdAt: timestamp,
});

export type User = Row<typeof userEntity>;
