import { column } from "#src/storage/entity.ts";

/** Columns of what an insurer is asked about again: policies and claims. */
export const lastReading = {
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
  readAt: column.timestamp,
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: column.integer,
  /** When the insurer is next asked; null when nothing is awaited. */
  nextReadingAt: column.timestamp.nullable,
};
