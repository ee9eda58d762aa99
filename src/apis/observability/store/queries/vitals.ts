// SQL: labels of days.
/** Web vitals as series of metrics: what the metric store is for samples, for web vitals. */
import { fromNowInSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { nameLabel } from "../../metrics/label-bytes.ts";
import { compareLabels, compareText, passing } from "../../metrics/labels.ts";
import { slicedOrder, slicedSort } from "../../metrics/sliced-sort.ts";
import {
  type LabelMatcher,
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type SampleColumns,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
  type TimeRange,
} from "../../metrics/store.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks, readChunks, steadily } from "../blocks/chunks.ts";
import type { HeadOf } from "../blocks/kind.ts";
import { isoDay } from "../partitions.ts";
import { clockGraceMs, copyStates, replaceWindowMs, settle, VitalCopies } from "../vital-copies.ts";
import {
  addCopiesOf,
  addCopy,
  type VitalRecords,
  type VitalSeries,
  vitalRecords,
  vitalSeriesOf,
} from "../vital-records.ts";

/** The metrics, and what they are to whoever asks for metadata. */
const vitalMetrics: Readonly<Record<string, MetricMetadata>> = {
  "rum.cls": { type: "gauge", help: "Cumulative Layout Shift, of each page view.", unit: "" },
  "rum.fid": { type: "gauge", help: "First Input Delay, of each page view.", unit: "milliseconds" },
  "rum.inp": { type: "gauge", help: "Interaction to Next Paint, of each page view.", unit: "milliseconds" },
  "rum.lcp": { type: "gauge", help: "Largest Contentful Paint, of each page view.", unit: "milliseconds" },
  "rum.ttfb": { type: "gauge", help: "Time to First Byte, of each page view.", unit: "milliseconds" },
};

/** Copies of vitals that a selection may hold beyond those that it may return: reports of other series, and those that others replace. */
const mostOthers = 1_000_000;
/** PostgreSQL's timestamps go further, JavaScript's do not. */
const longest = { first: Date.UTC(1970, 0, 1), last: Date.UTC(2262, 0, 1) };

export class VitalReader implements MetricReader {
  readonly #connection: QueryConnection;

  constructor(connection: QueryConnection) {
    this.#connection = connection;
  }

  async select(tenant: Tenant, { matchers, range, limits, onlyRecords }: Selection): Promise<SelectedSeries[]> {
    const names = namesOf([matchers]);
    if (names.length === 0 || onlyRecords === true) return [];
    const [from, to] = within(range);
    const matching = new MatchingSeries(names, matchers, limits.series, this.#connection.signal);
    const most = limits.samples + mostOthers;
    const copies = await steadily(() => copiesBetween(this.#connection, tenant, names, [from, to], matching, most));
    await fromNowInSlices(settle(copies));
    const points = await fromNowInSlices(pointsOf(copies, [from, to], matching.labels.length));
    if (points.reduce((sum, { length }) => sum + length, 0) > limits.samples)
      throw new SelectionTooLarge("samples", limits.samples);
    const selected: SelectedSeries[] = [];
    for (const [series, indexes] of points.entries()) {
      if (indexes.length === 0) continue;
      const labels = matching.labels[series] as Labels;
      selected.push({ labels, records: [], ...(await fromNowInSlices(samplesOf(copies, indexes))) });
    }
    return await fromNowInSlices(slicedSort(selected, (a, b) => compareLabels(a.labels, b.labels)));
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const names = new Set<string>();
    for (const labels of await this.#all(tenant, question))
      for (let at = 0; at < labels.length; at += 2) names.add(labels[at] ?? "");
    return [...names].sort().slice(0, question.limit);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const values = new Set<string>();
    for (const labels of await this.#all(tenant, question))
      for (let at = 0; at < labels.length; at += 2) if (labels[at] === name) values.add(labels[at + 1] ?? "");
    return [...values].sort(compareText).slice(0, question.limit);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return (await this.#all(tenant, question)).sort(compareLabels).slice(0, question.limit);
  }

  /** In no order, and more than the limit. */
  async #all(tenant: Tenant, { selectors, range }: Omit<SeriesQuestion, "limit">): Promise<Labels[]> {
    const names = namesOf(selectors);
    if (names.length === 0) return [];
    const [from, to] = within(range);
    // Primary key (project_id, environment, day, url, name, rating). A vital of the last day may have got its labels the day after.
    const { rows } = await this.#connection.query<VitalSeries>(
      `SELECT DISTINCT name, url, rating FROM web_vital_series
       WHERE project_id = $1 AND environment = $2 AND name = ANY ($3) AND day >= $4 AND day <= $5`,
      [tenant.projectId, tenant.environment, names, isoDay(from), isoDay(to + replaceWindowMs)],
    );
    const all = rows.map((row) => ({ labels: labelsOf(row) }));
    const found = selectors.length === 0 ? all : await passing(all, selectors, this.#connection.signal);
    return found.map(({ labels }) => labels);
  }

  async metadata(
    tenant: Tenant,
    { metric, limit }: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    const range = { fromMs: longest.first, toMs: longest.last };
    const everything = { selectors: [], range, limit: Number.POSITIVE_INFINITY };
    const stored = await this.labelValues(tenant, nameLabel, everything);
    const named = stored.filter((name) => metric === undefined || metric === name).slice(0, limit);
    return new Map(named.flatMap((name) => (vitalMetrics[name] === undefined ? [] : [[name, vitalMetrics[name]]])));
  }
}

/** The series that a selection is of. They have numbers, from 1 in the order in which they were found. */
class MatchingSeries {
  readonly labels: Labels[] = [];
  readonly #names: ReadonlySet<string>;
  readonly #matchers: readonly LabelMatcher[];
  readonly #most: number;
  readonly #signal: AbortSignal;
  readonly #numbers = new Map<string, number>();

  constructor(names: readonly string[], matchers: readonly LabelMatcher[], most: number, signal: AbortSignal) {
    this.#names = new Set(names);
    this.#matchers = matchers;
    this.#most = most;
    this.#signal = signal;
  }

  /**
   * Of each record of a chunk the number of its series: 0 where that does not match, −1 where it is of another metric. Throws
   * SelectionTooLarge.
   */
  async in({ series: { values, places } }: HeadOf<VitalRecords>): Promise<(index: number) => number> {
    const named = values.map((text, place) => ({ place, text, series: vitalSeriesOf(text) }));
    const all = named.filter(({ series }) => this.#names.has(series.name));
    const numbers = new Int32Array(values.length).fill(-1);
    for (const { place } of all) numbers[place] = 0;
    const labelled = all.map((one) => ({ ...one, labels: labelsOf(one.series) }));
    const found = await passing(labelled, [this.#matchers], this.#signal);
    const matching = new Map(found.map((one) => [one.place, one]));
    return (index) => {
      const place = places[index] as number;
      const number = numbers[place] as number;
      const one = number === 0 ? matching.get(place) : undefined;
      if (one === undefined) return number;
      // Only series of which something is read are counted.
      const own = this.#numberOf(one.text, one.labels);
      numbers[place] = own;
      return own;
    };
  }

  #numberOf(text: string, labels: Labels): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.labels.length === this.#most) throw new SelectionTooLarge("series", this.#most);
    const number = this.labels.push(labels);
    this.#numbers.set(text, number);
    return number;
  }
}

/** All copies that a point of the range may come from, or be replaced by. */
async function copiesBetween(
  db: QueryConnection,
  tenant: Tenant,
  names: readonly string[],
  [from, to]: readonly [number, number],
  matching: MatchingSeries,
  most: number,
): Promise<VitalCopies> {
  const copies = new VitalCopies();
  const slice = new Slice();
  /** Adds what `is` says of a time and of the number of a series. */
  const add = async (
    chunks: readonly ChunkAbout[],
    is: (at: number, series: number, head: HeadOf<VitalRecords>, index: number) => boolean,
  ) => {
    for await (const { about, head, body } of readChunks(db, vitalRecords, tenant, chunks, true)) {
      const seriesOf = await matching.in(head);
      for (let index = 0; index < head.low.length; index++) {
        if (slice.isOver) await slice.next();
        const at = Number(head.receivedAt.get(index));
        const series = seriesOf(index);
        if (series < 0 || !is(at, series, head, index)) continue;
        if (copies.length === most) throw new SelectionTooLarge("samples", most - mostOthers);
        addCopy(copies, { head, body }, index, about.blockId, series);
      }
    }
  };
  const since = Math.min(from, await earliestBlock(db, tenant)) - replaceWindowMs;
  const listed = await listChunks(db, vitalRecords, tenant, {
    fromMs: since,
    toMs: to + replaceWindowMs,
    receivedFrom: since,
    tokens: [{ column: "filter", quality: "name", values: names }],
  });
  listed.reverse();
  const [blocks, segments] = [listed.filter(isBlock), listed.filter((about) => !isBlock(about))];
  // What has come in the range, and what has come since and may replace it.
  const first = from - clockGraceMs;
  const last = to + replaceWindowMs;
  await add(
    blocks.filter(({ lastKey }) => lastKey >= first),
    (at) => at >= first && at < last,
  );
  const reported = copies.table;
  // What has come earlier of the same vitals, while no compaction has settled whose the first report is.
  const earlier = blocks.filter(({ firstKey }) => firstKey < first);
  if (copies.length > 0) await addCopiesOf(copies, reported, db, tenant, earlier, [0, first - 1]);
  const [earliest] = copies.bounds;
  const before = segments.filter(({ firstKey, lastKey }) => firstKey < from && lastKey > earliest - replaceWindowMs);
  await addCopiesOf(copies, reported, db, tenant, before, [0, from - 1]);
  await add(
    segments.filter(({ firstKey, lastKey }) => firstKey <= to && lastKey >= from),
    (at, series, head, index) =>
      at >= from &&
      at <= to &&
      (series > 0 || head.replaces.get(index) === 1 || reported.find(head.low.get(index), head.high.get(index)) >= 0),
  );
  return copies;
}

const isBlock = ({ blockId }: ChunkAbout): boolean => blockId !== null;

/** When the first report of the blocks came (ms). Read before they are listed, it is no later than that of those that are listed. */
async function earliestBlock(db: QueryConnection, { projectId, environment }: Tenant): Promise<number> {
  // Primary key (project_id, environment, block_id).
  const { rows } = await db.query<{ first: string | null }>(
    `SELECT min(first_key) AS first FROM ${vitalRecords.tables.blocks} WHERE project_id = $1 AND environment = $2`,
    [projectId, environment],
  );
  return Number(rows[0]?.first ?? Number.POSITIVE_INFINITY);
}

/** Steps between two pauses. */
const sliceSteps = 4_096;

/** For each series, where its points are among the copies, about in the order of their times. */
function* pointsOf(
  { at, states, series, length }: VitalCopies,
  [from, to]: readonly [number, number],
  count: number,
): Sliceable<Uint32Array[]> {
  const isPoint = (index: number) =>
    series[index] !== 0 &&
    states[index] !== copyStates.replaced &&
    (at[index] as number) >= from &&
    (at[index] as number) <= to;
  const lengths = new Uint32Array(count + 1);
  for (let index = 0; index < length; index++) {
    if (index % sliceSteps === 0) yield;
    const number = series[index] as number;
    if (isPoint(index)) lengths[number] = (lengths[number] as number) + 1;
  }
  const points = Array.from({ length: count }, (_, at) => new Uint32Array(lengths[at + 1] as number));
  lengths.fill(0);
  for (let index = 0; index < length; index++) {
    if (index % sliceSteps === 0) yield;
    if (!isPoint(index)) continue;
    const number = series[index] as number;
    const place = lengths[number] as number;
    (points[number - 1] as Uint32Array)[place] = index;
    lengths[number] = place + 1;
  }
  return points;
}

/**
 * The samples of a series, one in each millisecond: visitors of one page may be measured in the same one. The last of them counts when it came, the
 * others a millisecond apart before it, so that what has come is found at once.
 */
function* samplesOf({ at, identities, bits }: VitalCopies, indexes: Uint32Array): Sliceable<SampleColumns> {
  const compare = (a: number, b: number): number => {
    const [x, y] = [indexes[a] as number, indexes[b] as number];
    return (
      (at[x] as number) - (at[y] as number) ||
      (identities[2 * x] as number) - (identities[2 * y] as number) ||
      (identities[2 * x + 1] as number) - (identities[2 * y + 1] as number)
    );
  };
  let inOrder = 1;
  while (inOrder < indexes.length && compare(inOrder - 1, inOrder) <= 0) if (inOrder++ % sliceSteps === 0) yield;
  const order = inOrder < indexes.length ? yield* slicedOrder(indexes.length, compare) : null;
  const timestamps = new Float64Array(indexes.length);
  const values = new Float64Array(indexes.length);
  const words = new Uint32Array(values.buffer);
  let next = Number.POSITIVE_INFINITY;
  for (let place = indexes.length - 1; place >= 0; place--) {
    if (place % sliceSteps === 0) yield;
    const index = indexes[order?.[place] ?? place] as number;
    next = Math.min(at[index] as number, next - 1);
    timestamps[place] = next;
    words[2 * place] = bits[2 * index] as number;
    words[2 * place + 1] = bits[2 * index + 1] as number;
  }
  return { timestamps, values, bits: words };
}

/** The metrics that one of the selectors may mean; all of them without any. */
function namesOf(selectors: readonly (readonly LabelMatcher[])[]): string[] {
  const ofName = selectors.map((matchers) => matchers.filter(({ name }) => name === nameLabel));
  return Object.keys(vitalMetrics).filter(
    (metric) => ofName.length === 0 || ofName.some((matchers) => matchers.every(({ matches }) => matches(metric))),
  );
}

function within({ fromMs, toMs }: TimeRange): readonly [number, number] {
  const date = (ms: number) => Math.min(Math.max(ms, longest.first), longest.last);
  return [date(fromMs), date(toMs)];
}

/** In the order of their names; what was not given is no label. */
function labelsOf({ name, rating, url }: VitalSeries): Labels {
  const labels = [nameLabel, name];
  if (rating !== "") labels.push("rating", rating);
  if (url !== "") labels.push("url", url);
  return labels;
}
