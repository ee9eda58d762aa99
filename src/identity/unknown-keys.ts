/**
 * The limit of unknown keys that an address may try in a minute. Beyond it the answer is 429, and its keys are looked up one at a time, so that a
 * known key still works from there. Counted in memory, by each process and API: what an attempt costs is a look-up, not a right.
 */
import { LRUCache } from "lru-cache";
import { FairSlots } from "#src/http/fair-slots.ts";
import { networkOf } from "#src/http/forwarded.ts";
import type { Problem } from "#src/http/problem.ts";
import { overQuota, quotaState, startOfWindow } from "#src/http/rate-limit.ts";

const mostNetworks = 10_000;
const mostKnown = 10_000;
const mostWaiting = 64;

export interface UnknownKeysOptions {
  /** For each address, or IPv6 network of 64 bits. */
  readonly mostPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export class UnknownKeys {
  readonly #options: UnknownKeysOptions;
  readonly #tried = new LRUCache<string, { readonly window: number; count: number }>({ max: mostNetworks });
  /** Names of keys that were right before: they never wait behind those that are tried. */
  readonly #known = new LRUCache<string, true>({ max: mostKnown });
  readonly #turns = new FairSlots({ perOwner: 1, maxWaiting: mostWaiting });

  constructor(options: UnknownKeysOptions) {
    this.#options = options;
  }

  /** Looks a key up, by a name that tells nothing of its secret. Throws Problem OVERLOADED where too many wait from this address. */
  async lookUp<T>(name: string, address: string, look: () => Promise<T | null>): Promise<T | null> {
    const network = networkOf(address);
    const mayLook = this.#known.has(name) || this.#used(network) < this.#options.mostPerMinute;
    const found = mayLook ? await look() : await this.#turns.run(network, look);
    if (found === null) this.#count(network);
    else this.#known.set(name, true);
    return found;
  }

  /** The error for an unknown key: `refusal`, or Problem RATE_LIMITED where it has tried too many. */
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
