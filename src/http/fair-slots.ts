/** Slots for work of which only so much may go on at once, shared fairly by those who want it done. */
import { Problem } from "./problem.ts";

export interface FairSlotsOptions {
  /** Work that goes on at once, for all owners together; as much as there is when left out. */
  readonly slots?: number;
  /** The same for one owner. */
  readonly perOwner?: number;
  /** Work of one owner that waits beside it. */
  readonly maxWaiting?: number;
  /** What an owner hears beyond that; Problem OVERLOADED (503, with Retry-After) when left out. */
  readonly overloaded?: () => Error;
}

export interface TurnOptions {
  /** Ends the waiting when it is aborted. */
  readonly signal?: AbortSignal;
  /** Of work that has been let in before: it waits beside however many wait. */
  readonly continued?: boolean;
}

interface Share {
  held: number;
  /** Let those in who wait, the longest waiting first. */
  readonly waiting: Set<() => void>;
}

/**
 * A slot that becomes free goes to the owner that holds the fewest, and among equals to the one that was served least
 * lately: one that asks for a hundred slots keeps another, who asks for one, waiting for one of its hundred at most.
 */
export class FairSlots {
  readonly #options: Required<FairSlotsOptions>;
  /** By owner, of those that hold a slot or wait for one; who was served last, or came last, stands last. */
  readonly #shares = new Map<string, Share>();
  #free: number;

  constructor({
    slots = Number.POSITIVE_INFINITY,
    perOwner = slots,
    maxWaiting = Number.POSITIVE_INFINITY,
    overloaded = () => new Problem("OVERLOADED", { headers: { "Retry-After": "5" } }),
  }: FairSlotsOptions) {
    this.#options = { slots, perOwner, maxWaiting, overloaded };
    this.#free = slots;
  }

  /**
   * Does `work` in a slot, and waits for one first. Throws what it throws, `overloaded`, or the signal's reason when that is
   * aborted before the work has begun.
   */
  async run<T>(owner: string, work: () => Promise<T>, { signal, continued = false }: TurnOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    const share = this.#shares.get(owner) ?? { held: 0, waiting: new Set() };
    const waits = this.#free === 0 || share.held >= this.#options.perOwner;
    if (waits && !continued && share.waiting.size >= this.#options.maxWaiting) throw this.#options.overloaded();
    if (waits) await this.#turn(owner, share, signal);
    else this.#take(owner, share);
    try {
      return await work();
    } finally {
      this.#release(owner, share);
    }
  }

  #take(owner: string, share: Share): void {
    share.held++;
    this.#free--;
    this.#shares.delete(owner);
    this.#shares.set(owner, share);
  }

  async #turn(owner: string, share: Share, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const leave = () => {
      share.waiting.delete(enter);
      this.#forget(owner, share);
      reject(signal?.reason);
    };
    share.waiting.add(enter);
    this.#shares.set(owner, share);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  #release(owner: string, share: Share): void {
    share.held--;
    this.#free++;
    const next = this.#next();
    if (next !== null) {
      const [nextOwner, nextShare, enter] = next;
      nextShare.waiting.delete(enter);
      this.#take(nextOwner, nextShare);
      enter();
    }
    this.#forget(owner, share);
  }

  /** Whose turn it is of those who wait and may hold another slot. */
  #next(): readonly [owner: string, share: Share, enter: () => void] | null {
    let next: readonly [string, Share, () => void] | null = null;
    let fewest = this.#options.perOwner;
    for (const [owner, share] of this.#shares) {
      const [enter] = share.waiting;
      if (enter === undefined || share.held >= fewest) continue;
      next = [owner, share, enter];
      fewest = share.held;
    }
    return next;
  }

  #forget(owner: string, share: Share): void {
    if (share.held === 0 && share.waiting.size === 0) this.#shares.delete(owner);
  }
}
