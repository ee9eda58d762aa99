import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";

/** A cache for a look-up that may find nothing. */
export interface LookupCache<Value> {
  /**
   * The value for `key`. It is loaded when it is not cached or was loaded 5 s ago. Concurrent callers share one load. A load that fails is
   * not cached.
   */
  get(key: string, load: () => Promise<Value | null>): Promise<Value | null>;
  delete(key: string): void;
}

export interface LookupCacheOptions {
  /** A clock in ms that is never set back; `performance.now()` when left out. The system's clock would keep values for as long as it is set back. */
  readonly elapsed?: (() => number) | undefined;
  /** Most values that are kept. The same number of keys that find nothing is kept separately, so they cannot evict values. */
  readonly max: number;
}

/** How long a result is reused, in ms from the start of its load: changes take effect in every process within this time. */
const ttlMs = 5_000;

/**
 * Creates a look-up cache. It keeps keys that find nothing in a cache of their own, so that a caller who tries many keys evicts no
 * values. It does not use lru-cache's `fetch` to share loads, because that counts the age of a result from the end of its load.
 */
export function createLookupCache<Value extends NonNullable<unknown>>({
  elapsed = () => performance.now(),
  max,
}: LookupCacheOptions): LookupCache<Value> {
  // lru-cache still returns an entry whose age equals its ttl.
  const options = { ...atMost(max), ttl: ttlMs - 1, ttlResolution: 0, perf: { now: elapsed } };
  const found = new LRUCache<string, Value>(options);
  const missing = new LRUCache<string, true>(options);
  const loading = new Map<string, Promise<Value | null>>();

  function startLoad(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const start = elapsed();
    const pending = load()
      .then((value) => {
        if (loading.get(key) !== pending) return value;
        missing.delete(key);
        if (value === null) missing.set(key, true, { start });
        else found.set(key, value, { start });
        return value;
      })
      .finally(() => {
        if (loading.get(key) === pending) loading.delete(key);
      });
    loading.set(key, pending);
    return pending;
  }

  return {
    async get(key, load) {
      const value = found.get(key);
      if (value !== undefined) return value;
      return missing.get(key) === true ? null : (loading.get(key) ?? startLoad(key, load));
    },
    delete(key) {
      found.delete(key);
      missing.delete(key);
      loading.delete(key);
    },
  };
}
