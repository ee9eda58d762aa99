/**
 * How many run at a time. Who waits for another attempt leaves its place to others: a node of a cluster may be away, and with it
 * the rows of some tenants, for which those of the others are not to wait.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Those that wait for their next attempt without a place: each tries about twice a second. */
const mostPaused = 500;
/** Without an answer for so long, an attempt leaves its place to others (milliseconds). */
const patienceMs = 1_000;
/** Those that are attempted without a place and without an answer, when left out: each may have a connection. */
const usualSilent = 8;

export interface Place {
  /** Waits (milliseconds); others have the place from then on, unless very many wait in this way. */
  readonly pause: (ms: number) => Promise<void>;
  /** Runs an attempt. One without an answer for a second leaves its place to others, unless many have. */
  readonly during: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** To be called once, at the end. */
  readonly leave: () => void;
}

export class Places {
  readonly #count: number;
  readonly #onFree: () => void;
  #taken = 0;
  #paused = 0;
  readonly #mostSilent: number;
  #silent = 0;

  /** `onFree` hears of a place that somebody has left before the end; `mostSilent` may leave theirs for want of an answer. */
  constructor(count: number, onFree: () => void, mostSilent = usualSilent) {
    this.#count = count;
    this.#mostSilent = mostSilent;
    this.#onFree = onFree;
  }

  get areFree(): boolean {
    return this.#taken < this.#count;
  }

  /** `onSilent` hears that an attempt has had no answer for a second. */
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
