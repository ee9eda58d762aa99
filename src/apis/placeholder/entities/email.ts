import { EntitySchema } from "typeorm";

/** The account that an e-mail address belongs to. */
export interface Email {
  /** In lower case, as PostgreSQL's `lower` has it. */
  email: string;
  userId: string;
}

export const emailEntity = new EntitySchema<Email>({
  name: "PlaceholderEmail",
  tableName: "placeholder_emails",
  columns: {
    email: { type: "text", primary: true },
    userId: { name: "user_id", type: "uuid" },
  },
});
