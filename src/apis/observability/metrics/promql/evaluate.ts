/**
 * Evaluates queries as Prometheus 3 does, over what a source selects. The series of all selectors are read first; what is
 * calculated then pauses by time, and ends when its signal is aborted.
 */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import { compareLabels } from "../labels.ts";
import { untilAborted } from "../until-aborted.ts";
import { QueryError } from "./errors.ts";
import { Annotations, Budget } from "./evaluation/budget.ts";
import { Evaluation } from "./evaluation/evaluation.ts";
import type { QueryState } from "./evaluation/evaluator.ts";
import { absent, type Grid, histogram } from "./evaluation/grid.ts";
import { noLabels } from "./evaluation/labels.ts";
import { fixedMoment, type Period, plannedSelectors, stepsOf } from "./evaluation/plan.ts";
import { moveWindow, type Window, windowOf } from "./evaluation/selecting.ts";
import { sizeOfWindow, subqueryWindows } from "./evaluation/selection-rows.ts";
import type { FloatHistogram } from "./histograms/histogram.ts";
import type { Source, SourceSeries } from "./source.ts";
import { documentedType, type Node, unwrapped, type VectorSelector } from "./syntax/tree.ts";

export type { Period } from "./evaluation/plan.ts";

/** A series of a result. Its samples are numbers, histograms or some of each, in the order of time. */
export interface ResultSeries {
  readonly labels: readonly string[];
  readonly timestamps: Float64Array;
  readonly values: Float64Array;
  readonly histograms: readonly { readonly timestamp: number; readonly histogram: FloatHistogram }[];
}

/** `series` are made while they are read, each once; none is without a sample. */
export type ResultData =
  | { readonly type: "vector" | "matrix"; readonly series: Iterable<ResultSeries> }
  | { readonly type: "scalar"; readonly timestamp: number; readonly value: number }
  | { readonly type: "string"; readonly timestamp: number; readonly value: string };

export type Result = ResultData & {
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
  /** The approximate memory of the result until it has been read, in bytes. */
  readonly bytes: number;
  readonly statistics: QueryStatistics;
};

/** What a query took. */
export interface QueryStatistics {
  /** Looked at, each as often as a step needed it. */
  readonly samples: number;
  /** The same of each step, where it was asked for. */
  readonly samplesOfSteps: SamplesOfSteps | null;
  readonly samplesRead: number;
  /** Values held at once, of all intermediate results. */
  readonly peakPoints: number;
  /** Milliseconds for reading and for calculating. */
  readonly readingMs: number;
  readonly calculatingMs: number;
}

export interface SamplesOfSteps {
  readonly period: Period;
  readonly samples: Float64Array;
}

export interface EvaluationOptions {
  readonly source: Source;
  /** Ends the evaluation when it is aborted. */
  readonly signal: AbortSignal;
  /** The text of the query, for places in warnings. */
  readonly text: string;
  /** How long the newest sample of a series counts, in ms; five minutes when left out. */
  readonly lookbackMs?: number;
  /** How long it may take from now on, in ms: looked at where there is no pause for long, beside the signal. */
  readonly msLeft?: number;
  /** Whether statistics tell of each step, too. */
  readonly countsSteps?: boolean;
  /** Most series of an answer; those beyond are left out, with a warning. */
  readonly limit?: number;
}

const defaultLookbackMs = 300_000;
/** What a series of a result takes beside its values, roughly: its labels. */
const bytesOfSeries = 200;

/** Throws QueryError execution when the query has no result or is too large. */
export async function evaluateAt(node: Node, timestamp: number, options: EvaluationOptions): Promise<Result> {
  const period = { start: timestamp, end: timestamp, step: 1 };
  return await evaluated(node, period, options, function* (evaluation): Sliceable<ResultData & { bytes: number }> {
    const inner = unwrapped(node);
    if (inner.kind === "string") return { type: "string", timestamp, value: inner.value, bytes: inner.value.length };
    if (node.type === "scalar") {
      const value = (yield* evaluation.scalars(node)).at(0);
      return { type: "scalar", timestamp, value, bytes: 0 };
    }
    if (node.type === "matrix") {
      const series = yield* ranges(evaluation, inner);
      const { peakPoints, samplesRead } = evaluation.query.budget;
      const bytes = 24 * peakPoints + 16 * samplesRead + bytesOfSeries * series.length;
      return { type: "matrix", series: limited(series, options, evaluation.query), bytes };
    }
    const grid = yield* evaluation.grid(node);
    const { rows, bytes } = yield* resultRows(grid);
    const shown = limited(rows, options, evaluation.query);
    return { type: "vector", series: gridSeries(grid, shown, period), bytes };
  });
}

/** Throws QueryError bad_data for what has no value at each moment, and execution as above. */
export async function evaluateOver(node: Node, period: Period, options: EvaluationOptions): Promise<Result> {
  if (node.type !== "vector" && node.type !== "scalar") {
    const detail = `invalid expression type "${documentedType(node.type)}" for range query`;
    throw new QueryError("bad_data", `${detail}, must be Scalar or instant Vector`);
  }
  return await evaluated(node, period, options, function* (evaluation): Sliceable<ResultData & { bytes: number }> {
    const grid = yield* evaluation.grid(node);
    const { rows, bytes } = yield* resultRows(grid);
    rows.sort((a, b) => compareLabels(labelsOf(grid, a), labelsOf(grid, b)));
    const shown = limited(rows, options, evaluation.query);
    return { type: "matrix", series: gridSeries(grid, shown, period), bytes };
  });
}

async function evaluated(
  node: Node,
  period: Period,
  {
    source,
    signal,
    text,
    lookbackMs = defaultLookbackMs,
    msLeft = Number.POSITIVE_INFINITY,
    countsSteps = false,
  }: EvaluationOptions,
  work: (evaluation: Evaluation) => Sliceable<ResultData & { bytes: number }>,
): Promise<Result> {
  const budget = new Budget();
  const annotations = new Annotations(text);
  const startedAt = performance.now();
  const series = new Map<VectorSelector, readonly SourceSeries[]>();
  const ends = { start: period.start, end: period.end };
  const planned: [VectorSelector, { fromMs: number; toMs: number }][] = [];
  plannedSelectors(node, ends, lookbackMs, (selector, range) => planned.push([selector, range]));
  for (const [selector, range] of planned) {
    const selected = range.toMs < range.fromMs ? [] : await source.select(selector.matchers, range, budget.samplesLeft);
    for (const { timestamps, histograms } of selected) budget.read(timestamps.length + histograms.length);
    series.set(selector, selected);
  }
  const readAt = performance.now();
  const deadline = startedAt + msLeft;
  const query: QueryState = { deadline, ends, lookbackMs, budget, annotations, series };
  const samplesOfSteps = countsSteps ? { period, samples: new Float64Array(stepsOf(period)) } : null;
  const evaluation = new Evaluation(query, period, samplesOfSteps?.samples);
  const data = await fromNowInSlices(untilAborted(work(evaluation), signal));
  const calculatedAt = performance.now();
  const { samplesRead, peakPoints } = budget;
  const statistics = {
    samples: evaluation.samples,
    samplesOfSteps,
    samplesRead,
    peakPoints,
    readingMs: readAt - startedAt,
    calculatingMs: calculatedAt - readAt,
  };
  return { ...data, warnings: annotations.warnings, infos: annotations.infos, statistics };
}

/** Of the series of a grid those with a value, and what the grid holds, in bytes. */
function* resultRows(grid: Grid): Sliceable<{ readonly rows: number[]; readonly bytes: number }> {
  const rows: number[] = [];
  let histogramBytes = 0;
  for (let index = 0; index < grid.length; index++) {
    if (grid.has(index)) rows.push(index);
    histogramBytes += bytesOfHistograms(grid, index);
    if (grid.histograms !== null || index % 1_024 === 0) yield;
  }
  return { rows, bytes: grid.bytes + histogramBytes + bytesOfSeries * rows.length };
}

/** Of one series, roughly. A histogram that stands at several steps is one. */
function bytesOfHistograms({ histograms, steps }: Grid, index: number): number {
  if (histograms === null) return 0;
  let bytes = 0;
  let last: FloatHistogram | undefined;
  for (let at = index * steps; at < (index + 1) * steps; at++) {
    const each = histograms[at];
    if (each === undefined || each === last) continue;
    last = each;
    bytes += 200 + 16 * (each.positive.indexes.length + each.negative.indexes.length) + 8 * each.bounds.length;
  }
  return bytes;
}

const labelsOf = (grid: Grid, index: number) => grid.labels[index] ?? noLabels;

/** Series of a grid. Each is copied when it is read and not kept, so that reading takes no more memory than one of them. */
function* gridSeries(grid: Grid, rows: readonly number[], { start, step: every }: Period): Generator<ResultSeries> {
  for (const index of rows) {
    const timestamps: number[] = [];
    const values: number[] = [];
    const histograms: { timestamp: number; histogram: FloatHistogram }[] = [];
    for (let step = 0; step < grid.steps; step++) {
      const at = index * grid.steps + step;
      const kind = grid.kinds[at];
      const each = grid.histograms?.[at];
      if (kind === absent) continue;
      if (kind === histogram && each !== undefined)
        histograms.push({ timestamp: start + step * every, histogram: each });
      else {
        timestamps.push(start + step * every);
        values.push(grid.values[at] as number);
      }
    }
    yield {
      labels: labelsOf(grid, index),
      timestamps: Float64Array.from(timestamps),
      values: Float64Array.from(values),
      histograms,
    };
  }
}

/** The samples of a range itself, without stale markers. */
function* ranges(evaluation: Evaluation, node: Node): Sliceable<ResultSeries[]> {
  const { query, period } = evaluation;
  if (node.kind !== "matrixSelector" && node.kind !== "subquery") throw new Error(`${node.kind} is no range`);
  const shift = node.kind === "subquery" ? node : node.selector;
  const until = (fixedMoment(shift, query.ends) ?? period.start) - shift.offsetMs;
  const found: ResultSeries[] = [];
  const add = (labels: readonly string[], window: Window) => {
    if (moveWindow(window, until - node.rangeMs, until) === 0) return;
    if (node.kind === "matrixSelector") evaluation.count(sizeOfWindow(window), 0);
    const { times, values, from, to, histogramTimes, histograms, histogramsFrom, histogramsTo } = window;
    found.push({
      labels,
      timestamps: times.subarray(from, to),
      values: values.subarray(from, to),
      histograms: histograms.slice(histogramsFrom, histogramsTo).map((each, index) => ({
        timestamp: histogramTimes[histogramsFrom + index] as number,
        histogram: each,
      })),
    });
  };
  if (node.kind === "subquery") {
    const { windows, samples } = yield* subqueryWindows(evaluation, node);
    evaluation.count(samples, 0);
    for (const { labels, window } of windows) add(labels, window);
  } else {
    for (const series of query.series.get(node.selector) ?? []) {
      add(series.labels, windowOf(series));
      yield;
    }
  }
  return found.sort((a, b) => compareLabels(a.labels, b.labels));
}

/** The first of the series, or of what stands for them, with a warning about those left out. */
function limited<T>(series: readonly T[], { limit = 0 }: EvaluationOptions, { annotations }: QueryState): readonly T[] {
  if (limit === 0 || series.length <= limit) return series;
  annotations.truncated();
  return series.slice(0, limit);
}
