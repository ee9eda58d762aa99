/** Choices that a seed decides. */
import { randomFrom } from "#test/support/random.ts";

export class Random {
  readonly #next: () => number;

  /** The same seed and turn make the same choices. */
  constructor(seed: number, turn: number) {
    this.#next = randomFrom(Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(turn + 1, 0xc2b2_ae35));
  }

  /** A whole number from 0 on, below `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** Throws RangeError for a list of none. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError("There is nothing to pick from");
    return list[this.below(list.length)] as T;
  }

  /** Numbers at the edges of formats more often than others: up to 64 bits. */
  number(): bigint {
    const bits = this.pick([1, 4, 7, 8, 15, 16, 31, 32, 53, 63, 64]);
    const edge = 1n << BigInt(bits);
    const value = this.pick([
      0n,
      edge,
      edge - 1n,
      edge + 1n,
      BigInt(this.below(256)),
      BigInt(this.below(2 ** 31)),
      -BigInt(this.below(64)),
    ]);
    return BigInt.asUintN(64, value);
  }
}
