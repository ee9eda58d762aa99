/** Series in memory, asked as those in pages are. */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import { Bitmap } from "./label-index/bitmap.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { passing } from "./labels.ts";
import { type Candidates, MatchedSeries } from "./matched-series.ts";
import type { SeriesIndex } from "./series-index.ts";
import { slicedSort } from "./sliced-sort.ts";
import type { LabelMatcher } from "./store.ts";
import { untilAborted } from "./until-aborted.ts";

/** Of some series that are handed over together. */
const together = 2_048;
/** Between two pauses. */
const slicePositions = 8_192;

export class UnindexedSeries extends MatchedSeries {
  readonly #index: SeriesIndex;
  readonly #signal: AbortSignal;
  /** Series that are added to the index meanwhile are not seen. */
  readonly length: number;

  constructor(index: SeriesIndex, signal: AbortSignal) {
    super();
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

  protected having(matcher: LabelMatcher, expected: boolean): Promise<Bitmap> {
    return this.#inSlices(this.#having(matcher, expected));
  }

  *#having({ name, values: known, matches }: LabelMatcher, expected: boolean): Sliceable<Bitmap> {
    const having = new Bitmap(this.length);
    const values = this.#index.valuesOf(name);
    const wanted = expected && known !== undefined ? known : null;
    for (const value of wanted ?? values.keys()) {
      // A pattern may take milliseconds for a single value.
      yield;
      if (wanted === null && matches(value) !== expected) continue;
      const series = values.get(value)?.series ?? [];
      for (let at = 0; at < series.length; at++) {
        if (at % slicePositions === slicePositions - 1) yield;
        having.add(series[at] as number, 1);
      }
    }
    return having;
  }

  async *series({ positions, untested }: Candidates): AsyncGenerator<readonly IndexedSeries[]> {
    const index = this.#index;
    const sorted = await this.#inSlices(slicedSort([...positions], (a, b) => index.compare(a, b)));
    for (let at = 0; at < sorted.length; at += together) {
      const some = sorted.slice(at, at + together).map((one) => ({ id: index.id(one), labels: index.labels(one) }));
      yield untested.length === 0 ? some : await passing(some, [untested], this.#signal);
    }
  }

  async *values(name: string, of: Bitmap | null): AsyncGenerator<readonly string[]> {
    yield await this.#inSlices(this.#values(name, of));
  }

  *#values(name: string, of: Bitmap | null): Sliceable<string[]> {
    const found: string[] = [];
    for (const [value, { series }] of this.#index.valuesOf(name)) {
      yield;
      if (of === null || series.some((position) => of.hasAny(position, 1))) found.push(value);
    }
    return found;
  }

  #inSlices<T>(work: Sliceable<T>): Promise<T> {
    return fromNowInSlices(untilAborted(work, this.#signal));
  }
}
