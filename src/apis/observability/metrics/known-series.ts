/** The caches of all tenants that write through this process, within a bound of memory. */
import type { Tenant } from "../records.ts";
import { type HashLabels, SeriesCache } from "./series-cache.ts";
import type { MetricMetadata } from "./store.ts";

/** What is remembered of one tenant; true as long as the database says the same `epoch`. */
export interface KnownSeries {
  readonly cache: SeriesCache;
  /** Counts how often series have been removed: ids from before may be gone. */
  readonly epoch: number;
  /** The database was this far when the cache was last right; one that is behind has lost what was committed. */
  nextBlock: number;
  /** Metadata that is known to be stored. */
  readonly metadata: Map<string, MetricMetadata>;
}

export interface KnownSeriesOptions {
  /** Of all tenants together, in bytes; 256 MiB when left out. The tenant that writes always has its cache. */
  readonly maxBytes?: number;
  readonly hash?: HashLabels;
}

const keyOf = ({ projectId, environment }: Tenant) => `${projectId} ${environment}`;

export class KnownSeriesByTenant {
  readonly #maxBytes: number;
  readonly #hash: HashLabels | undefined;
  /** Least recently used first. */
  readonly #tenants = new Map<string, KnownSeries>();

  constructor({ maxBytes = 256 * 1024 * 1024, hash }: KnownSeriesOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#hash = hash;
  }

  /** What is known without asking the database; for guesses that are checked before they are used. */
  guess(tenant: Tenant): KnownSeries | undefined {
    return this.#tenants.get(keyOf(tenant));
  }

  /**
   * What is known, begun anew when the database says that it is not true any more. `newest` is the latest time that anybody may
   * have written so far, in ms.
   */
  get(tenant: Tenant, database: { readonly epoch: number; readonly nextBlock: number }, newest: number): KnownSeries {
    const key = keyOf(tenant);
    let known = this.#tenants.get(key);
    this.#tenants.delete(key);
    if (known === undefined || known.epoch !== database.epoch || known.nextBlock > database.nextBlock) {
      known = { cache: new SeriesCache(this.#hash), metadata: new Map(), ...database };
      known.cache.beginAlone(newest);
    } else if (known.nextBlock < database.nextBlock) {
      known.nextBlock = database.nextBlock;
      known.cache.beginAlone(newest);
    }
    this.#tenants.set(key, known);
    this.#shrink();
    return known;
  }

  /** After anything that leaves it unknown what was stored. */
  forget(tenant: Tenant): void {
    this.#tenants.delete(keyOf(tenant));
  }

  /** On another server: it may have lost series and given their ids to others since. */
  forgetAll(): void {
    this.#tenants.clear();
  }

  #shrink(): void {
    let bytes = 0;
    for (const { cache } of this.#tenants.values()) bytes += cache.size;
    for (const [key, { cache }] of this.#tenants) {
      if (bytes <= this.#maxBytes || this.#tenants.size === 1) return;
      bytes -= cache.size;
      this.#tenants.delete(key);
    }
  }
}
