/** Slots for work of which only little may go on at once, given out to owners in turn. */

/**
 * Who waits is served owner by owner: one that asks for a hundred slots keeps another, who asks for one, waiting for
 * one of its hundred.
 */
export class FairSlots {
  #free: number;
  /** By owner, in the order of their turns. An owner that nobody waits for is not in it. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Does `work` in a slot, and waits for one first. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #turn(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(owner);
      if (others === undefined) this.#waiting.set(owner, [resolve]);
      else others.push(resolve);
    });
  }

  #release(): void {
    for (const [owner, turns] of this.#waiting) {
      const next = turns.shift();
      // Its next turn comes after everybody else's.
      this.#waiting.delete(owner);
      if (turns.length > 0) this.#waiting.set(owner, turns);
      if (next === undefined) continue;
      next();
      return;
    }
    this.#free++;
  }
}
