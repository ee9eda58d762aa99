import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export type Role = "user" | "admin";

export const userEntity = declareEntity("placeholder_users", {
  id: column.uuid.key,
  name: column.text,
  /** As it was given; `placeholder_emails` has the owner of each address. */
  email: column.text,
  /** In PHC form; null for an account that nobody can sign in to. */
  passwordHash: column.text.nullable,
  role: column.textOf<Role>(),
  createdAt: column.timestamp,
});

export type User = Row<typeof userEntity>;
