/** A set of whole numbers below a bound, a bit each. */
export class Bitmap {
  readonly bound: number;
  readonly #words: Uint32Array;

  constructor(bound: number) {
    this.bound = bound;
    this.#words = new Uint32Array((bound + 31) >>> 5);
  }

  static full(bound: number): Bitmap {
    const all = new Bitmap(bound);
    all.add(0, bound);
    return all;
  }

  /** Adds `count` numbers from `first` on. */
  add(first: number, count: number): void {
    const words = this.#words;
    let at = first;
    const end = Math.min(first + count, this.bound);
    for (; at < end && (at & 31) !== 0; at++) words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31));
    if (end - at >= 32) {
      const whole = end >>> 5;
      words.fill(0xffff_ffff, at >>> 5, whole);
      at = whole << 5;
    }
    for (; at < end; at++) words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31));
  }

  hasAny(first: number, count: number): boolean {
    const words = this.#words;
    const end = Math.min(first + count, this.bound);
    for (let at = first; at < end; ) {
      const word = words[at >>> 5] as number;
      if ((at & 31) === 0 && end - at >= 32) {
        if (word !== 0) return true;
        at += 32;
      } else if ((word & (1 << (at++ & 31))) !== 0) return true;
    }
    return false;
  }

  /** Keeps what the other has, too. */
  and(other: Bitmap): void {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) & (other.#words[i] as number);
  }

  andNot(other: Bitmap): void {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) & ~(other.#words[i] as number);
  }

  or(other: Bitmap): void {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) | (other.#words[i] as number);
  }

  get size(): number {
    let size = 0;
    for (const word of this.#words) {
      let bits = word - ((word >>> 1) & 0x5555_5555);
      bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
      size += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
    }
    return size;
  }

  /** Rising. */
  *[Symbol.iterator](): Generator<number> {
    for (const [index, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield (index << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
}
