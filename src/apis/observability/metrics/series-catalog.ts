/** The series of a tenant as one query sees them: those of its label indexes, and those that came since. */
import { FairSlots } from "#src/http/fair-slots.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { BoundedList, bytesOfTexts } from "./bounded-list.ts";
import type { SeriesOrdinals } from "./codec/series-ordinals.ts";
import { KeptContents } from "./kept-contents.ts";
import type { Bitmap } from "./label-index/bitmap.ts";
import { IndexedSeriesReader } from "./label-index/indexed-series.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { indexedSoFar } from "./label-index/tables.ts";
import { compareLabels, compareText, labelValue } from "./labels.ts";
import type { MatchedSeries } from "./matched-series.ts";
import { seriesSeen } from "./series-days.ts";
import { SeriesIndexes } from "./series-indexes.ts";
import { type Labels, type Selection, SelectionTooLarge, type SeriesQuestion } from "./store.ts";
import { UnindexedSeries } from "./unindexed-series.ts";

export interface SourcesOptions {
  /** Memory of stored contents, in bytes. */
  readonly keptBytes: number;
  /** Memory of series that are in no label index, in bytes. */
  readonly unindexedBytes: number;
  /** The most bytes of texts in one list; 32 MiB when left out. */
  readonly listBytes?: number | undefined;
}

/** State that a process keeps for all queries. */
export class SeriesSources {
  readonly kept: KeptContents;
  readonly unindexed: SeriesIndexes;
  readonly listBytes: number;
  /** One slot: selections with many labels are made one at a time. */
  readonly largeSelections = new FairSlots({ slots: 1 });

  constructor({ keptBytes, unindexedBytes, listBytes = 32 * 1024 * 1024 }: SourcesOptions) {
    this.kept = new KeptContents(keptBytes);
    this.unindexed = new SeriesIndexes(unindexedBytes);
    this.listBytes = listBytes;
  }

  /** Call when the database is another server: it may have lost series and samples. */
  forget(): void {
    this.kept.forget();
    this.unindexed.forget();
  }
}

/** Of labels, beyond which a selection is a large one. */
const largeBytes = 4 * 1024 * 1024;

/** In the snapshot of the connection's transaction. */
export class SeriesCatalog {
  readonly #connection: QueryConnection;
  readonly #tenant: Tenant;
  readonly #sources: SeriesSources;

  constructor(connection: QueryConnection, tenant: Tenant, sources: SeriesSources) {
    this.#connection = connection;
    this.#tenant = tenant;
    this.#sources = sources;
  }

  /** The series that a selection is of, in the order of their labels. Throws SelectionTooLarge, and ListTooLarge. */
  async matching(selection: Selection): Promise<IndexedSeries[]> {
    const found = this.#seriesList();
    const steps = this.#fill(found, selection);
    let step = await steps.next();
    while (step.done !== true && found.bytes <= largeBytes) step = await steps.next();
    if (step.done !== true) {
      const rest = async () => {
        for await (const _ of steps);
      };
      const { signal } = this.#connection;
      await this.#sources.largeSelections.run(this.#tenant.projectId, rest, { signal });
    }
    return await found.inOrder();
  }

  /** Adds the series, step by step. Throws as `matching` does. */
  async *#fill(
    found: BoundedList<IndexedSeries>,
    { matchers, alternatives = [], limits: { series: limit } }: Selection,
  ): AsyncGenerator<void, void> {
    for await (const part of this.#parts()) {
      const candidates = await part.passingAny([matchers, ...alternatives]);
      const isTooMuch = candidates.untested.length === 0 && found.length + candidates.positions.size > limit;
      if (isTooMuch) throw new SelectionTooLarge("series", limit);
      for await (const some of part.series(candidates)) {
        if (found.length + some.length > limit) throw new SelectionTooLarge("series", limit);
        await found.addAll(some);
        yield;
      }
    }
  }

  /** The first ones in their order, as many as are asked for. Throws ListTooLarge. */
  labelNames(question: SeriesQuestion): Promise<string[]> {
    const namesOf = (labels: Labels) => labels.filter((_, at) => at % 2 === 0);
    return this.#texts(question, namesOf, (part, of) => part.names(of));
  }

  /** The first ones in their order, as many as are asked for. Throws ListTooLarge. */
  labelValues(name: string, question: SeriesQuestion): Promise<string[]> {
    const valuesOf = (labels: Labels) => [labelValue(labels, name)].filter((value) => value !== "");
    return this.#texts(question, valuesOf, (part, of) => part.values(name, of));
  }

  /** Label sets in their order, the first `limit` of them. Throws ListTooLarge. */
  async series(question: SeriesQuestion): Promise<Labels[]> {
    const found = this.#seriesList(question.limit);
    const seen = await this.#seen(question);
    for await (const part of this.#parts()) {
      const [positions, series] = await passingSeen(part, question, seen);
      await found.addFrom(series, Math.min(question.limit, positions.size));
    }
    return (await found.inOrder()).map(({ labels }) => labels);
  }

  /** Texts of series: without selectors those that the parts list. */
  async #texts(
    question: SeriesQuestion,
    textsOf: (labels: Labels) => readonly string[],
    listed: (part: MatchedSeries, of: Bitmap | null) => AsyncIterable<readonly string[]>,
  ): Promise<string[]> {
    const { limit, selectors } = question;
    const bytesOf = (text: string) => bytesOfTexts([text]);
    const found = new BoundedList({ limit, mostBytes: this.#sources.listBytes, compare: compareText, bytesOf });
    const seen = await this.#seen(question);
    for await (const part of this.#parts()) {
      if (selectors.length === 0) await found.addFrom(listed(part, seen === null ? null : await part.among(seen)));
      else await found.addFrom(textsIn((await passingSeen(part, question, seen))[1], textsOf));
    }
    return await found.inOrder();
  }

  /** All series, in parts; each to be done with before the next. */
  async *#parts(): AsyncGenerator<MatchedSeries> {
    const [connection, tenant, { kept, unindexed }] = [this.#connection, this.#tenant, this.#sources];
    const known = await indexedSoFar(connection, tenant);
    if (known === null) return;
    const indexes = known.indexes.filter(({ epoch }) => epoch === known.epoch);
    for await (const index of unindexed.parts(connection, tenant, { ...known, indexes }))
      yield new UnindexedSeries(index, connection.signal);
    for (const about of indexes) {
      const directory = await kept.directory(connection, tenant, about);
      yield new IndexedSeriesReader({ connection, tenant, about, kept, directory });
    }
  }

  #seen({ range }: SeriesQuestion): Promise<SeriesOrdinals | null> {
    return seriesSeen(this.#connection, this.#tenant, this.#sources.kept, range);
  }

  #seriesList(limit = Number.POSITIVE_INFINITY): BoundedList<IndexedSeries> {
    const compare = (a: IndexedSeries, b: IndexedSeries) => compareLabels(a.labels, b.labels);
    const bytesOf = ({ labels }: IndexedSeries) => bytesOfTexts(labels);
    return new BoundedList({ limit, mostBytes: this.#sources.listBytes, compare, bytesOf });
  }
}

/** The series of a part that count for a question, and where they are. */
async function passingSeen(
  part: MatchedSeries,
  { selectors }: SeriesQuestion,
  seen: SeriesOrdinals | null,
): Promise<[Bitmap, AsyncIterable<readonly IndexedSeries[]>]> {
  const candidates = await part.passingAny(selectors);
  if (seen !== null) candidates.positions.and(await part.among(seen));
  return [candidates.positions, part.series(candidates)];
}

async function* textsIn(
  series: AsyncIterable<readonly IndexedSeries[]>,
  textsOf: (labels: Labels) => readonly string[],
): AsyncGenerator<string[]> {
  for await (const some of series) yield some.flatMap(({ labels }) => textsOf(labels));
}
