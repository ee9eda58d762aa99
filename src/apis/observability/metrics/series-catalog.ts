/** The series of a tenant as one query sees them: those of its label indexes, and those that came since. */
import { atOnce, inSlices, type Sliceable } from "#src/http/event-loop.ts";
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
const shortWork = 10_000;

export class SeriesCatalog {
  readonly #indexed: readonly IndexedSeriesReader[];
  readonly #unindexed: SeriesIndex;

  private constructor(indexed: readonly IndexedSeriesReader[], unindexed: SeriesIndex) {
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
    if (known === null) return new SeriesCatalog([], new SeriesIndex());
    const indexes = known.indexes.filter(({ epoch }) => epoch === known.epoch);
    const readers: IndexedSeriesReader[] = [];
    for (const about of indexes) readers.push(await IndexedSeriesReader.open(connection, tenant, about, pages));
    return new SeriesCatalog(readers, await unindexed.get(connection, tenant, { ...known, indexes }));
  }

  /** The series that pass all matchers, in the order of their labels. Throws SelectionTooLarge beyond `limit`. */
  async matching(matchers: readonly LabelMatcher[], limit: number): Promise<IndexedSeries[]> {
    const found = await this.#unindexedSeries([matchers], limit);
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
    const names = new Set<string>();
    if (question.selectors.length === 0) {
      const first = firstDay(question);
      for (const { directory } of this.#indexed) {
        for (const { name, lastDay } of directory.labels.values()) if (lastDay >= first) names.add(name);
      }
    }
    await this.#each(question, ({ labels }) => {
      for (let i = 0; i < labels.length; i += 2) names.add(labels[i] as string);
    });
    return names;
  }

  /** At least the first ones in their order, as many as are asked for. */
  async labelValues(name: string, question: SeriesQuestion): Promise<Set<string>> {
    const values = new Set<string>();
    if (question.selectors.length === 0) {
      const first = firstDay(question);
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
    }
    await this.#each(question, ({ labels }) => {
      for (let i = 0; i < labels.length; i += 2) if (labels[i] === name) values.add(labels[i + 1] as string);
    });
    return values;
  }

  /** Label sets in their order, the first `limit` of them. */
  async series(question: SeriesQuestion): Promise<Labels[]> {
    const { limit, selectors } = question;
    let found: IndexedSeries[] = [];
    const first = firstDay(question);
    /** Returns how many count. */
    const take = async (some: readonly IndexedSeries[]) => {
      const counting = some.filter(({ lastDay }) => lastDay >= first);
      for (const series of counting) found.push(series);
      // What is beyond the limit is held until as much has come again.
      if (found.length > 2 * limit) found = (await inOrder(found)).slice(0, limit);
      return counting.length;
    };
    const lists = selectors.length > 0 ? selectors : [[]];
    await take(await this.#unindexedSeries(lists, Number.POSITIVE_INFINITY));
    for (const reader of this.#indexed) {
      let left = limit;
      for await (const some of seriesOf(reader, lists)) {
        left -= await take(some);
        // They come in their order.
        if (left <= 0) break;
      }
    }
    return (await inOrder(found)).slice(0, limit).map(({ labels }) => labels);
  }

  /** Series that count for the question; those of the indexes only when it has selectors. */
  async #each(question: SeriesQuestion, visit: (series: IndexedSeries) => void): Promise<void> {
    const { selectors } = question;
    const first = firstDay(question);
    const lists = selectors.length > 0 ? selectors : [[]];
    for (const series of await this.#unindexedSeries(lists, Number.POSITIVE_INFINITY)) {
      if (series.lastDay >= first) visit(series);
    }
    if (selectors.length === 0) return;
    for (const reader of this.#indexed) {
      for await (const some of seriesOf(reader, lists)) {
        for (const series of some) if (series.lastDay >= first) visit(series);
      }
    }
  }

  /** Those that pass all matchers of one of the lists, in the order of their labels. */
  async #unindexedSeries(lists: readonly (readonly LabelMatcher[])[], limit: number): Promise<IndexedSeries[]> {
    const index = this.#unindexed;
    if (index.length === 0) return [];
    const matching = new Set<number>();
    for (const matchers of lists) {
      for (const position of await sliced(index.match(matchers, limit), index.length)) matching.add(position);
    }
    const sorting = slicedSort([...matching], (a, b) => index.compare(a, b));
    return (await sliced(sorting, matching.size)).map((position) => ({
      id: index.id(position),
      lastDay: index.lastDay(position),
      labels: index.labels(position),
    }));
  }
}

/** The series of an index that pass all matchers of one of the lists, some at a time. */
async function* seriesOf(
  reader: IndexedSeriesReader,
  lists: readonly (readonly LabelMatcher[])[],
): AsyncGenerator<readonly IndexedSeries[]> {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) {
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
  // What comes from one place is in order already.
  const isInOrder = series.every(
    ({ labels }, at) => at === 0 || compareLabels((series[at - 1] as IndexedSeries).labels, labels) < 0,
  );
  if (isInOrder) return series;
  const sorting = slicedSort(series, (a, b) => compareLabels(a.labels, b.labels));
  return await sliced(sorting, series.length);
}

async function sliced<T>(work: Sliceable<T>, size: number): Promise<T> {
  return size < shortWork ? atOnce(work) : await inSlices(work);
}
