/**
 * The metric store as its users see it: what is written in one request, and what a query reads back. Remote write and
 * OTLP write through it, the query operations read through it, and none of them knows how samples are kept.
 *
 * A sample is a time in whole milliseconds since the Unix epoch and a float64. The float is carried as its bits, two
 * 32-bit words with the lower one first, because a JavaScript number does not promise to keep the payload of a NaN, and
 * Prometheus gives one of them a meaning (`staleMarker`).
 */
import type { QuotaState } from "#src/http/rate-limit.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import type { QuotaCharge } from "../store/quota.ts";

/** The NaN that ends a series (Prometheus, model/value): 0x7ff0000000000002. */
export const staleMarker = { low: 2, high: 0x7ff00000 } as const;

/** Samples one after the other. `values` and `bits` are views of the same memory: sample i is `values[i]`. */
export interface SampleColumns {
  /** Milliseconds since the Unix epoch, whole. */
  readonly timestamps: Float64Array;
  readonly values: Float64Array;
  /** The lower word of sample i at `2 * i`, the upper one after it. */
  readonly bits: Uint32Array;
}

/** Whether sample `index` ends its series. */
export function isStale({ bits }: Pick<SampleColumns, "bits">, index: number): boolean {
  return bits[2 * index] === staleMarker.low && bits[2 * index + 1] === staleMarker.high;
}

/** Data of a series beside its floats. */
export type RecordKind = "histogram" | "exemplar";

/** A native histogram or an exemplar, as the bytes of its message in remote write 1.0 (prompb/types.proto). */
export interface MetricRecord {
  readonly kind: RecordKind;
  /** Milliseconds since the Unix epoch, whole. */
  readonly timestamp: number;
  readonly message: Buffer;
}

/** Messages with more bytes are refused: they are read as a whole when they are asked for. */
export const recordBytes: Readonly<Record<RecordKind, number>> = { histogram: 65_536, exemplar: 4_096 };

/** The metadata of a metric, by its name. */
export interface MetricMetadata {
  /** counter, gauge, histogram, gaugehistogram, summary, info, stateset or unknown. */
  readonly type: string;
  readonly help: string;
  readonly unit: string;
}

/**
 * What one request writes. A label set is the bytes of its `labels` fields in a remote-write 1.0 TimeSeries: for every
 * label, in the order of the names' bytes, `0a len 0a len name 12 len value`. A request that came over the wire
 * like that is written without its labels being read; `MetricBatchBuilder` makes them from text.
 */
export interface MetricBatch {
  /** Holds the label sets: series i is `labels.subarray(seriesStart[i], seriesEnd[i])`. */
  readonly labels: Buffer;
  readonly seriesStart: Uint32Array;
  readonly seriesEnd: Uint32Array;
  /** Of each sample, the index of its series. */
  readonly sampleSeries: Uint32Array;
  readonly samples: SampleColumns;
  /** Of each record, the index of its series. */
  readonly recordSeries: Uint32Array;
  readonly records: readonly MetricRecord[];
  readonly metadata: ReadonlyMap<string, MetricMetadata>;
}

/** A series of a batch that is refused, or single samples of it; the rest of the batch is stored. */
export interface MetricRejection {
  /** Index of the series in the batch. */
  readonly series: number;
  /** One line without the series' labels, for example `a timestamp is older than the retention of 395 days`. */
  readonly reason: string;
  readonly samples: number;
  readonly histograms: number;
  readonly exemplars: number;
}

/** The outcome of a batch, valid from the commit on. */
export interface MetricAppendOutcome {
  /** Stored now or before: a resend is a success. */
  readonly samples: number;
  readonly histograms: number;
  readonly exemplars: number;
  /** How many of those samples were known to be there already. */
  readonly duplicates: number;
  readonly rejected: readonly MetricRejection[];
  /** The state of each quota that was charged, in the order of the charges. */
  readonly quotas: readonly QuotaState[];
}

export interface MetricAppendOptions {
  /** Charged together: all of them or none. */
  readonly quotas: readonly QuotaCharge[];
}

/** A condition on one label. A series without the label has the value `""`. */
export interface LabelMatcher {
  readonly name: string;
  /** Takes time linear in the value's length. */
  readonly matches: (value: string) => boolean;
  /** The only values that can pass, where they are known: `=`, and alternatives of literal text. */
  readonly values?: readonly string[];
}

/** Both ends included, in milliseconds since the Unix epoch. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Names and values in turn, in the order of the names: `["__name__", "up", "job", "api"]`. Shared, never to be changed. */
export type Labels = readonly string[];

export interface SelectedSeries extends SampleColumns {
  readonly labels: Labels;
  /** In the order of their times; empty unless the selection asked for them. */
  readonly records: readonly MetricRecord[];
}

export interface SelectionLimits {
  /** Most series that may match. */
  readonly series: number;
  /**
   * Most samples and exemplars that may be read, those of the series' whole range. A histogram counts as what takes as much
   * memory, 16 bytes each.
   */
  readonly samples: number;
}

export interface Selection {
  /** All of them have to pass. */
  readonly matchers: readonly LabelMatcher[];
  /** Other lists of matchers: a series that passes one of them counts, too. */
  readonly alternatives?: readonly (readonly LabelMatcher[])[];
  readonly range: TimeRange;
  readonly limits: SelectionLimits;
  /** Reads these, too. */
  readonly records?: RecordKind;
  /** Whether numbers are not wanted. */
  readonly onlyRecords?: boolean;
}

/** A selection is larger than its limits. */
export class SelectionTooLarge extends Error {
  readonly of: keyof SelectionLimits;
  readonly limit: number;

  constructor(of: keyof SelectionLimits, limit: number) {
    super(`more than ${limit} ${of} match`);
    this.name = "SelectionTooLarge";
    this.of = of;
    this.limit = limit;
  }
}

/** The result takes more memory than a list may. */
export class ListTooLarge extends Error {
  /** `bytes` are those of the texts, roughly. */
  constructor(bytes: number) {
    super(`more than ${bytes} bytes of labels match: ask for less with matchers, start or limit`);
    this.name = "ListTooLarge";
  }
}

/** A question about series rather than samples. */
export interface SeriesQuestion {
  /** A series counts when it passes all matchers of one of these lists; every series does when there is no list. */
  readonly selectors: readonly (readonly LabelMatcher[])[];
  /** Only series with samples on one of its days (UTC) count. */
  readonly range: TimeRange;
  /** Most answers; those beyond are left out. */
  readonly limit: number;
}

export interface MetricStore {
  /**
   * Stores what can be stored and resolves after the commit; what is read later has it at once. Rejects with Problem
   * RATE_LIMITED when it is over a quota or OVERLOADED when too much is waiting or the database stays away, and nothing
   * is stored. After OVERLOADED a repeat is safe. Of two values for one series and instant the first that was written
   * stays; the second is rejected where this is seen at once, and never read where it is not.
   */
  append(tenant: Tenant, batch: MetricBatch, options: MetricAppendOptions): Promise<MetricAppendOutcome>;

  /** The reader of one query: every statement uses its connection and ends with it. */
  reader(connection: QueryConnection): MetricReader;

  /** Takes no more batches and resolves when those that wait are answered. */
  drain(): Promise<void>;
}

export interface MetricReader {
  /**
   * The series that match, with their samples of the range in the order of time, one for each instant; in the order of
   * their labels. Series without a sample there are left out. Throws SelectionTooLarge, and ListTooLarge for long labels.
   */
  select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]>;

  /** Sorted. Throws ListTooLarge, as the others do. */
  labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]>;

  /** Sorted. */
  labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]>;

  /** The label sets, in their order. */
  series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]>;

  /** The metadata of `metric`, or of all metrics that were written with some; at most `limit` names. */
  metadata(
    tenant: Tenant,
    question: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>>;
}
