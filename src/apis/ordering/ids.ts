import { risingId } from "#src/storage/rising-id.ts";

/** The kind of record that an id's prefix names. */
export type IdPrefix = "cus" | "adr" | "ven" | "mea" | "quo" | "ord" | "pay" | "del";

/** A new id: sortable by time, and with 62 random bits not to be guessed (RFC 9562, 6.2). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${risingId()}`;
}
