/** Counts the requests to receivers that this process may have open at the same time. */
export class Slots {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get free(): number {
    return this.#most - this.#taken;
  }

  take(count: number): void {
    this.#taken += count;
  }

  give(count: number): void {
    this.#taken -= count;
  }

  /** Gives some back, or takes as many more as there are. Returns what the holder has then. */
  resize(from: number, to: number): number {
    const granted = Math.min(to, from + Math.max(0, this.free));
    this.#taken += granted - from;
    return granted;
  }
}
