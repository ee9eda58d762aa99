/** The items of a list: distinct, the first of them in their order, within a bound of bytes. */
import { fromNowInSlices, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { sliceComparisons, slicedSort } from "./sliced-sort.ts";
import { ListTooLarge } from "./store.ts";

/** Fewer items are sorted without a pause before. */
const shortWork = 2_000;

/** The size of a text in a list beside its characters, in bytes, roughly. */
const textBytes = 8;

/** The bytes of texts that count against a list's bound. */
export function bytesOfTexts(texts: readonly string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += textBytes + text.length;
  return bytes;
}

export interface ListRules<T> {
  /** Most items; all of them when left out. */
  readonly limit?: number;
  readonly mostBytes: number;
  readonly compare: (a: T, b: T) => number;
  readonly bytesOf: (item: T) => number;
}

export class BoundedList<T> {
  readonly #rules: Required<ListRules<T>>;
  #items = new Set<T>();
  #bytes = 0;

  constructor(rules: ListRules<T>) {
    this.#rules = { limit: Number.POSITIVE_INFINITY, ...rules };
  }

  get length(): number {
    return this.#items.size;
  }

  /** Of the items that are in it now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds what comes, until `most` have come: for a source in order, of which no more can be listed. Throws ListTooLarge, and what the source
   * throws.
   */
  async addFrom(source: AsyncIterable<readonly T[]>, most = Number.POSITIVE_INFINITY): Promise<void> {
    let left = most;
    for await (const some of source) {
      await this.addAll(some);
      left -= some.length;
      if (left <= 0) return;
    }
  }

  /** Throws ListTooLarge. */
  async addAll(items: readonly T[]): Promise<void> {
    const { limit, mostBytes, bytesOf } = this.#rules;
    for (const item of items) {
      if (this.#items.has(item)) continue;
      this.#items.add(item);
      this.#bytes += bytesOf(item);
    }
    if (this.#bytes > mostBytes || this.#items.size >= 2 * limit) await inSlices(this.#first());
  }

  /** The listed items, in their order. Throws ListTooLarge. */
  async inOrder(): Promise<T[]> {
    return this.#items.size < shortWork ? await fromNowInSlices(this.#first()) : await inSlices(this.#first());
  }

  /** Drops what is beyond the limit. */
  *#first(): Sliceable<T[]> {
    const { limit, mostBytes, compare, bytesOf } = this.#rules;
    if (this.#bytes > mostBytes && this.#items.size <= limit) throw new ListTooLarge(mostBytes);
    const items = [...this.#items];
    // Items of a single source are in order already.
    const sorted = (yield* isInOrder(items, compare)) ? items : yield* slicedSort(items, compare);
    if (sorted.length <= limit) return sorted;
    const first = sorted.slice(0, limit);
    this.#items = new Set(first);
    this.#bytes = 0;
    for (const item of first) this.#bytes += bytesOf(item);
    if (this.#bytes > mostBytes) throw new ListTooLarge(mostBytes);
    return first;
  }
}

function* isInOrder<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliceable<boolean> {
  for (let at = 1; at < items.length; at++) {
    if (compare(items[at - 1] as T, items[at] as T) > 0) return false;
    if (at % sliceComparisons === 0) yield;
  }
  return true;
}
