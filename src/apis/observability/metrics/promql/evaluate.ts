/**
 * Evaluates expressions over what a reader selects: the samples of each series as columns, which functions and operators
 * will take in the same way. Moments are in ms since the Unix epoch. Which sample counts is as in Prometheus 2: the newest
 * that is at most five minutes old, both ends included, unless it is a stale marker.
 */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { Tenant } from "../../records.ts";
import { isStaleHistogram } from "../native-histogram.ts";
import {
  isStale,
  type Labels,
  type MetricReader,
  type MetricRecord,
  type SelectedSeries,
  SelectionTooLarge,
  type TimeRange,
} from "../store.ts";
import type { Expression, MatrixSelector, VectorSelector } from "./expression.ts";
import { lookbackMs, queryLimits } from "./limits.ts";
import { QueryError } from "./query-error.ts";

/** The moments of an evaluation: `start`, then every `step` up to `end`. */
export interface Period {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** A native histogram as it came (native-histogram.ts): it is read when it is written down. */
export interface HistogramSample {
  readonly timestamp: number;
  readonly message: Buffer;
}

/** A series of a result. Its samples are numbers, histograms or some of each, in the order of time. */
export interface ResultSeries {
  readonly labels: Labels;
  readonly timestamps: Float64Array;
  readonly values: Float64Array;
  readonly histograms: readonly HistogramSample[];
}

/** `series` are computed while they are read, each once, in the order of their labels; none is without a sample. */
export type Result = (
  | { readonly type: "vector" | "matrix"; readonly series: Iterable<ResultSeries> }
  | { readonly type: "scalar"; readonly timestamp: number; readonly value: number }
  | { readonly type: "string"; readonly timestamp: number; readonly value: string }
) & {
  /** What is held until the result has been read, roughly. */
  readonly bytes: number;
};

/** What an evaluation reads, and for whom. */
export interface Source {
  readonly reader: MetricReader;
  readonly tenant: Tenant;
}

/** Throws QueryError execution when the query is too large. */
export async function evaluateAt(expression: Expression, timestamp: number, source: Source): Promise<Result> {
  switch (expression.kind) {
    case "scalar":
      return { type: "scalar", timestamp, value: expression.value, bytes: 0 };
    case "string":
      return { type: "string", timestamp, value: expression.value, bytes: expression.value.length };
    case "vector": {
      const period = { start: timestamp, end: timestamp, step: 1 };
      return { type: "vector", ...(await steps(expression, period, source)) };
    }
    case "matrix": {
      const to = momentOf(expression, timestamp, { start: timestamp, end: timestamp });
      const selected = await select(expression, { fromMs: to - expression.rangeMs, toMs: to }, source);
      const bytes = bytesOf(selected);
      return { type: "matrix", series: withSamples(await fromNowInSlices(withoutMarkers(selected)), samplesOf), bytes };
    }
  }
}

/** Throws QueryError bad_data for what has no value at each moment, and execution when the query is too large. */
export async function evaluateOver(expression: Expression, period: Period, source: Source): Promise<Result> {
  switch (expression.kind) {
    case "vector":
      return { type: "matrix", ...(await steps(expression, period, source)) };
    case "scalar":
      return { type: "matrix", series: [constant(expression.value, period)], bytes: 0 };
    default: {
      const kind = expression.kind === "matrix" ? "range vector" : "string";
      const detail = `invalid expression type "${kind}" for range query, must be Scalar or instant Vector`;
      throw new QueryError("bad_data", detail);
    }
  }
}

function constant(value: number, { start, end, step }: Period): ResultSeries {
  const timestamps = Float64Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, at) => start + at * step);
  return { labels: [], timestamps, values: new Float64Array(timestamps.length).fill(value), histograms: [] };
}

async function steps(selector: VectorSelector, period: Period, source: Source) {
  const { start, end, step } = period;
  const first = momentOf(selector, start, period);
  const last = momentOf(selector, end, period);
  const selected = await select(selector, { fromMs: first - lookbackMs, toMs: last }, source);
  const moments = Math.floor((end - start) / step) + 1;
  if (selected.length * moments > queryLimits.points)
    throw new QueryError("execution", `query answers too much: more than ${queryLimits.points} points`);
  const series = withSamples(selected, (each) => stepsOf(each, selector, period));
  return { series, bytes: bytesOf(selected) };
}

/** Labels are shared with the store's own memory, mostly. */
function bytesOf(selected: readonly SelectedSeries[]): number {
  let bytes = 0;
  for (const { timestamps, records } of selected) {
    bytes += 200 + 16 * timestamps.length;
    for (const { message } of records) bytes += 100 + message.length;
  }
  return bytes;
}

/** When a selector looks, for an evaluation at `timestamp`. */
function momentOf({ at, offsetMs }: VectorSelector | MatrixSelector, timestamp: number, ends: Omit<Period, "step">) {
  const moment = at === null ? timestamp : typeof at === "number" ? at : ends[at];
  return moment - offsetMs;
}

async function select(
  { matchers }: VectorSelector | MatrixSelector,
  range: TimeRange,
  { reader, tenant }: Source,
): Promise<SelectedSeries[]> {
  try {
    return await reader.select(tenant, { matchers, range, limits: queryLimits, records: "histogram" });
  } catch (error) {
    if (!(error instanceof SelectionTooLarge)) throw error;
    throw new QueryError("execution", `query selects too much: ${error.message}`);
  }
}

function* withSamples(
  selected: readonly SelectedSeries[],
  read: (series: SelectedSeries) => ResultSeries,
): Generator<ResultSeries> {
  for (const series of selected) {
    const result = read(series);
    if (result.timestamps.length + result.histograms.length > 0) yield result;
  }
}

/** The series without the markers among their histograms; what marks an end among numbers stays. */
function* withoutMarkers(selected: readonly SelectedSeries[]): Sliceable<SelectedSeries[]> {
  const all: SelectedSeries[] = [];
  let looked = 0;
  for (const series of selected) {
    const records: MetricRecord[] = [];
    for (const record of series.records) {
      if (++looked % sliceRecords === 0) yield;
      if (!isStaleHistogram(record.message)) records.push(record);
    }
    all.push({ ...series, records });
  }
  return all;
}

const sliceRecords = 2_048;

/** All samples but the stale markers. */
function samplesOf(series: SelectedSeries): ResultSeries {
  const { labels, records } = series;
  const { length } = series.timestamps;
  let { timestamps, values } = series;
  let kept = 0;
  while (kept < length && !isStale(series, kept)) kept++;
  if (kept < length) {
    timestamps = timestamps.slice();
    values = values.slice();
    for (let index = kept; index < length; index++) {
      if (isStale(series, index)) continue;
      timestamps[kept] = timestamps[index] as number;
      values[kept++] = values[index] as number;
    }
    timestamps = timestamps.subarray(0, kept);
    values = values.subarray(0, kept);
  }
  return { labels, timestamps, values, histograms: records };
}

/** The sample that counts at each moment, under that moment. */
function stepsOf(series: SelectedSeries, selector: VectorSelector, period: Period): ResultSeries {
  const { timestamps: times, values: numbers, records } = series;
  const { start, end, step } = period;
  const most = Math.floor((end - start) / step) + 1;
  const timestamps = new Float64Array(most);
  const values = new Float64Array(most);
  const histograms: HistogramSample[] = [];
  let found = 0;
  let number = -1;
  let record = -1;
  for (let at = start; at <= end; at += step) {
    const moment = momentOf(selector, at, period);
    while ((times[number + 1] ?? Number.POSITIVE_INFINITY) <= moment) number++;
    while ((records[record + 1]?.timestamp ?? Number.POSITIVE_INFINITY) <= moment) record++;
    const oldest = moment - lookbackMs;
    const numberAt = times[number] ?? Number.NEGATIVE_INFINITY;
    const newest = records[record];
    if (newest !== undefined && newest.timestamp > numberAt) {
      const { message } = newest;
      if (newest.timestamp >= oldest && !isStaleHistogram(message)) histograms.push({ timestamp: at, message });
    } else if (numberAt >= oldest && !isStale(series, number)) {
      timestamps[found] = at;
      values[found++] = numbers[number] ?? 0;
    }
  }
  return {
    labels: series.labels,
    timestamps: timestamps.subarray(0, found),
    values: values.subarray(0, found),
    histograms,
  };
}
