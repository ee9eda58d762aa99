/** The series of a tenant as one query sees them: those of its label indexes, and those that came since. */
import { atOnce, fromNowInSlices, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import type { IndexPages } from "./label-index/index-pages.ts";
import { type Candidates, IndexedSeriesReader } from "./label-index/indexed-series.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { indexedSoFar } from "./label-index/tables.ts";
import { compareLabels } from "./labels.ts";
import { SeriesIndex } from "./series-index.ts";
import type { SeriesIndexes } from "./series-indexes.ts";
import { slicedSort } from "./sliced-sort.ts";
import { type LabelMatcher, type Labels, SelectionTooLarge, type SeriesQuestion } from "./store.ts";

/** What a process keeps for all queries. */
export interface SeriesSources {
  readonly pages: IndexPages;
  readonly unindexed: SeriesIndexes;
}

/**
 * The last day of a series may be behind by this many days: it is written down a week late (series-retention.ts), and label indexes
 * take it over once a day.
 */
export const lastDayLag = 10;

/** Fewer series are done without a pause. */
const shortWork = 2_000;

export class SeriesCatalog {
  readonly #signal: AbortSignal;
  readonly #indexed: readonly IndexedSeriesReader[];
  readonly #unindexed: SeriesIndex;

  private constructor(signal: AbortSignal, indexed: readonly IndexedSeriesReader[], unindexed: SeriesIndex) {
    this.#signal = signal;
    this.#indexed = indexed;
    this.#unindexed = unindexed;
  }

  /** In the snapshot of the connection's transaction. */
  static async open(
    connection: QueryConnection,
    tenant: Tenant,
    { pages, unindexed }: SeriesSources,
  ): Promise<SeriesCatalog> {
    const known = await indexedSoFar(connection, tenant);
    if (known === null) return new SeriesCatalog(connection.signal, [], new SeriesIndex());
    const indexes = known.indexes.filter(({ epoch }) => epoch === known.epoch);
    const readers: IndexedSeriesReader[] = [];
    for (const about of indexes) readers.push(await IndexedSeriesReader.open(connection, tenant, about, pages));
    const series = await unindexed.get(connection, tenant, { ...known, indexes });
    return new SeriesCatalog(connection.signal, readers, series);
  }

  /** The series that pass all matchers, in the order of their labels. Throws SelectionTooLarge beyond `limit`. */
  async matching(matchers: readonly LabelMatcher[], limit: number): Promise<IndexedSeries[]> {
    const found = await this.#unindexedSeries([matchers], { limit });
    for (const reader of this.#indexed) {
      const candidates = await reader.candidates(matchers);
      if (candidates.untested.length === 0 && found.length + candidates.positions.size > limit) {
        throw new SelectionTooLarge("series", limit);
      }
      for await (const some of reader.series(candidates)) {
        if (found.length + some.length > limit) throw new SelectionTooLarge("series", limit);
        for (const series of some) found.push(series);
      }
    }
    return await inOrder(found);
  }

  async labelNames(question: SeriesQuestion): Promise<Set<string>> {
    const first = firstDay(question);
    if (question.selectors.length === 0) {
      const unindexed = this.#unindexed;
      const names = await sliced(unindexed.namesSince(first), unindexed.length);
      for (const { directory } of this.#indexed) {
        for (const { name, lastDay } of directory.labels.values()) if (lastDay >= first) names.add(name);
      }
      return names;
    }
    const names = new Set<string>();
    await this.#each(question, (labels) => {
      for (let i = 0; i < labels.length; i += 2) names.add(labels[i] as string);
    });
    return names;
  }

  /** At least the first ones in their order, as many as are asked for. */
  async labelValues(name: string, question: SeriesQuestion): Promise<Set<string>> {
    const first = firstDay(question);
    const values = new Set<string>();
    if (question.selectors.length > 0) {
      await this.#each(question, (labels) => {
        for (let i = 0; i < labels.length; i += 2) if (labels[i] === name) values.add(labels[i + 1] as string);
      });
      return values;
    }
    for (const reader of this.#indexed) {
      let left = question.limit;
      for await (const page of reader.values(name)) {
        for (const [at, value] of page.values.entries()) {
          if ((page.lastDays[at] as number) < first) continue;
          values.add(value);
          left--;
        }
        // They come in their order.
        if (left <= 0) break;
      }
    }
    const unindexed = this.#unindexed;
    for (const value of await sliced(unindexed.valuesSince(name, first), unindexed.length)) values.add(value);
    return values;
  }

  /** Label sets in their order, the first `limit` of them. */
  async series(question: SeriesQuestion): Promise<Labels[]> {
    const { limit, selectors } = question;
    const first = firstDay(question);
    let found = await this.#unindexedSeries(selectors, { first, most: limit });
    for (const reader of this.#indexed) {
      let left = limit;
      for await (const some of seriesOf(reader, selectors)) {
        const counting = some.filter(({ lastDay }) => lastDay >= first);
        for (const series of counting) found.push(series);
        // What is beyond the limit is held until as much has come again.
        if (found.length > 2 * limit) found = (await inOrder(found)).slice(0, limit);
        left -= counting.length;
        // They come in their order.
        if (left <= 0) break;
      }
    }
    return (await inOrder(found)).slice(0, limit).map(({ labels }) => labels);
  }

  /** The labels of the series that count for the question, which has selectors. */
  async #each(question: SeriesQuestion, visit: (labels: Labels) => void): Promise<void> {
    const { selectors } = question;
    const first = firstDay(question);
    const index = this.#unindexed;
    const positions = await this.#unindexedPositions(selectors, Number.POSITIVE_INFINITY);
    await sliced(
      visited(index, positions, ({ labels, lastDay }) => lastDay >= first && visit(labels)),
      positions.length,
    );
    for (const reader of this.#indexed) {
      for await (const some of seriesOf(reader, selectors)) {
        for (const { labels, lastDay } of some) if (lastDay >= first) visit(labels);
      }
    }
  }

  /** Those that pass all matchers of one of the lists, and were seen on the first day or later; the first ones in their order. */
  async #unindexedSeries(
    lists: readonly (readonly LabelMatcher[])[],
    { limit = Number.POSITIVE_INFINITY, first = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY },
  ): Promise<IndexedSeries[]> {
    const index = this.#unindexed;
    const positions = await this.#unindexedPositions(lists, limit);
    const seen = positions.filter((position) => index.lastDay(position) >= first);
    const sorted = await sliced(
      slicedSort(seen, (a, b) => index.compare(a, b)),
      seen.length,
    );
    const found: IndexedSeries[] = [];
    await sliced(
      visited(index, sorted.slice(0, most), (series) => found.push(series)),
      sorted.length,
    );
    return found;
  }

  /** Throws SelectionTooLarge beyond `limit`. */
  async #unindexedPositions(lists: readonly (readonly LabelMatcher[])[], limit: number): Promise<number[]> {
    const index = this.#unindexed;
    if (index.length === 0) return [];
    const [only, ...others] = lists;
    // By time from the start: a pattern may take milliseconds for a single value.
    const matchingAll = (matchers: readonly LabelMatcher[]) =>
      fromNowInSlices(untilAborted(index.match(matchers, limit), this.#signal));
    let matching = await matchingAll(only ?? []);
    for (const matchers of others) {
      const more = await matchingAll(matchers);
      matching = await sliced(union(matching, more), matching.length + more.length);
    }
    return matching;
  }
}

/** The work, given up where it may be interrupted once the signal is aborted. */
function* untilAborted<T>(work: Sliceable<T>, signal: AbortSignal): Sliceable<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    signal.throwIfAborted();
    yield;
  }
}

/** Rising numbers without repeats as one list. */
function* union(a: readonly number[], b: readonly number[]): Sliceable<number[]> {
  const all: number[] = [];
  for (let ofA = 0, ofB = 0; ofA < a.length || ofB < b.length; ) {
    if (all.length % sliceTexts === sliceTexts - 1) yield;
    const least = Math.min(a[ofA] ?? Number.POSITIVE_INFINITY, b[ofB] ?? Number.POSITIVE_INFINITY);
    if (a[ofA] === least) ofA++;
    if (b[ofB] === least) ofB++;
    all.push(least);
  }
  return all;
}

/** Texts of labels that are put together without a pause. */
const sliceTexts = 32_768;

function* visited(
  index: SeriesIndex,
  positions: readonly number[],
  visit: (series: IndexedSeries) => void,
): Sliceable<void> {
  let texts = 0;
  for (const position of positions) {
    const labels = index.labels(position);
    visit({ id: index.id(position), lastDay: index.lastDay(position), labels });
    texts += labels.length;
    if (texts < sliceTexts) continue;
    texts = 0;
    yield;
  }
}

/** The series of an index that pass all matchers of one of the lists, or all when there is none; some at a time. */
async function* seriesOf(
  reader: IndexedSeriesReader,
  lists: readonly (readonly LabelMatcher[])[],
): AsyncGenerator<readonly IndexedSeries[]> {
  const [only = []] = lists;
  if (lists.length <= 1) {
    yield* reader.series(await reader.candidates(only));
    return;
  }
  let all: Candidates | undefined;
  for (const matchers of lists) {
    const positions = await reader.positions(matchers);
    if (all === undefined) all = { positions, untested: [] };
    else all.positions.or(positions);
  }
  if (all !== undefined) yield* reader.series(all);
}

function firstDay({ range: { fromMs } }: SeriesQuestion): number {
  return Number.isFinite(fromMs) ? dayOf(fromMs) - lastDayLag : Number.NEGATIVE_INFINITY;
}

async function inOrder(series: IndexedSeries[]): Promise<IndexedSeries[]> {
  return await sliced(sortedByLabels(series), series.length);
}

function* sortedByLabels(series: IndexedSeries[]): Sliceable<IndexedSeries[]> {
  let at = 1;
  // What comes from one place is in order already.
  for (; at < series.length; at++) {
    if (at % sliceComparisons === 0) yield;
    if (compareLabels((series[at - 1] as IndexedSeries).labels, (series[at] as IndexedSeries).labels) >= 0) break;
  }
  return at >= series.length ? series : yield* slicedSort(series, (a, b) => compareLabels(a.labels, b.labels));
}

const sliceComparisons = 2_048;

async function sliced<T>(work: Sliceable<T>, size: number): Promise<T> {
  return size < shortWork ? atOnce(work) : await inSlices(work);
}
