/**
 * The k rows with the largest or smallest values, among equal ones those that Prometheus keeps: its heap is Go's
 * (container/heap), with the value that goes first on top. NaN goes before any number.
 */
export class Heap {
  readonly #most: number;
  readonly #valueOf: (row: number) => number;
  readonly #sign: 1 | -1;
  readonly #rows: number[] = [];

  constructor(most: number, value: (row: number) => number, largest: boolean) {
    this.#most = most;
    this.#valueOf = value;
    this.#sign = largest ? 1 : -1;
  }

  offer(row: number): void {
    const rows = this.#rows;
    if (rows.length < this.#most) {
      rows.push(row);
      this.#up(rows.length - 1);
      return;
    }
    const value = this.#valueOf(row);
    const top = this.#valueOf(rows[0] as number);
    const isBetter = this.#sign * top < this.#sign * value || (Number.isNaN(top) && !Number.isNaN(value));
    if (!isBetter) return;
    rows[0] = row;
    this.#down();
  }

  /** The best first. */
  sorted(): readonly number[] {
    return this.#rows.sort((a, b) => {
      const [left, right] = [this.#valueOf(a), this.#valueOf(b)];
      if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
      return this.#sign * (right - left) || 0;
    });
  }

  #goesFirst(a: number, b: number): boolean {
    const left = this.#valueOf(this.#rows[a] as number);
    return Number.isNaN(left) || this.#sign * left < this.#sign * this.#valueOf(this.#rows[b] as number);
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a] as number;
    this.#rows[a] = this.#rows[b] as number;
    this.#rows[b] = row;
  }

  #up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#goesFirst(at, parent)) return;
      this.#swap(parent, at);
      at = parent;
    }
  }

  #down(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= this.#rows.length) return;
      const right = left + 1;
      const child = right < this.#rows.length && this.#goesFirst(right, left) ? right : left;
      if (!this.#goesFirst(child, at)) return;
      this.#swap(at, child);
      at = child;
    }
  }
}
