import type { Database } from "#src/storage/database.ts";

/** What every handler of this API depends on. */
export interface HandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
