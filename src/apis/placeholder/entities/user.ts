import { EntitySchema } from "typeorm";

export type Role = "user" | "admin";

export interface User {
  id: string;
  name: string;
  /** As it was given; `placeholder_emails` has the owner of each address. */
  email: string;
  /** In PHC form; null for an account that nobody can sign in to. */
  passwordHash: string | null;
  role: Role;
  createdAt: Date;
}

export const userEntity = new EntitySchema<User>({
  name: "PlaceholderUser",
  tableName: "placeholder_users",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    email: { type: "text" },
    passwordHash: { name: "password_hash", type: "text", nullable: true },
    role: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
