/** A counting semaphore: `permits` say how much of something this process may use at the same time. */
export class Semaphore {
  #available: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#available = permits;
  }

  get available(): number {
    return this.#available;
  }

  /** Takes permits without waiting. More may be taken than there are; `available` is then below zero. */
  take(count: number): void {
    this.#available -= count;
  }

  /** Gives permits back; who waits in `run` goes on, in the order of coming. */
  release(count: number): void {
    this.#available += count;
    while (this.#available > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#available--;
      next();
    }
  }

  /** Gives some of a holder's permits back, or takes as many more as there are. Returns what the holder has then. */
  resize(from: number, to: number): number {
    const granted = Math.min(to, from + Math.max(0, this.#available));
    if (granted > from) this.take(granted - from);
    else this.release(from - granted);
    return granted;
  }

  /** Does `work` under one permit, and waits for it when there is none. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#available > 0) this.#available--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.release(1);
    }
  }
}
