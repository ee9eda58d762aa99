import { boolean, declareEntity, key, type Row, text, timestamp, uuid } from "#src/storage/entity.ts";

/** A person who signs in to the console. */
export const personEntity = declareEntity("people", {
  id: key(uuid),
  /** An e-mail address, or the name of an operating system's user. */
  name: text,
  /** Whether the person operates the installation, and so is an owner of every business. */
  everywhere: boolean,
  createdAt: timestamp,
});

export type Person = Row<typeof personEntity>;
