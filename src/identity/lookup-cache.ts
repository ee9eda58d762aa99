import { LRUCache } from "lru-cache";

/** A cache in front of a lookup that may find nothing. */
export interface LookupCache<Value> {
  /**
   * The value for `key`, loaded when it is not known or `ttlMs` old. Concurrent callers share one load; a load that
   * fails is not remembered.
   */
  get(key: string, load: () => Promise<Value | null>): Promise<Value | null>;
  delete(key: string): void;
}

export interface LookupCacheOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long an answer is reused, in ms, counted from before its load began. */
  readonly ttlMs: number;
  /** Most values kept, and, counted apart, most keys remembered as finding nothing: the latter cannot evict the former. */
  readonly max: number;
}

/**
 * Two caches, so that strangers who try many keys push out nothing but each other. Loads are shared here and not by
 * lru-cache's own `fetch`, which counts an answer's age from the end of its load.
 */
export function createLookupCache<Value extends NonNullable<unknown>>({
  now,
  ttlMs,
  max,
}: LookupCacheOptions): LookupCache<Value> {
  // lru-cache still gives what is exactly as old as its ttl.
  const options = { max, ttl: ttlMs - 1, ttlResolution: 0, perf: { now } };
  const found = new LRUCache<string, Value>(options);
  const missing = new LRUCache<string, true>(options);
  const loading = new Map<string, Promise<Value | null>>();

  function startLoad(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const start = now();
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
