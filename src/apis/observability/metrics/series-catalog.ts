/** The series of a tenant as one query sees them: those of its label indexes, and those that came since. */
import { fromNowInSlices, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { FairSlots } from "#src/http/fair-slots.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { BoundedList, bytesOfTexts } from "./bounded-list.ts";
import type { KeptContents } from "./kept-contents.ts";
import type { IndexPages } from "./label-index/index-pages.ts";
import { type Candidates, IndexedSeriesReader } from "./label-index/indexed-series.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { indexedSoFar } from "./label-index/tables.ts";
import { compareLabels, compareText } from "./labels.ts";
import type { SeriesIndex } from "./series-index.ts";
import type { SeriesIndexes } from "./series-indexes.ts";
import { slicedSort } from "./sliced-sort.ts";
import { type LabelMatcher, type Labels, SelectionTooLarge, type SeriesQuestion } from "./store.ts";

/** State that a process keeps for all queries. */
export interface SeriesSources {
  readonly pages: IndexPages;
  readonly unindexed: SeriesIndexes;
  readonly contents: KeptContents;
  /** The most bytes of texts in one list. */
  readonly listBytes: number;
  /** One slot: selections with many labels are made one at a time. */
  readonly largeSelections: FairSlots;
}

/** Of labels, beyond which a selection is a large one. */
const largeBytes = 4 * 1024 * 1024;

/**
 * The last day of a series may be behind by this many days: it is written down a week late (series-retention.ts), and label indexes
 * take it over once a day.
 */
const lastDayLag = 10;

/** Fewer series are begun without a pause. */
const shortWork = 2_000;

export class SeriesCatalog {
  readonly #signal: AbortSignal;
  readonly #indexed: readonly IndexedSeriesReader[];
  /** The other series, in parts; each to be done with before the next. */
  readonly #unindexed: () => AsyncIterable<SeriesIndex>;
  readonly #listBytes: number;
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;

  private constructor(
    signal: AbortSignal,
    indexed: readonly IndexedSeriesReader[],
    unindexed: () => AsyncIterable<SeriesIndex>,
    listBytes: number,
    inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    this.#signal = signal;
    this.#indexed = indexed;
    this.#unindexed = unindexed;
    this.#listBytes = listBytes;
    this.#inTurn = inTurn;
  }

  /** In the snapshot of the connection's transaction. */
  static async open(
    connection: QueryConnection,
    tenant: Tenant,
    { pages, unindexed, listBytes, largeSelections }: SeriesSources,
  ): Promise<SeriesCatalog> {
    const known = (await indexedSoFar(connection, tenant)) ?? { epoch: 0, series: 0, labelBytes: 0, indexes: [] };
    const indexes = known.indexes.filter(({ epoch }) => epoch === known.epoch);
    const readers: IndexedSeriesReader[] = [];
    for (const about of indexes) readers.push(await IndexedSeriesReader.open(connection, tenant, about, pages));
    const parts = () => unindexed.parts(connection, tenant, { ...known, indexes });
    const { signal } = connection;
    const inTurn = <T>(work: () => Promise<T>) => largeSelections.run(tenant.projectId, work, { signal });
    return new SeriesCatalog(signal, readers, parts, listBytes, inTurn);
  }

  /** The series that pass all matchers, in the order of their labels. Throws SelectionTooLarge beyond `limit`, and ListTooLarge. */
  async matching(matchers: readonly LabelMatcher[], limit: number): Promise<IndexedSeries[]> {
    const found = this.#seriesList();
    const steps = this.#fill(found, matchers, limit);
    let step = await steps.next();
    while (step.done !== true && found.bytes <= largeBytes) step = await steps.next();
    if (step.done !== true)
      await this.#inTurn(async () => {
        for await (const _ of steps);
      });
    return await sliced(found.finish(), found.length);
  }

  /** Adds the series that pass all matchers, step by step. Throws as `matching` does. */
  async *#fill(
    found: BoundedList<IndexedSeries>,
    matchers: readonly LabelMatcher[],
    limit: number,
  ): AsyncGenerator<void, void> {
    const add = (series: IndexedSeries) => {
      found.add(series);
      if (found.length > limit) throw new SelectionTooLarge("series", limit);
    };
    for await (const index of this.#unindexed()) {
      const positions = await this.#positions(index, [matchers], limit);
      await sliced(inOrderOf(index, positions), positions.length);
      await sliced(visited(index, positions, add, found), positions.length);
      yield;
    }
    for (const reader of this.#indexed) {
      const candidates = await reader.candidates(matchers);
      if (candidates.untested.length === 0 && found.length + candidates.positions.size > limit) {
        throw new SelectionTooLarge("series", limit);
      }
      for await (const some of reader.series(candidates)) {
        for (const series of some) add(series);
        if (found.isFull) await inSlices(found.shrink());
        yield;
      }
    }
  }

  /** The first ones in their order, as many as are asked for. Throws ListTooLarge. */
  async labelNames(question: SeriesQuestion): Promise<string[]> {
    const first = firstDay(question);
    const names = this.#textList(question);
    if (question.selectors.length > 0) {
      await this.#each(question, names, (labels) => {
        for (let i = 0; i < labels.length; i += 2) names.add(labels[i] as string);
      });
    } else {
      for await (const index of this.#unindexed()) await this.#visiting(names, index.namesSince(first, add(names)));
      for (const { directory } of this.#indexed) {
        for (const { name, lastDay } of directory.labels.values()) if (lastDay >= first) names.add(name);
        if (names.isFull) await inSlices(names.shrink());
      }
    }
    return await sliced(names.finish(), names.length);
  }

  /** The first ones in their order, as many as are asked for. Throws ListTooLarge. */
  async labelValues(name: string, question: SeriesQuestion): Promise<string[]> {
    const first = firstDay(question);
    const values = this.#textList(question);
    if (question.selectors.length > 0) {
      await this.#each(question, values, (labels) => {
        for (let i = 0; i < labels.length; i += 2) if (labels[i] === name) values.add(labels[i + 1] as string);
      });
    } else {
      for (const reader of this.#indexed) {
        let left = question.limit;
        for await (const page of reader.values(name)) {
          for (const [at, value] of page.values.entries()) {
            if ((page.lastDays[at] as number) < first) continue;
            values.add(value);
            left--;
          }
          if (values.isFull) await inSlices(values.shrink());
          // They come in their order.
          if (left <= 0) break;
        }
      }
      for await (const index of this.#unindexed()) {
        await this.#visiting(values, index.valuesSince(name, first, add(values)));
      }
    }
    return await sliced(values.finish(), values.length);
  }

  /** Label sets in their order, the first `limit` of them. Throws ListTooLarge. */
  async series(question: SeriesQuestion): Promise<Labels[]> {
    const { limit, selectors } = question;
    const first = firstDay(question);
    const found = this.#seriesList(limit);
    for await (const index of this.#unindexed()) {
      const positions = await this.#positions(index, selectors);
      const seen = positions.filter((position) => index.lastDay(position) >= first);
      await sliced(inOrderOf(index, seen), seen.length);
      await sliced(visited(index, seen.slice(0, limit), add(found), found), seen.length);
    }
    for (const reader of this.#indexed) {
      let left = limit;
      for await (const some of seriesOf(reader, selectors)) {
        for (const series of some) {
          if (series.lastDay < first) continue;
          found.add(series);
          left--;
        }
        if (found.isFull) await inSlices(found.shrink());
        // They come in their order.
        if (left <= 0) break;
      }
    }
    return (await sliced(found.finish(), found.length)).map(({ labels }) => labels);
  }

  #textList({ limit }: SeriesQuestion): BoundedList<string> {
    const bytesOf = (text: string) => bytesOfTexts([text]);
    return new BoundedList({ limit, mostBytes: this.#listBytes, compare: compareText, bytesOf });
  }

  #seriesList(limit = Number.POSITIVE_INFINITY): BoundedList<IndexedSeries> {
    const compare = (a: IndexedSeries, b: IndexedSeries) => compareLabels(a.labels, b.labels);
    const bytesOf = ({ labels }: IndexedSeries) => bytesOfTexts(labels);
    return new BoundedList({ limit, mostBytes: this.#listBytes, compare, bytesOf });
  }

  /** Does what fills a list, which is kept within its bounds meanwhile. */
  #visiting(list: BoundedList<string>, work: Sliceable<void>): Promise<void> {
    return fromNowInSlices(untilAborted(withinBounds(list, work), this.#signal));
  }

  /** The labels of the series that count for the question, which has selectors, on their way to a list. */
  async #each(question: SeriesQuestion, list: BoundedList<string>, visit: (labels: Labels) => void): Promise<void> {
    const { selectors } = question;
    const first = firstDay(question);
    for await (const index of this.#unindexed()) {
      const positions = await this.#positions(index, selectors);
      const counting = ({ labels, lastDay }: IndexedSeries) => lastDay >= first && visit(labels);
      await sliced(visited(index, positions, counting, list), positions.length);
    }
    for (const reader of this.#indexed) {
      for await (const some of seriesOf(reader, selectors)) {
        for (const { labels, lastDay } of some) if (lastDay >= first) visit(labels);
        if (list.isFull) await inSlices(list.shrink());
      }
    }
  }

  /** Of series that pass all matchers of one of the lists, or of all when there is none. Throws SelectionTooLarge beyond `limit`. */
  async #positions(
    index: SeriesIndex,
    lists: readonly (readonly LabelMatcher[])[],
    limit = Number.POSITIVE_INFINITY,
  ): Promise<number[]> {
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

const add =
  <T>(list: BoundedList<T>) =>
  (item: T): void =>
    list.add(item);

function* withinBounds(list: BoundedList<string>, work: Sliceable<void>): Sliceable<void> {
  while (work.next().done !== true) {
    if (list.isFull) yield* list.shrink();
    yield;
  }
}

/** Puts positions into the order of their series' labels. */
function* inOrderOf(index: SeriesIndex, positions: number[]): Sliceable<void> {
  const sorted = yield* slicedSort(positions, (a, b) => index.compare(a, b));
  for (let i = 0; i < sorted.length; i++) positions[i] = sorted[i] as number;
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

/** Hands over series, which fill a list that is kept within its bounds. */
function* visited(
  index: SeriesIndex,
  positions: readonly number[],
  visit: (series: IndexedSeries) => void,
  list: Pick<BoundedList<never>, "isFull" | "shrink">,
): Sliceable<void> {
  let texts = 0;
  for (const position of positions) {
    const labels = index.labels(position);
    visit({ id: index.id(position), lastDay: index.lastDay(position), labels });
    if (list.isFull) yield* list.shrink();
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

async function sliced<T>(work: Sliceable<T>, size: number): Promise<T> {
  return size < shortWork ? await fromNowInSlices(work) : await inSlices(work);
}
