import { column, declareEntity } from "#src/storage/entity.ts";

/** The account that an e-mail address belongs to. */
export const emailEntity = declareEntity("placeholder_emails", {
  /** In lower case, as PostgreSQL's `lower` has it. */
  email: column.text.key,
  userId: column.uuid,
});
