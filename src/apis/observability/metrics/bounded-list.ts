/** The items of a list: distinct, the first of them in their order, within a bound of bytes. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { sliceComparisons, slicedSort } from "./sliced-sort.ts";
import { ListTooLarge } from "./store.ts";

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

  add(item: T): void {
    if (this.#items.has(item)) return;
    this.#items.add(item);
    this.#bytes += this.#rules.bytesOf(item);
  }

  /** Whether `shrink` is due before more is added. */
  get isFull(): boolean {
    const { limit, mostBytes } = this.#rules;
    return this.#bytes > mostBytes || this.#items.size >= 2 * limit;
  }

  /** Drops what is beyond the limit. Throws ListTooLarge. */
  *shrink(): Sliceable<void> {
    yield* this.#first();
  }

  /** The listed items, in their order. Throws ListTooLarge. */
  *finish(): Sliceable<T[]> {
    return yield* this.#first();
  }

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
