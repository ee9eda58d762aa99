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

/** Both generations drop the oldest entry when full; with one lifetime for all it is also the next to expire. */
export function createLookupCache<Value>({ now, ttlMs, max }: LookupCacheOptions): LookupCache<Value> {
  const found = new Map<string, { value: Value; expiresAt: number }>();
  const missing = new Map<string, number>();
  const loading = new Map<string, Promise<Value | null>>();

  function remember(key: string, value: Value | null, expiresAt: number): void {
    found.delete(key);
    missing.delete(key);
    if (value === null) missing.set(key, expiresAt);
    else found.set(key, { value, expiresAt });
    for (const entries of [found, missing]) {
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
    }
  }

  function startLoad(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const expiresAt = now() + ttlMs;
    const pending = load()
      .then((value) => {
        if (loading.get(key) === pending) remember(key, value, expiresAt);
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
      const time = now();
      const hit = found.get(key);
      if (hit !== undefined && hit.expiresAt > time) return hit.value;
      const missingUntil = missing.get(key);
      if (missingUntil !== undefined && missingUntil > time) return null;
      return loading.get(key) ?? startLoad(key, load);
    },
    delete(key) {
      found.delete(key);
      missing.delete(key);
      loading.delete(key);
    },
  };
}
