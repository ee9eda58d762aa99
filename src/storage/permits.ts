/**
 * A bound on transactions that run at the same time. A transaction that waits for another attempt, or for an answer, gives up its permit, so
 * that a node of a cluster that is away does not hold up tenants of other nodes.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Most retries that wait without a permit. Each tries about twice a second. */
const mostPaused = 500;
/** An attempt without an answer for so long gives up its permit (milliseconds). */
const patienceMs = 1_000;
/** Most attempts that run without a permit and without an answer. Each may have a connection. */
const mostSilent = 8;

export interface Permit {
  /** Waits (milliseconds) without the permit, unless `mostPaused` wait already. */
  readonly pause: (ms: number) => Promise<void>;
  /** Runs an attempt. After a second without an answer it gives up its permit, unless `mostSilent` have. */
  readonly during: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Gives back the permit. Called once, at the end. */
  readonly release: () => void;
}

/** Attempts that run without a permit, counted together by all who use the same connections. */
export interface Silent {
  count: number;
}

export class Permits {
  readonly #count: number;
  readonly #onFree: () => void;
  readonly #silent: Silent | null;
  #taken = 0;
  #paused = 0;

  /** `onFree` is called when a permit is given up before the end. No attempt gives its permit up for want of an answer where `silent` is null. */
  constructor(count: number, onFree: () => void, silent: Silent | null = { count: 0 }) {
    this.#count = count;
    this.#onFree = onFree;
    this.#silent = silent;
  }

  get areFree(): boolean {
    return this.#taken < this.#count;
  }

  /** `onSilent` is called when an attempt has had no answer for a second. */
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
