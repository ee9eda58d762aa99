/**
 * Half-hours of receipt, by which the key of events begins behind the tenant. New ids then fall into the part of the index
 * that those of the last half hour have made, however many a day has, and a search for duplicates reads one or two parts
 * (docs/decisions/telemetry-storage.md).
 */
import { dayMs } from "./partitions.ts";

const slotMs = 30 * 60_000;

/** The half-hour of the UTC day, from 0 to 47, of a time of receipt in ms. */
export function receivedSlot(receivedAt: number): number {
  return Math.floor((receivedAt % dayMs) / slotMs);
}

/**
 * A server of a release before knows no slots: PostgreSQL gives its rows that of the transaction's beginning, which is
 * before the time of receipt.
 */
const longestTransactionMs = 60_000;

/** The slots of rows that were received between the two. */
export function slotsBetween(after: Date, until: Date): number[] {
  const slots = new Set<number>();
  const end = until.getTime();
  let at = after.getTime() - longestTransactionMs;
  for (; at < end; at += slotMs) slots.add(receivedSlot(at));
  return [...slots.add(receivedSlot(end))];
}

/** All slots of a day as SQL: for what is known by its id alone. */
export const everySlot = `'{${Array.from({ length: dayMs / slotMs }, (_, slot) => slot)}}'::smallint[]`;
