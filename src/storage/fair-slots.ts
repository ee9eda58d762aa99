/**
 * A bounded number of slots that tenants share: none holds more than its share of them, and a slot that becomes free goes
 * to the tenant that holds the fewest. So a tenant with one request never waits behind all those of another.
 */

export interface FairSlotsOptions {
  readonly slots: number;
  /** Most slots that one tenant holds. */
  readonly perTenant: number;
  /** Most callers of one tenant that wait. */
  readonly maxWaiting: number;
  /** What a caller hears beyond them. */
  readonly overloaded: () => Error;
}

interface Share {
  held: number;
  /** Let those in who wait, the longest waiting first. */
  readonly waiting: Set<() => void>;
}

export class FairSlots {
  readonly #options: FairSlotsOptions;
  /** By tenant, of those that hold a slot or wait for one; who was served last, or came last, stands last. */
  readonly #shares = new Map<string, Share>();
  #free: number;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#free = options.slots;
  }

  /**
   * Waits for a slot; returns what gives it back, which is called once. Throws `overloaded`, or the signal's reason when it
   * is aborted first.
   */
  async acquire(tenant: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    let share = this.#shares.get(tenant);
    if ((share?.waiting.size ?? 0) >= this.#options.maxWaiting) throw this.#options.overloaded();
    if (share === undefined) {
      share = { held: 0, waiting: new Set() };
      this.#shares.set(tenant, share);
    }
    const { waiting } = share;
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(enter);
      this.#forget(tenant);
      reject(signal.reason);
    };
    waiting.add(enter);
    signal.addEventListener("abort", leave, { once: true });
    this.#serve();
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
    return () => this.#release(tenant);
  }

  #release(tenant: string): void {
    const share = this.#shares.get(tenant);
    if (share !== undefined) share.held--;
    this.#free++;
    this.#serve();
    this.#forget(tenant);
  }

  #serve(): void {
    while (this.#free > 0) {
      const tenant = this.#next();
      const share = tenant === null ? undefined : this.#shares.get(tenant);
      const [enter] = share?.waiting ?? [];
      if (tenant === null || share === undefined || enter === undefined) return;
      share.waiting.delete(enter);
      share.held++;
      this.#free--;
      this.#shares.delete(tenant);
      this.#shares.set(tenant, share);
      enter();
    }
  }

  /** Of the tenants that wait and may hold another slot, the one with the fewest; among equals the one that stands first. */
  #next(): string | null {
    let next: string | null = null;
    let fewest = this.#options.perTenant;
    for (const [tenant, { held, waiting }] of this.#shares) {
      if (waiting.size === 0 || held >= fewest) continue;
      next = tenant;
      fewest = held;
    }
    return next;
  }

  #forget(tenant: string): void {
    const share = this.#shares.get(tenant);
    if (share !== undefined && share.held === 0 && share.waiting.size === 0) this.#shares.delete(tenant);
  }
}
