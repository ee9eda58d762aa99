// SQL: one snapshot for the index, the segments and the blocks.
/** Reads metrics on one connection: what is compacted and what is not, as one. */
import { fromNowInSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import { listBlocks } from "#src/storage/blocks/log.ts";
import { listSegments } from "#src/storage/blocks/segments.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import type { Tenant } from "../records.ts";
import { type Contents, distinctRecords, type SeriesRecord } from "./codec/columns.ts";
import { GatheredSamples } from "./codec/gathered.ts";
import { readSegment } from "./codec/segment.ts";
import { SeriesOrdinals } from "./codec/series-ordinals.ts";
import { readSortedBlock } from "./codec/sorted-block.ts";
import type { IndexedSeries } from "./label-index/pages.ts";
import { bucketOf } from "./segment-maker.ts";
import { SeriesCatalog, type SeriesSources } from "./series-catalog.ts";
import {
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type MetricRecord,
  type SampleColumns,
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
  ${setLocally({ enable_sort: "off", enable_bitmapscan: "off", enable_seqscan: "off" })}`;

export class PostgresMetricReader implements MetricReader {
  readonly #connection: QueryConnection;
  readonly #sources: SeriesSources;

  constructor(connection: QueryConnection, sources: SeriesSources) {
    this.#connection = connection;
    this.#sources = sources;
  }

  async select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    return await this.#inSnapshot(tenant, async (catalog) => {
      // Numbers are given in the order of the labels, so what is sorted by number is in that order.
      const matching = await catalog.matching(selection);
      if (matching.length === 0) return [];
      const ids = Uint32Array.from(matching, ({ id }) => id);
      const contents = await this.#read(tenant, selection, ids);
      return await fromNowInSlices(selected(matching, contents));
    });
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    return await this.#inSnapshot(tenant, (catalog) => catalog.labelNames(question));
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    return await this.#inSnapshot(tenant, (catalog) => catalog.labelValues(name, question));
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return await this.#inSnapshot(tenant, (catalog) => catalog.series(question));
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

  /** Reads the writes to the series with these ids, earlier first, numbered by their positions. */
  async #read(
    tenant: Tenant,
    { range, limits, records, onlyRecords = false }: Selection,
    ids: Uint32Array,
  ): Promise<Contents<GatheredSamples>> {
    const { fromMs, toMs } = range;
    const { signal } = this.#connection;
    const contents: Contents<GatheredSamples> = { samples: new GatheredSamples(ids.length), records: [], onlyRecords };
    const ordinals = SeriesOrdinals.of(ids);
    const rising = ids.toSorted();
    const buckets = [...new Set(Array.from(rising, bucketOf))];
    let weighed = 0;
    let weight = 0;
    const check = () => {
      signal.throwIfAborted();
      if (records === undefined) contents.records.length = 0;
      for (; weighed < contents.records.length; weighed++) weight += weightOf(contents.records[weighed]);
      if (contents.samples.length + weight > limits.samples) throw new SelectionTooLarge("samples", limits.samples);
    };
    // Both are asked for before either is waited for: on a busy machine each answer takes its time.
    const blocks = listBlocks(this.#connection, metricTables, tenant, fromMs, toMs);
    const firstBlocks = blocks.next();
    firstBlocks.catch(() => {});
    const listed = await listSegments(this.#connection, metricTables, tenant, buckets, fromMs, toMs);
    const wanted = listed.filter(
      ({ firstKey, lastKey }) => firstFrom(rising, lastKey + 1) > firstFrom(rising, firstKey),
    );
    const slice = new Slice();
    const { kept } = this.#sources;
    for await (const segment of kept.segments(this.#connection, tenant, wanted)) {
      if (slice.isOver) await slice.next();
      readSegment(segment, ordinals, fromMs, toMs, contents);
      check();
    }
    for (let some = await firstBlocks; some.done !== true; some = await blocks.next())
      for await (const block of kept.blocks(this.#connection, tenant, some.value)) {
        if (slice.isOver) await slice.next();
        readSortedBlock(block, ordinals, fromMs, toMs, contents);
        check();
      }
    return { samples: contents.samples, records: contents.records.filter(({ kind }) => kind === records) };
  }

  /** Reads in one snapshot. Samples that compaction moves meanwhile are seen either before or after. */
  async #inSnapshot<T>(tenant: Tenant, work: (catalog: SeriesCatalog) => Promise<T>): Promise<T> {
    const begun = this.#connection.query(begin);
    begun.catch(() => {});
    try {
      const found = await work(new SeriesCatalog(this.#connection, tenant, this.#sources));
      await begun;
      return found;
    } finally {
      // Nothing was written. A connection that is lost or cancelled is given up by its pool.
      await this.#connection.query("ROLLBACK").catch(() => {});
    }
  }
}

/** The weight of a record. */
function weightOf(record: SeriesRecord | undefined): number {
  return record?.kind === "histogram" ? 1 + (record.message.length >> 4) : 1;
}

/** The position of the first of the rising numbers that is not less. */
function firstFrom(rising: Uint32Array, least: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The series that have anything, numbered by their positions in `matching`. */
function* selected(
  matching: readonly IndexedSeries[],
  contents: Contents<GatheredSamples>,
): Sliceable<SelectedSeries[]> {
  const samples = yield* contents.samples.series();
  const records = yield* distinctRecords(contents.records);
  const all: SelectedSeries[] = [];
  let first = 0;
  for (const [ordinal, { labels }] of matching.entries()) {
    if (ordinal % sliceSeries === sliceSeries - 1) yield;
    let last = first;
    while (last < records.length && records[last]?.series === ordinal) last++;
    const columns = samples[ordinal] ?? noSamples;
    if (columns !== noSamples || last > first)
      all.push({
        labels,
        ...columns,
        records: last > first ? records.slice(first, last) : noRecords,
      });
    first = last;
  }
  return all;
}

const noSamples: SampleColumns = {
  timestamps: new Float64Array(0),
  values: new Float64Array(0),
  bits: new Uint32Array(0),
};
const noRecords: readonly MetricRecord[] = [];
const sliceSeries = 4_096;
