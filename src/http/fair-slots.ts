/** Slots that limit how much work runs at once, shared fairly between owners. */
import { Problem } from "./problem.ts";

export interface FairSlotsOptions {
  /** Slots for all owners together; unlimited when left out. */
  readonly slots?: number;
  /** Most pieces of work of one owner that run at once; `slots` when left out. */
  readonly perOwner?: number;
  /** Most pieces of work of one owner that wait; unlimited when left out. */
  readonly maxWaiting?: number;
  /** Most pieces of work of all owners that wait; unlimited when left out. */
  readonly maxWaitingInAll?: number;
  /** Makes the error for work beyond `maxWaiting` or `maxWaitingInAll`; Problem OVERLOADED (503, with Retry-After) when left out. */
  readonly overloaded?: () => Error;
  /** How long smaller work may overtake work for which too few slots are free (ms); 10,000 when left out. */
  readonly patienceMs?: number;
}

export interface TurnOptions {
  /** Aborts the waiting. */
  readonly signal?: AbortSignal;
  /** True for work that was admitted before: `maxWaiting` does not apply to it. */
  readonly continued?: boolean;
  /** Slots that the work takes, at most as many as there are; 1 when left out. */
  readonly size?: number;
}

interface Share {
  /** How many pieces of work run. */
  held: number;
  /** The work that waits, longest waiting first. */
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  readonly size: number;
  /** Since when it waits, by `performance.now()`. */
  readonly since: number;
  readonly enter: () => void;
}

/**
 * Slots for work. A free slot goes to the owner that holds the fewest slots; of equal owners, to the one that was served longest ago.
 * So an owner that asks for a hundred slots delays an owner that asks for one slot by at most one piece of work. Work that takes several
 * slots waits until enough are free; smaller work may overtake it for `patienceMs`.
 */
export class FairSlots {
  readonly #options: Required<FairSlotsOptions>;
  /** Owners that hold a slot or wait for one, in the order in which they were last served or first came. */
  readonly #shares = new Map<string, Share>();
  #free: number;
  #waiting = 0;

  constructor({
    slots = Number.POSITIVE_INFINITY,
    perOwner = slots,
    maxWaiting = Number.POSITIVE_INFINITY,
    maxWaitingInAll = Number.POSITIVE_INFINITY,
    overloaded = () => new Problem("OVERLOADED", { headers: { "Retry-After": "5" } }),
    patienceMs = 10_000,
  }: FairSlotsOptions) {
    this.#options = { slots, perOwner, maxWaiting, maxWaitingInAll, overloaded, patienceMs };
    this.#free = slots;
  }

  /**
   * Waits for a slot, then does `work` in it. The slot becomes free when the work ends, or when it calls `leave`. Throws what `work`
   * throws; the error of `overloaded`; or the reason of `signal` when it is aborted before the work has begun.
   */
  async run<T>(
    owner: string,
    work: (leave: () => void) => Promise<T>,
    { signal, continued = false, size = 1 }: TurnOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const share = this.#shares.get(owner) ?? { held: 0, waiting: new Set() };
    const waits = !this.#mayEnter(share, size);
    const { maxWaiting, maxWaitingInAll, overloaded } = this.#options;
    if (waits && !continued && (share.waiting.size >= maxWaiting || this.#waiting >= maxWaitingInAll))
      throw overloaded();
    if (waits) await this.#turn(owner, share, size, signal);
    else this.#take(owner, share, size);
    let isHeld = true;
    const leave = () => {
      if (isHeld) this.#release(owner, share, size);
      isHeld = false;
    };
    try {
      return await work(leave);
    } finally {
      leave();
    }
  }

  #mayEnter(share: Share, size: number): boolean {
    return size <= this.#free && share.held < this.#options.perOwner && share.waiting.size === 0 && !this.#isPassed();
  }

  #take(owner: string, share: Share, size: number): void {
    share.held++;
    this.#free -= size;
    this.#shares.delete(owner);
    this.#shares.set(owner, share);
  }

  async #turn(owner: string, share: Share, size: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const waiting = { size, since: performance.now(), enter };
    const leave = () => {
      if (share.waiting.delete(waiting)) this.#waiting--;
      this.#forget(owner, share);
      this.#admit();
      reject(signal?.reason);
    };
    share.waiting.add(waiting);
    this.#waiting++;
    this.#shares.set(owner, share);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  #release(owner: string, share: Share, size: number): void {
    share.held--;
    this.#free += size;
    this.#admit();
    this.#forget(owner, share);
  }

  /** Gives free slots to waiting work. */
  #admit(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const [owner, share, waiting] = next;
      share.waiting.delete(waiting);
      this.#waiting--;
      this.#take(owner, share, waiting.size);
      waiting.enter();
    }
  }

  /** The next owner to be served: it has waiting work, may hold another slot, and enough slots are free for its work. */
  #next(): readonly [owner: string, share: Share, waiting: Waiting] | null {
    let next: readonly [string, Share, Waiting] | null = null;
    let fewest = this.#options.perOwner;
    const isPassed = this.#isPassed();
    for (const [owner, share] of this.#shares) {
      const [first] = share.waiting;
      if (first === undefined || share.held >= fewest || first.size > this.#free) continue;
      if (isPassed && !this.#hasWaitedLong(first)) continue;
      next = [owner, share, first];
      fewest = share.held;
    }
    return next;
  }

  /** Whether work that takes several slots has waited for `patienceMs`, so that smaller work may no longer overtake it. */
  #isPassed(): boolean {
    if (this.#free === 0 || this.#options.slots === Number.POSITIVE_INFINITY) return false;
    for (const { held, waiting } of this.#shares.values()) {
      const [first] = waiting;
      if (first !== undefined && first.size > 1 && held < this.#options.perOwner && this.#hasWaitedLong(first))
        return true;
    }
    return false;
  }

  #hasWaitedLong({ since }: Waiting): boolean {
    return performance.now() - since >= this.#options.patienceMs;
  }

  #forget(owner: string, share: Share): void {
    if (share.held === 0 && share.waiting.size === 0) this.#shares.delete(owner);
  }
}
