import { randomUUIDv7 } from "node:crypto";

/** What an id's prefix says it names. */
export type IdPrefix = "cus" | "adr" | "ven" | "mea" | "quo" | "ord" | "pay" | "del";

/** A new id: sortable by time, and with 74 random bits not to be guessed (RFC 9562, 5.7). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUIDv7()}`;
}
