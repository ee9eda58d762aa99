// SQL: one snapshot for the index, the segments and the blocks.
/** Reads metrics on one connection: what is compacted and what is not, as one. */
import { atOnce, inSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import { readBlocks } from "#src/storage/blocks/log.ts";
import { listSegments, readPayloads } from "#src/storage/blocks/segments.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { readBlock } from "./codec/block.ts";
import { type Contents, distinctRecords, type SampleRun, type SeriesRecord, sortedRun } from "./codec/columns.ts";
import { readSegment } from "./codec/segment.ts";
import { Slots } from "./codec/slots.ts";
import { compareText } from "./labels.ts";
import { bucketOf } from "./segment-maker.ts";
import type { SeriesIndex } from "./series-index.ts";
import type { SeriesIndexes } from "./series-indexes.ts";
import { emptyContents } from "./staging.ts";
import {
  type LabelMatcher,
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
} from "./store.ts";
import { metricTables } from "./tables.ts";

/**
 * Each statement has an index that gives its rows in order. For a tenant that the statistics do not know yet, PostgreSQL
 * would rather sort all that the tenant has, for every page.
 */
const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off`;

/** `last_day` of a series may be behind by this many days (series-retention.ts). */
export const lastDayLag = 8;

export class PostgresMetricReader implements MetricReader {
  readonly #connection: QueryConnection;
  readonly #indexes: SeriesIndexes;

  constructor(connection: QueryConnection, indexes: SeriesIndexes) {
    this.#connection = connection;
    this.#indexes = indexes;
  }

  async select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    return await this.#inSnapshot(async () => {
      const index = await this.#indexes.get(this.#connection, tenant);
      const matching = await sliced(index.match(selection.matchers, selection.limits.series), index);
      if (matching.length === 0) return [];
      // Numbers are given in the order of the labels, so what is sorted by number is in that order.
      matching.sort((a, b) => index.compare(a, b));
      const ids = Uint32Array.from(matching, (position) => index.id(position));
      const contents = await this.#read(tenant, selection, ids);
      const size = contents.samples.length + matching.length;
      const sorting = sortedRun(contents.samples, matching.length);
      const sorted = size < shortWork ? atOnce(sorting) : await inSlices(sorting);
      return selected(index, matching, sorted, distinctRecords(contents.records));
    });
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const names = new Set<string>();
    await this.#each(tenant, question, (labels) => {
      for (let i = 0; i < labels.length; i += 2) names.add(labels[i] as string);
    });
    return [...names].sort(compareText).slice(0, question.limit);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const values = new Set<string>();
    await this.#each(tenant, question, (labels) => {
      for (let i = 0; i < labels.length; i += 2) if (labels[i] === name) values.add(labels[i + 1] as string);
    });
    return [...values].sort(compareText).slice(0, question.limit);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return await this.#inSnapshot(async () => {
      const index = await this.#indexes.get(this.#connection, tenant);
      const matching = await this.#matching(index, question);
      matching.sort((a, b) => index.compare(a, b));
      return matching.slice(0, question.limit).map((position) => index.labels(position));
    });
  }

  async metadata(
    { projectId, environment }: Tenant,
    { metric, limit }: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    // Primary key (project_id, environment, name).
    const { rows } = await this.#connection.query<MetricMetadata & { name: string }>(
      `SELECT name, type, coalesce(help, '') AS help, coalesce(unit, '') AS unit FROM metric_names
       WHERE project_id = $1 AND environment = $2 AND ($3::text IS NULL OR name = $3) AND type IS NOT NULL
       ORDER BY name LIMIT $4`,
      [projectId, environment, metric ?? null, limit],
    );
    return new Map(rows.map(({ name, type, help, unit }) => [name, { type, help, unit }]));
  }

  async #each(tenant: Tenant, question: SeriesQuestion, take: (labels: Labels) => void): Promise<void> {
    await this.#inSnapshot(async () => {
      const index = await this.#indexes.get(this.#connection, tenant);
      const matching = await this.#matching(index, question);
      await sliced(
        (function* (): Sliceable<void> {
          for (const [at, position] of matching.entries()) {
            if (at % 4096 === 4095) yield;
            take(index.labels(position));
          }
        })(),
        index,
      );
    });
  }

  async #matching(index: SeriesIndex, { selectors, range }: SeriesQuestion): Promise<number[]> {
    const all = new Set<number>();
    const lists: readonly (readonly LabelMatcher[])[] = selectors.length > 0 ? selectors : [[]];
    for (const matchers of lists) {
      this.#connection.signal.throwIfAborted();
      for (const position of await sliced(index.match(matchers, Number.POSITIVE_INFINITY), index)) all.add(position);
    }
    const firstDay = Number.isFinite(range.fromMs) ? dayOf(range.fromMs) - lastDayLag : Number.NEGATIVE_INFINITY;
    return [...all].filter((position) => index.lastDay(position) >= firstDay);
  }

  /** What was written, the earlier first, of the series with these ids, numbered by their positions. */
  async #read(tenant: Tenant, { range, limits, records }: Selection, ids: Uint32Array): Promise<Contents> {
    const { fromMs, toMs } = range;
    const { signal } = this.#connection;
    const contents = emptyContents();
    const slots = Slots.of(ids);
    const rising = ids.toSorted();
    const buckets = [...new Set(Array.from(rising, bucketOf))];
    const check = () => {
      signal.throwIfAborted();
      if (contents.samples.length > limits.samples) throw new SelectionTooLarge("samples", limits.samples);
      if (records === undefined) contents.records.length = 0;
    };
    const listed = await listSegments(this.#connection, metricTables, tenant, buckets, fromMs, toMs);
    const wanted = listed.filter(({ firstKey, lastKey }) => hasBetween(rising, firstKey, lastKey));
    const slice = new Slice();
    for await (const payload of readPayloads(this.#connection, metricTables, tenant, wanted)) {
      if (slice.isOver) await slice.next();
      readSegment(payload, slots, fromMs, toMs, contents);
      check();
    }
    for await (const { payload, items } of readBlocks(this.#connection, metricTables, tenant, fromMs, toMs)) {
      if (slice.isOver) await slice.next();
      const reading = readBlock(payload, slots, fromMs, toMs, contents);
      if (items < longBlock) atOnce(reading);
      else await inSlices(reading);
      check();
    }
    return { samples: contents.samples, records: contents.records.filter(({ kind }) => kind === records) };
  }

  /** What compaction moves meanwhile is seen either before or after. */
  async #inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    await this.#connection.query(begin);
    try {
      return await work();
    } finally {
      // Nothing was written. A connection that is lost or cancelled is given up by its pool.
      await this.#connection.query("ROLLBACK").catch(() => {});
    }
  }
}

/** Fewer series and samples are done without a pause. */
const shortWork = 10_000;
/** A block with fewer samples is read without a pause. */
const longBlock = 100_000;

async function sliced<T>(work: Sliceable<T>, { length }: SeriesIndex): Promise<T> {
  return length < shortWork ? atOnce(work) : await inSlices(work);
}

/** Whether one of the rising numbers is from `first` to `last`. */
function hasBetween(rising: Uint32Array, first: number, last: number): boolean {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return low < rising.length && (rising[low] as number) <= last;
}

/** The series of a sorted run, numbered by their positions in `matching`, that have anything. */
function selected(
  index: SeriesIndex,
  matching: readonly number[],
  { series, timestamps, bits, length }: SampleRun,
  records: readonly SeriesRecord[],
): SelectedSeries[] {
  const recordsOf = Map.groupBy(records, (record) => record.series);
  const all: SelectedSeries[] = [];
  let start = 0;
  for (const [slot, position] of matching.entries()) {
    let end = start;
    while (end < length && series[end] === slot) end++;
    const found = recordsOf.get(slot) ?? [];
    if (end > start || found.length > 0) {
      all.push({
        labels: index.labels(position),
        timestamps: timestamps.subarray(start, end),
        bits: bits.subarray(2 * start, 2 * end),
        values: new Float64Array(bits.buffer, 8 * start, end - start),
        records: found.map(({ kind, timestamp, message }) => ({ kind, timestamp, message })),
      });
    }
    start = end;
  }
  return all;
}
