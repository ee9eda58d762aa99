/** Quotas per minute, which a process takes from the database in shares and gives out from memory. */
import { LRUCache } from "lru-cache";
import type { QuotaState } from "./rate-limit.ts";

export interface QuotaSpent extends QuotaState {
  /** False when the quota was used up before this request. Then nothing is charged. */
  readonly allowed: boolean;
}

/** A share of a quota that the database granted. */
export interface Share {
  /** Number of granted requests, at most as many as asked for. */
  readonly granted: number;
  /** Number of requests of the quota that no process has taken yet. */
  readonly remaining: number;
  /** Time until the window ends (milliseconds). */
  readonly endsInMs: number;
}

/** Requests that this process may allow until the end of the window. */
interface Lease {
  readonly limit: number;
  /** How many requests were asked for. */
  readonly share: number;
  left: number;
  /** Number of requests that the database had not granted to any process. */
  readonly elsewhere: number;
  /** The end of the window, by `performance.now()`. */
  readonly endsAt: number;
}

/**
 * A process first takes a share of one request, and doubles the share each time it is used up within the minute. So a process with few
 * requests withholds few from other processes. A share is at most `1 / partOfQuota` of the quota, and at most `mostInShare`.
 */
const partOfQuota = 20;
const mostInShare = 1_000;
const mostLeases = 10_000;

/** Gives out requests of quotas. */
export class LeasedQuota {
  readonly #take: (name: string, limitPerMinute: number, wanted: number) => Promise<Share>;
  readonly #leases = new LRUCache<string, Lease>({ max: mostLeases });
  readonly #taking = new Map<string, Promise<Lease>>();

  /** @param take takes a share of a quota from the database, in a transaction of its own. */
  constructor(take: (name: string, limitPerMinute: number, wanted: number) => Promise<Share>) {
    this.#take = take;
  }

  /**
   * Takes one request. All processes together never allow more than the limit. The rest of a share is lost to other processes until the
   * minute ends, when its process stops or gets no more requests: at most as many requests as the process has used, and at most a
   * twentieth of the quota. Throws errors of the database.
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

  /** Takes a share. Requests that arrive meanwhile wait for the same share. */
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
    // Counted from before the statement, so that the lease never outlasts the window, however long the answer takes.
    const askedAt = performance.now();
    const { granted, remaining, endsInMs } = await this.#take(name, limit, share);
    return { limit, share, left: granted, elsewhere: remaining, endsAt: askedAt + endsInMs };
  }
}
