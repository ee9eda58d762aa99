/**
 * How many run at a time. Who waits for another attempt leaves its place to others: a node of a cluster may be away, and with it
 * the rows of some tenants, for which those of the others are not to wait.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Those that wait for their next attempt without a place: each tries about twice a second. */
const mostPaused = 500;

export interface Place {
  /** Waits (milliseconds); others have the place from then on, unless very many wait in this way. */
  readonly pause: (ms: number) => Promise<void>;
  /** To be called once, at the end. */
  readonly leave: () => void;
}

export class Places {
  readonly #count: number;
  readonly #onFree: () => void;
  #taken = 0;
  #paused = 0;

  /** `onFree` hears of a place that somebody has left by pausing. */
  constructor(count: number, onFree: () => void) {
    this.#count = count;
    this.#onFree = onFree;
  }

  get areFree(): boolean {
    return this.#taken < this.#count;
  }

  take(): Place {
    this.#taken++;
    let hasPlace = true;
    return {
      pause: (ms) => {
        if (hasPlace && this.#paused < mostPaused) {
          hasPlace = false;
          this.#paused++;
          this.#taken--;
          this.#onFree();
        }
        return delay(ms);
      },
      leave: () => {
        if (hasPlace) this.#taken--;
        else this.#paused--;
      },
    };
  }
}
