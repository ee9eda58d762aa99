import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** A person who signs in to the console. */
export const personEntity = declareEntity("people", {
  id: column.uuid.key,
  /** An e-mail address, or the name of an operating system's user. */
  name: column.text,
  /** Whether the person operates the installation, and so is an owner of every business. */
  everywhere: column.boolean,
  createdAt: column.timestamp,
});

export type Person = Row<typeof personEntity>;
