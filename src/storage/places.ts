/**
 * A bound on concurrent work. A retry gives up its place while it waits, so that a node of a cluster that is away does not hold up
 * tenants of other nodes.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Most retries that wait without a place. Each tries about twice a second. */
const mostPaused = 500;
/** An attempt without an answer for so long gives up its place (milliseconds). */
const patienceMs = 1_000;
/** Default of the most attempts that run without a place and without an answer. Each may have a connection. */
const usualSilent = 8;

export interface Place {
  /** Waits (milliseconds) without the place, unless `mostPaused` wait already. */
  readonly pause: (ms: number) => Promise<void>;
  /** Runs an attempt. After a second without an answer it gives up its place, unless `mostSilent` have. */
  readonly during: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Gives up the place. Called once, at the end. */
  readonly leave: () => void;
}

export class Places {
  readonly #count: number;
  readonly #onFree: () => void;
  #taken = 0;
  #paused = 0;
  readonly #mostSilent: number;
  #silent = 0;

  /** `onFree` is called when a place is given up before the end. At most `mostSilent` attempts give theirs up for want of an answer. */
  constructor(count: number, onFree: () => void, mostSilent = usualSilent) {
    this.#count = count;
    this.#mostSilent = mostSilent;
    this.#onFree = onFree;
  }

  get areFree(): boolean {
    return this.#taken < this.#count;
  }

  /** `onSilent` is called when an attempt has had no answer for a second. */
  take(onSilent: () => void = () => {}): Place {
    this.#taken++;
    let hasPlace = true;
    const giveUp = () => {
      hasPlace = false;
      this.#paused++;
      this.#taken--;
      this.#onFree();
    };
    return {
      pause: (ms) => {
        if (hasPlace && this.#paused < mostPaused) giveUp();
        return delay(ms);
      },
      during: async (attempt) => {
        let isSilent = false;
        const timer = setTimeout(() => {
          onSilent();
          if (!hasPlace || this.#silent >= this.#mostSilent) return;
          isSilent = true;
          this.#silent++;
          giveUp();
        }, patienceMs);
        try {
          return await attempt();
        } finally {
          clearTimeout(timer);
          if (isSilent) this.#silent--;
        }
      },
      leave: () => {
        if (hasPlace) this.#taken--;
        else this.#paused--;
      },
    };
  }
}
