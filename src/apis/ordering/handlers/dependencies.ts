import type { Pool } from "pg";

/** What every handler of this API stands on. */
export interface HandlerDependencies {
  readonly pool: Pool;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
