/** Quotas of a minute that a process takes from the database in shares and gives out from memory. */
import { LRUCache } from "lru-cache";
import type { QuotaState } from "./rate-limit.ts";

export interface QuotaSpent extends QuotaState {
  /** False when the quota was used up before this request, which then cost nothing. */
  readonly allowed: boolean;
}

/** A share of a quota that the database granted. */
export interface Share {
  /** Requests granted, at most as many as were asked for. */
  readonly granted: number;
  /** Requests that no process has taken yet. */
  readonly remaining: number;
  /** Until the window ends (milliseconds). */
  readonly endsInMs: number;
}

/** Requests that this process may allow until the end of the window. */
interface Lease {
  readonly limit: number;
  /** How many were asked for. */
  readonly share: number;
  left: number;
  /** Requests that the database had not granted to any process. */
  readonly elsewhere: number;
  /** By `performance.now()`. */
  readonly endsAt: number;
}

/**
 * A process first takes one request of a quota, and twice as many each time its share is used up within the minute. A process with
 * few requests therefore withholds few from the others. A share is never more than this part of a quota, or `mostInShare`.
 */
const partOfQuota = 20;
const mostInShare = 1_000;
const mostLeases = 10_000;

export class LeasedQuota {
  readonly #take: (name: string, limitPerMinute: number, wanted: number) => Promise<Share>;
  readonly #leases = new LRUCache<string, Lease>({ max: mostLeases });
  readonly #taking = new Map<string, Promise<Lease>>();

  /** `take` takes a share of the quota of this name in the database, in a transaction of its own. */
  constructor(take: (name: string, limitPerMinute: number, wanted: number) => Promise<Share>) {
    this.#take = take;
  }

  /**
   * Takes one request. All processes together never allow more than the limit. A process that stops, or gets no more
   * requests, keeps what is left of its share from the others until the minute is over: no more than it has used, and no
   * more than a twentieth of the quota. Throws what the database throws.
   */
  async spend(name: string, limitPerMinute: number): Promise<QuotaSpent> {
    for (;;) {
      const lease = this.#leases.get(name);
      if (lease === undefined || lease.limit !== limitPerMinute || performance.now() >= lease.endsAt) {
        await this.#takeShare(name, limitPerMinute, 1);
        continue;
      }
      if (lease.left === 0 && lease.elsewhere > 0) {
        await this.#takeShare(name, limitPerMinute, lease.share * 2);
        continue;
      }
      const allowed = lease.left > 0;
      if (allowed) lease.left--;
      const resetSeconds = Math.max(1, Math.ceil((lease.endsAt - performance.now()) / 1000));
      return { limit: limitPerMinute, remaining: lease.left + lease.elsewhere, resetSeconds, allowed };
    }
  }

  /** Requests that come while a share is being taken wait for it. */
  async #takeShare(name: string, limitPerMinute: number, wanted: number): Promise<void> {
    let taking = this.#taking.get(name);
    if (taking === undefined) {
      taking = this.#lease(name, limitPerMinute, wanted).finally(() => this.#taking.delete(name));
      this.#taking.set(name, taking);
    }
    this.#leases.set(name, await taking);
  }

  async #lease(name: string, limit: number, wanted: number): Promise<Lease> {
    const share = Math.min(wanted, mostInShare, Math.max(1, Math.floor(limit / partOfQuota)));
    // The window ends no later than this, however long the answer takes.
    const askedAt = performance.now();
    const { granted, remaining, endsInMs } = await this.#take(name, limit, share);
    return { limit, share, left: granted, elsewhere: remaining, endsAt: askedAt + endsInMs };
  }
}
