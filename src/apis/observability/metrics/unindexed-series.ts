/** Series in memory, asked as those in pages are. */
import { fromNowInSlices } from "#src/http/event-loop.ts";
import type { Bitmap } from "./label-index/bitmap.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { MatchedSeries, type ValueList } from "./matched-series.ts";
import type { SeriesIndex } from "./series-index.ts";
import { slicedSort } from "./sliced-sort.ts";
import { untilAborted } from "./until-aborted.ts";

/** Series, or values of a label, that are handed over together. */
const together = 2_048;

export class UnindexedSeries extends MatchedSeries {
  readonly #index: SeriesIndex;
  readonly #signal: AbortSignal;
  /** Series that are added to the index meanwhile are not seen. */
  readonly length: number;

  constructor(index: SeriesIndex, signal: AbortSignal) {
    super(signal);
    this.#index = index;
    this.#signal = signal;
    this.length = index.length;
  }

  protected get labelNames(): Iterable<string> {
    return this.#index.names;
  }

  protected idAt(position: number): number {
    return this.#index.id(position);
  }

  protected valuesOf(name: string): number {
    return this.#index.valuesOf(name).size;
  }

  protected async *lists(name: string, wanted: readonly string[] | null): AsyncGenerator<ValueList> {
    const postings = this.#index.valuesOf(name);
    const all = wanted === null ? [...postings.keys()] : wanted.filter((value) => postings.has(value));
    for (let from = 0; from < all.length; from += together) {
      const values = all.slice(from, from + together);
      const seriesOf = (value: number) => postings.get(values[value] as string)?.series ?? [];
      yield {
        values,
        addTo(set, value) {
          for (const position of seriesOf(value)) set.add(position, 1);
        },
        isOf: (set, value) => seriesOf(value).some((position) => set.hasAny(position, 1)),
      };
    }
  }

  protected async *at(positions: Bitmap): AsyncGenerator<readonly IndexedSeries[]> {
    const index = this.#index;
    const sorting = slicedSort([...positions], (a, b) => index.compare(a, b));
    const sorted = await fromNowInSlices(untilAborted(sorting, this.#signal));
    for (let from = 0; from < sorted.length; from += together)
      yield sorted.slice(from, from + together).map((one) => ({ id: index.id(one), labels: index.labels(one) }));
  }
}
