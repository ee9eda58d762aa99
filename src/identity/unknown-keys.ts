/**
 * Limits the unknown keys that an address may try in a minute. Beyond the limit, unknown keys are answered 429, and keys from the
 * address are looked up one at a time, so that valid keys still work from there. Attempts are counted in memory, by each process and
 * API: the limit saves look-ups and does not have to be exact.
 */
import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";
import { FairSlots } from "#src/http/fair-slots.ts";
import { networkOf } from "#src/http/forwarded.ts";
import type { Problem } from "#src/http/problem.ts";
import { overQuota, quotaState, startOfWindow } from "#src/http/rate-limit.ts";

const mostNetworks = 10_000;
const mostKnown = 10_000;
const mostWaiting = 64;

export interface UnknownKeysOptions {
  /** Most unknown keys of one IPv4 address, or of one IPv6 network of 64 bits. */
  readonly mostPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Counts unknown keys and limits their look-ups, by address. */
export class UnknownKeys {
  readonly #options: UnknownKeysOptions;
  readonly #tried = new LRUCache<string, { readonly window: number; count: number }>(atMost(mostNetworks));
  /** Names of keys that were found before. Their look-ups never wait. */
  readonly #known = new LRUCache<string, true>(atMost(mostKnown));
  readonly #turns = new FairSlots({ perOwner: 1, maxWaiting: mostWaiting });

  constructor(options: UnknownKeysOptions) {
    this.#options = options;
  }

  /** Looks a key up. `name` must not reveal its secret. Throws Problem OVERLOADED when too many look-ups from this address wait. */
  async lookUp<T>(name: string, address: string, look: () => Promise<T | null>): Promise<T | null> {
    const network = networkOf(address);
    const mayLook = this.#known.has(name) || this.#used(network) < this.#options.mostPerMinute;
    const found = mayLook ? await look() : await this.#turns.run(network, look);
    if (found === null) this.#count(network);
    else this.#known.set(name, true);
    return found;
  }

  /** The error for an unknown key: `refusal`, or Problem RATE_LIMITED when the address has tried too many. */
  refusalFor(address: string, refusal: Problem): Problem {
    const { mostPerMinute, now } = this.#options;
    const used = this.#used(networkOf(address));
    return used <= mostPerMinute ? refusal : overQuota(quotaState(mostPerMinute, used, now()), "unknown_keys");
  }

  #used(network: string): number {
    const tried = this.#tried.get(network);
    return tried?.window === startOfWindow(this.#options.now()) ? tried.count : 0;
  }

  #count(network: string): void {
    this.#tried.set(network, { window: startOfWindow(this.#options.now()), count: this.#used(network) + 1 });
  }
}
