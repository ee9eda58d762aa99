/** The caches of all tenants that write through this process, within a bound of memory. */
import { LRUCache } from "lru-cache";
import { type Tenant, tenantName } from "../records.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { SeriesCache } from "./series-cache.ts";
import type { MetricMetadata } from "./store.ts";

/** The known series of one tenant, valid as long as the database has the same `epoch`. */
export interface KnownSeries {
  readonly cache: SeriesCache;
  /** Counts how often series have been removed: ids from before may be gone. */
  readonly epoch: number;
  /** The database was this far when the cache was last right; one that is behind has lost what was committed. */
  nextBlock: number;
  readonly metadata: KnownMetadata;
}

/** Of one tenant, in bytes. */
const metadataBytes = 4 * 1024 * 1024;

/** Metadata that is known to be stored, by metric. */
export type KnownMetadata = LRUCache<string, MetricMetadata>;

function noMetadata(): KnownMetadata {
  const sizeCalculation = ({ help, unit }: MetricMetadata, metric: string) =>
    200 + 2 * (metric.length + help.length + unit.length);
  return new LRUCache({ maxSize: metadataBytes, sizeCalculation });
}

export interface KnownSeriesOptions {
  /** Of all tenants together, in bytes; 128 MiB when left out, which is enough for two million series. */
  readonly maxBytes?: number;
  readonly hash?: KeyedHash;
}

export class KnownSeriesByTenant {
  readonly #hash: KeyedHash | undefined;
  readonly #tenants: LRUCache<string, KnownSeries>;

  constructor({ maxBytes = 128 * 1024 * 1024, hash }: KnownSeriesOptions = {}) {
    this.#hash = hash;
    const sizeCalculation = ({ cache, metadata }: KnownSeries) => cache.size + metadata.calculatedSize;
    this.#tenants = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  /** The memory of all of it, in bytes, roughly. */
  get size(): number {
    return this.#tenants.calculatedSize;
  }

  /** The known series, without asking the database; for guesses that are checked before they are used. */
  guess(tenant: Tenant): KnownSeries | undefined {
    return this.#tenants.peek(tenantName(tenant));
  }

  /**
   * The tenant's known series. The cache starts empty again when the database's epoch shows that it is stale. `newest` is an upper bound of
   * the sample times written so far, in ms.
   */
  get(tenant: Tenant, database: { readonly epoch: number; readonly nextBlock: number }, newest: number): KnownSeries {
    const key = tenantName(tenant);
    let known = this.#tenants.get(key);
    if (known === undefined || known.epoch !== database.epoch || known.nextBlock > database.nextBlock) {
      known = { cache: new SeriesCache(this.#hash), metadata: noMetadata(), ...database };
      known.cache.beginAlone(newest);
      this.#tenants.set(key, known);
    } else if (known.nextBlock < database.nextBlock) {
      known.nextBlock = database.nextBlock;
      known.cache.beginAlone(newest);
    }
    return known;
  }

  /** After a flush, which may have added to it: forgets those that were used least recently, and this one when it is too large alone. */
  weigh(tenant: Tenant): void {
    const key = tenantName(tenant);
    const known = this.#tenants.get(key);
    if (known !== undefined && this.#tenants.delete(key)) this.#tenants.set(key, known);
  }

  /** After anything that leaves it unknown what was stored. */
  forget(tenant: Tenant): void {
    this.#tenants.delete(tenantName(tenant));
  }

  /** On another server: it may have lost series and given their ids to others since. */
  forgetAll(): void {
    this.#tenants.clear();
  }
}
