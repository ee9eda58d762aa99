import type { Database } from "#src/storage/database.ts";

/** What most handlers of this API depend on. */
export interface HandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
