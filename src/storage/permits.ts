/**
 * Permits limit how many transactions run at the same time. A transaction that waits for its next attempt, or for an answer, gives up its
 * permit, so that a cluster node that is away does not delay tenants of other nodes.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Most transactions that wait for their next attempt without a permit. Each is attempted about twice a second. */
const mostPaused = 500;
/** An attempt without an answer for this long gives up its permit (milliseconds). */
const patienceMs = 1_000;
/** Most attempts that run without a permit and without an answer. Each may hold a connection. */
const mostSilent = 8;

export interface Permit {
  /** Waits (milliseconds). Gives up the permit meanwhile, unless `mostPaused` transactions already wait. */
  readonly pause: (ms: number) => Promise<void>;
  /** Runs an attempt. After a second without an answer it gives up the permit, unless `mostSilent` attempts already have. */
  readonly during: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Gives the permit back. Call it once, at the end. */
  readonly release: () => void;
}

/** The number of attempts that run without a permit, counted together for all users of the same connections. */
export interface Silent {
  count: number;
}

/** Gives out permits. */
export class Permits {
  readonly #count: number;
  readonly #onFree: () => void;
  readonly #silent: Silent | null;
  #taken = 0;
  #paused = 0;

  /**
   * @param onFree called when a permit is given up before the end.
   * @param silent when null, attempts without an answer keep their permits.
   */
  constructor(count: number, onFree: () => void, silent: Silent | null = { count: 0 }) {
    this.#count = count;
    this.#onFree = onFree;
    this.#silent = silent;
  }

  get areFree(): boolean {
    return this.#taken < this.#count;
  }

  /** Takes a permit. `onSilent` is called when an attempt has had no answer for a second. */
  take(onSilent: () => void = () => {}): Permit {
    const silent = this.#silent;
    this.#taken++;
    let isHeld = true;
    const giveUp = () => {
      isHeld = false;
      this.#paused++;
      this.#taken--;
      this.#onFree();
    };
    return {
      pause: (ms) => {
        if (isHeld && this.#paused < mostPaused) giveUp();
        return delay(ms);
      },
      during: async (attempt) => {
        let isSilent = false;
        const timer = setTimeout(() => {
          onSilent();
          if (!isHeld || silent === null || silent.count >= mostSilent) return;
          isSilent = true;
          silent.count++;
          giveUp();
        }, patienceMs);
        try {
          return await attempt();
        } finally {
          clearTimeout(timer);
          if (isSilent && silent !== null) silent.count--;
        }
      },
      release: () => {
        if (isHeld) this.#taken--;
        else this.#paused--;
      },
    };
  }
}
