/** A counting semaphore that nobody waits for: `permits` say how much of something this process may use at the same time. */
export class Semaphore {
  #available: number;

  constructor(permits: number) {
    this.#available = permits;
  }

  get available(): number {
    return this.#available;
  }

  /** More may be taken than there are; `available` is then below zero. */
  take(count: number): void {
    this.#available -= count;
  }

  release(count: number): void {
    this.#available += count;
  }

  /** Gives some of a holder's permits back, or takes as many more as there are. Returns what the holder has then. */
  resize(from: number, to: number): number {
    const granted = Math.min(to, from + Math.max(0, this.#available));
    this.take(granted - from);
    return granted;
  }
}
