// SQL: INSERT … ON CONFLICT with a condition.
/**
 * When keys were last used. Written beside the requests, never on their way: a key stays good when its row cannot be written,
 * because the node of a cluster that has it is away.
 */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { In } from "typeorm";
import type { Connected } from "#src/storage/transaction.ts";
import { apiKeyUseEntity } from "./entities/api-key-use.ts";

const granularityMs = 3_600_000;
const mostRemembered = 10_000;

export class KeyUses {
  readonly #pool: Pool;
  readonly #now: () => number;
  /** When this process noted a key last, in ms since the epoch. */
  readonly #noted = new LRUCache<string, number>({ max: mostRemembered });
  #noting: Promise<void> | undefined;

  /** `now` is in milliseconds since the epoch. */
  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /**
   * Notes the use of a key, at most once an hour. One write at a time takes no more than one connection from requests,
   * however long it waits; what comes meanwhile is noted when the key is looked up again.
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

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#noting;
  }

  async #write(keyId: string, now: Date): Promise<void> {
    // By api_key_uses_pkey. Another process may have noted the key within the hour.
    await this.#pool.query(
      `INSERT INTO api_key_uses AS known (key_id, last_used_at) VALUES ($1, $2)
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at WHERE known.last_used_at <= $3`,
      [keyId, now, new Date(now.getTime() - granularityMs)],
    );
  }
}

/** Null for a key that was never used. */
export async function lastUse({ dataSource }: Connected, keyId: string): Promise<Date | null> {
  return (await dataSource.getRepository(apiKeyUseEntity).findOneBy({ keyId }))?.lastUsedAt ?? null;
}

/** The same keys, each with its last use; null for one that was never used. */
export async function withLastUse<Key extends { readonly id: string }>(
  { dataSource }: Connected,
  keys: readonly Key[],
): Promise<(Key & { readonly lastUsedAt: Date | null })[]> {
  const uses = await dataSource.getRepository(apiKeyUseEntity).findBy({ keyId: In(keys.map(({ id }) => id)) });
  const lastUses = new Map(uses.map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]));
  return keys.map((key) => ({ ...key, lastUsedAt: lastUses.get(key.id) ?? null }));
}
