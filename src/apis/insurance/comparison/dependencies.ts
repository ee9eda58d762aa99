import type { Pool } from "pg";
import type { Log } from "#src/storage/log.ts";
import type { InsurerClient } from "../insurers/client.ts";
import type { Insurers } from "../insurers/registry.ts";
import type { ConfigCache } from "./config-cache.ts";

/** Dependencies of comparisons. */
export interface ComparisonDependencies {
  readonly pool: Pool;
  readonly insurers: Pick<Insurers, "all">;
  readonly cache: ConfigCache;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long all configs of a comparison may take together (ms); 3,000 when left out. */
  readonly configsMs?: number;
  /** How long all its quotes may take together, each with the form that it needs (ms); 8,000 when left out. */
  readonly quotesMs?: number;
}

/** Insurers that can be asked, by id. */
export type Clients = ReadonlyMap<string, InsurerClient>;

/** How long there is still time (ms): none when it is 0. A call takes whole milliseconds. */
export type TimeLeft = () => number;

/** Counts down from now. */
export function countdown(ms: number): TimeLeft {
  const endsAt = performance.now() + ms;
  return () => Math.max(0, Math.floor(endsAt - performance.now()));
}
