import { EntitySchema } from "typeorm";

/** A person who signs in to the console. */
export interface Person {
  id: string;
  /** An e-mail address, or the name of an operating system's user. */
  name: string;
  /** Whether the person operates the installation, and so is an owner of every business. */
  everywhere: boolean;
  createdAt: Date;
}

export const personEntity = new EntitySchema<Person>({
  name: "Person",
  tableName: "people",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    everywhere: { type: "boolean" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
