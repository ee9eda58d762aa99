/** Series in the order of their labels as matchers are asked of them, whether they are in pages or in memory: by position, through the values of labels. */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { SeriesOrdinals } from "./codec/series-ordinals.ts";
import { Bitmap } from "./label-index/bitmap.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
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

export abstract class MatchedSeries {
  /** How many there are. */
  abstract readonly length: number;
  protected abstract idAt(position: number): number;
  /** How many values a label has. */
  protected abstract valuesOf(name: string): number;
  /** The series with a value of the label that the matcher passes, or that it does not. */
  protected abstract having(matcher: LabelMatcher, expected: boolean): Promise<Bitmap>;

  /** The series of these positions that pass what is untested, in the order of their labels, some at a time. */
  abstract series(candidates: Candidates): AsyncIterable<readonly IndexedSeries[]>;
  protected abstract readonly labelNames: Iterable<string>;
  /** The values of a label that some of the series have, all when null; some at a time. */
  abstract values(name: string, of: Bitmap | null): AsyncIterable<readonly string[]>;

  /** The same of the names of labels. */
  async *names(of: Bitmap | null): AsyncGenerator<readonly string[]> {
    for (const name of this.labelNames) if (of === null || (await hasAny(this.values(name, of)))) yield [name];
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
      const found: Bitmap = await this.having(matcher, !withoutLabel(matcher));
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
