/** What PromQL reads for one tenant: series of the metric store as its source wants them, and exemplars. */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { Tenant } from "../records.ts";
import { decodeExemplar, type Exemplar } from "./exemplar.ts";
import { type BucketList, decodeHistogram, type NativeHistogram } from "./native-histogram.ts";
import { QueryError } from "./promql/errors.ts";
import { tooManySamples } from "./promql/evaluation/budget.ts";
import { coarser } from "./promql/histograms/arithmetic.ts";
import type { Buckets, FloatHistogram } from "./promql/histograms/histogram.ts";
import { isReset } from "./promql/histograms/resets.ts";
import { queryLimits } from "./promql/limits.ts";
import type { HistogramSample, Source, SourceSeries } from "./promql/source.ts";
import type { Matcher } from "./promql/syntax/tree.ts";
import {
  isStale,
  type Labels,
  ListTooLarge,
  type MetricReader,
  type MetricRecord,
  type SelectedSeries,
  SelectionTooLarge,
  type TimeRange,
} from "./store.ts";

export interface ExemplarSeries {
  readonly labels: Labels;
  /** In the order of time (ms since the Unix epoch); at least one. */
  readonly exemplars: readonly (Exemplar & { readonly timestamp: number })[];
}

export class TenantSource implements Source {
  readonly reader: MetricReader;
  readonly tenant: Tenant;

  constructor(reader: MetricReader, tenant: Tenant) {
    this.reader = reader;
    this.tenant = tenant;
  }

  async select(matchers: readonly Matcher[], range: TimeRange, samples: number): Promise<SourceSeries[]> {
    const limits = { series: queryLimits.series, samples };
    try {
      const selected = await this.reader.select(this.tenant, { matchers, range, limits, records: "histogram" });
      return await fromNowInSlices(sourceSeries(selected));
    } catch (error) {
      if (error instanceof ListTooLarge) throw new QueryError("execution", error.message);
      if (!(error instanceof SelectionTooLarge)) throw error;
      if (error.of === "samples") throw tooManySamples();
      throw new QueryError("execution", `query selects too much: ${error.message}`);
    }
  }

  /** In the order of the series' labels. Throws QueryError execution when there are more than one answer may hold. */
  async exemplars(selectors: Iterable<readonly Matcher[]>, range: TimeRange): Promise<ExemplarSeries[]> {
    if (range.toMs < range.fromMs) throw new QueryError("bad_data", "end timestamp must not be before start timestamp");
    const found = new FoundExemplars();
    const limits = { series: queryLimits.series, samples: queryLimits.exemplars };
    for (const matchers of selectors) {
      const selection = { matchers, range, limits, records: "exemplar", onlyRecords: true } as const;
      try {
        await fromNowInSlices(found.add(await this.reader.select(this.tenant, selection)));
      } catch (error) {
        if (!(error instanceof SelectionTooLarge)) throw error;
        throw tooManyExemplars(error.of === "samples" ? "exemplars" : error.of, error.limit);
      }
    }
    return [...found.series.values()];
  }
}

/** The exemplars of all selectors of a query, each series once, within `queryLimits`. */
class FoundExemplars {
  readonly series = new Map<string, ExemplarSeries>();
  #count = 0;
  #bytes = 0;

  /** Throws QueryError execution beyond the limits. */
  *add(selected: readonly SelectedSeries[]): Sliceable<void> {
    for (const { labels, records } of selected) {
      const key = labels.join("\0");
      if (records.length === 0 || this.series.has(key)) continue;
      this.#count += records.length;
      for (const { message } of records) this.#bytes += message.length;
      if (this.#count > queryLimits.exemplars) throw tooManyExemplars("exemplars", queryLimits.exemplars);
      if (this.#bytes > queryLimits.exemplarBytes)
        throw tooManyExemplars("bytes of exemplars", queryLimits.exemplarBytes);
      const exemplars: ExemplarSeries["exemplars"][number][] = [];
      for (const { timestamp, message } of records) {
        exemplars.push({ ...decodeExemplar(message), timestamp });
        if (exemplars.length % sliceExemplars === 0) yield;
      }
      this.series.set(key, { labels, exemplars });
      yield;
    }
  }
}

/** Exemplars that are decoded without a pause. */
const sliceExemplars = 256;

function tooManyExemplars(what: string, limit: number): QueryError {
  return new QueryError("execution", `query selects too much: more than ${limit} ${what} match`);
}

/** Samples that are looked at without a pause. */
const sliceSamples = 16_384;

function* sourceSeries(selected: readonly SelectedSeries[]): Sliceable<SourceSeries[]> {
  const all: SourceSeries[] = [];
  for (const series of selected) {
    const { labels, timestamps, values, records } = series;
    const stale: number[] = [];
    for (let from = 0; from < values.length; from += sliceSamples) {
      if (from > 0) yield;
      const to = Math.min(values.length, from + sliceSamples);
      for (let index = from; index < to; index++)
        if (Number.isNaN(values[index]) && isStale(series, index)) stale.push(index);
    }
    const histograms = records.length === 0 ? [] : yield* histogramSamples(records);
    all.push({ labels, timestamps, values, stale, histograms });
    yield;
  }
  return all;
}

/** Resets that senders declare are completed by those that are seen between neighbours; after a reset Prometheus knows nothing either. */
function* histogramSamples(records: readonly MetricRecord[]): Sliceable<HistogramSample[]> {
  const samples: HistogramSample[] = [];
  let before: FloatHistogram | null = null;
  for (const { timestamp, message } of records) {
    const decoded = decodeHistogram(message);
    let histogram = decoded === null ? null : floatHistogram(decoded);
    if (histogram?.hint === "unknown" && before !== null && !isReset(histogram, before))
      histogram = { ...histogram, hint: "not_reset" };
    before = histogram;
    samples.push({ timestamp, histogram });
    yield;
  }
  return samples;
}

/** Finer histograms are answered at this schema, to which Prometheus makes them coarser when they are written. */
const finestSchema = 8;

export function floatHistogram(native: NativeHistogram): FloatHistogram {
  const { count, sum, zeroThreshold, zeroCount, positive, negative, customBounds, resetHint } = native;
  const schema = Math.min(native.schema, finestSchema);
  const atSchema = (list: BucketList) => coarser(bucketsOf(list), native.schema, schema);
  const buckets = { positive: atSchema(positive), negative: atSchema(negative) };
  return { count, sum, schema, zeroThreshold, zeroCount, ...buckets, bounds: customBounds, hint: resetHint };
}

function bucketsOf({ spans, counts }: BucketList): Buckets {
  const indexes: number[] = [];
  let index = 0;
  for (const { offset, length } of spans) {
    index += offset;
    // Buckets beyond the counts are empty, whatever the spans say.
    for (let left = Math.min(length, counts.length - indexes.length); left > 0; left--) indexes.push(index++);
    if (indexes.length === counts.length) break;
  }
  return { indexes, counts: counts.slice(0, indexes.length) };
}
