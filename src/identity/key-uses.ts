// SQL: INSERT … ON CONFLICT with a condition.
/**
 * When keys were last used. No request waits for these writes: a key stays valid when its row cannot be written, for example because
 * the cluster node that holds it is away.
 */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { In } from "typeorm";
import { atMost } from "#src/http/at-most.ts";
import type { Connected } from "#src/storage/transaction.ts";
import { apiKeyUseEntity } from "./entities.ts";

const granularityMs = 3_600_000;
const mostRemembered = 10_000;

/** Records the last uses of keys. */
export class KeyUses {
  readonly #pool: Pool;
  readonly #now: () => number;
  /** When this process last recorded each key, in ms since the epoch. */
  readonly #noted = new LRUCache<string, number>(atMost(mostRemembered));
  #noting: Promise<void> | undefined;

  /** `now` returns milliseconds since the epoch. */
  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /**
   * Records the use of a key, at most once an hour. Only one write runs at a time, so it never takes more than one connection from
   * requests. A use during that write is dropped, and recorded with the next look-up of the key.
   */
  note(keyId: string): void {
    const now = this.#now();
    if (this.#noting !== undefined || now - (this.#noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < granularityMs)
      return;
    this.#noted.set(keyId, now);
    this.#noting = this.#write(keyId, new Date(now))
      .catch(() => {
        this.#noted.delete(keyId);
      })
      .finally(() => {
        this.#noting = undefined;
      });
  }

  /** Resolves when no write is under way. */
  async settled(): Promise<void> {
    await this.#noting;
  }

  async #write(keyId: string, now: Date): Promise<void> {
    // Index: api_key_uses_pkey. The condition: another process may have recorded the key within the hour.
    await this.#pool.query(
      `INSERT INTO api_key_uses AS known (key_id, last_used_at) VALUES ($1, $2)
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at WHERE known.last_used_at <= $3`,
      [keyId, now, new Date(now.getTime() - granularityMs)],
    );
  }
}

/** When a key was last used; null when it never was. */
export async function lastUse({ dataSource }: Connected, keyId: string): Promise<Date | null> {
  return (await dataSource.getRepository(apiKeyUseEntity).findOneBy({ keyId }))?.lastUsedAt ?? null;
}

/** Adds its last use to each key; null for a key that was never used. */
export async function withLastUse<Key extends { readonly id: string }>(
  { dataSource }: Connected,
  keys: readonly Key[],
): Promise<(Key & { readonly lastUsedAt: Date | null })[]> {
  const uses = await dataSource.getRepository(apiKeyUseEntity).findBy({ keyId: In(keys.map(({ id }) => id)) });
  const lastUses = new Map(uses.map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]));
  return keys.map((key) => ({ ...key, lastUsedAt: lastUses.get(key.id) ?? null }));
}
