/** Series in the order of their labels as matchers are asked of them, whether they are in pages or in memory: by position, through the values of labels. */
import { fromNowInSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import type { SeriesOrdinals } from "./codec/series-ordinals.ts";
import { Bitmap } from "./label-index/bitmap.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { passing } from "./labels.ts";
import type { LabelMatcher } from "./store.ts";

/** So few candidates are looked at one by one rather than through the values of one more label. */
const fewCandidates = 1_000;
/** Between two pauses. */
const slicePositions = 65_536;

export interface Candidates {
  readonly positions: Bitmap;
  /** Matchers that their labels have to pass, too. */
  readonly untested: readonly LabelMatcher[];
}

/** Some values of a label, by their places, with the series that have them. */
export interface ValueList {
  readonly values: readonly string[];
  /** Adds the positions of the series that have a value. */
  addTo(set: Bitmap, value: number): void;
  /** Whether one of the series has a value. */
  isOf(set: Bitmap, value: number): boolean;
}

export abstract class MatchedSeries {
  /** How many there are. */
  abstract readonly length: number;
  protected abstract readonly labelNames: Iterable<string>;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  protected abstract idAt(position: number): number;
  /** How many values a label has. */
  protected abstract valuesOf(name: string): number;
  /** The values of a label; of `wanted` at least those that there are, all when null. */
  protected abstract lists(name: string, wanted: readonly string[] | null): AsyncIterable<ValueList>;
  /** The series of these positions in the order of their labels, some at a time. */
  protected abstract at(positions: Bitmap): AsyncIterable<readonly IndexedSeries[]>;

  /** The series of these positions that pass what is untested, in the order of their labels, some at a time. */
  async *series({ positions, untested }: Candidates): AsyncGenerator<readonly IndexedSeries[]> {
    const slice = new Slice();
    for await (const some of this.at(positions)) {
      await this.#pause(slice);
      yield untested.length === 0 ? some : await passing(some, [untested], this.#signal);
    }
  }

  /** The values of a label that some of the series have, all when null; some at a time. */
  async *values(name: string, of: Bitmap | null): AsyncGenerator<readonly string[]> {
    const slice = new Slice();
    for await (const list of this.lists(name, null)) {
      await this.#pause(slice);
      yield of === null ? list.values : list.values.filter((_, at) => list.isOf(of, at));
    }
  }

  /** The same of the names of labels. */
  async *names(of: Bitmap | null): AsyncGenerator<readonly string[]> {
    for (const name of this.labelNames) if (of === null || (await hasAny(this.values(name, of)))) yield [name];
  }

  /** The series with a value of the label that the matcher passes, or that it does not. */
  async #having({ name, values, matches }: LabelMatcher, expected: boolean): Promise<Bitmap> {
    const having = new Bitmap(this.length);
    const known = expected && values !== undefined ? values : null;
    const wanted = known === null ? null : new Set(known);
    const slice = new Slice();
    for await (const list of this.lists(name, known)) {
      await this.#pause(slice);
      for (const [at, value] of list.values.entries()) {
        // A pattern may take milliseconds for a single value.
        if (slice.isOver) await this.#pause(slice);
        if (wanted === null ? matches(value) === expected : wanted.has(value)) list.addTo(having, at);
      }
    }
    return having;
  }

  async #pause(slice: Slice): Promise<void> {
    this.#signal.throwIfAborted();
    if (slice.isOver) await slice.next();
  }

  /** Those of the series that have an ordinal. */
  among(wanted: SeriesOrdinals): Promise<Bitmap> {
    return fromNowInSlices(this.#among(wanted));
  }

  *#among(wanted: SeriesOrdinals): Sliceable<Bitmap> {
    const positions = new Bitmap(this.length);
    for (let at = 0; at < this.length; at++) {
      if (at % slicePositions === slicePositions - 1) yield;
      if (wanted.get(this.idAt(at)) >= 0) positions.add(at, 1);
    }
    return positions;
  }

  /** Those that pass all matchers of one of the lists, or all where there is none. */
  async passingAny(lists: readonly (readonly LabelMatcher[])[]): Promise<Candidates> {
    const [only = [], ...others] = lists;
    if (others.length === 0) return await this.#candidates(only, fewCandidates);
    const all = await this.#candidates(only, 0);
    for (const matchers of others) all.positions.or((await this.#candidates(matchers, 0)).positions);
    return all;
  }

  /**
   * Those that may pass all matchers. Where there are few, `few` or fewer than a label has values, what is left to test is
   * tested by who reads them anyway.
   */
  async #candidates(matchers: readonly LabelMatcher[], few: number): Promise<Candidates> {
    const withoutLabel = (matcher: LabelMatcher) => matcher.matches("");
    const rank = (matcher: LabelMatcher) => (withoutLabel(matcher) ? 2 : matcher.values === undefined ? 1 : 0);
    const ordered = matchers.toSorted((a, b) => rank(a) - rank(b));
    let positions: Bitmap | null = null;
    for (const [index, matcher] of ordered.entries()) {
      const values = this.valuesOf(matcher.name);
      if (values === 0) {
        if (!withoutLabel(matcher)) return { positions: new Bitmap(this.length), untested: [] };
        continue;
      }
      if (positions !== null && few > 0 && rank(matcher) > 0 && positions.size <= Math.max(few, values))
        return { positions, untested: ordered.slice(index) };
      const found: Bitmap = await this.#having(matcher, !withoutLabel(matcher));
      if (withoutLabel(matcher)) {
        positions ??= Bitmap.full(this.length);
        positions.andNot(found);
      } else if (positions === null) positions = found;
      else positions.and(found);
    }
    return { positions: positions ?? Bitmap.full(this.length), untested: [] };
  }
}

async function hasAny(lists: AsyncIterable<readonly string[]>): Promise<boolean> {
  for await (const list of lists) if (list.length > 0) return true;
  return false;
}
