import type { Database } from "#src/storage/database.ts";

/** Dependencies of every handler of this API. */
export interface HandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
