/** The newest samples of selected series at each step, and functions over ranges: one series after the other. */

import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { nameLabel } from "../../label-bytes.ts";
import { labelValue } from "../../labels.ts";
import { QueryError, type Span } from "../errors.ts";
import { rangeFunctions } from "../functions/over-time.ts";
import type { RangeCall, RangeFunction } from "../functions/range-call.ts";
import { type FloatHistogram, samplesOf } from "../histograms/histogram.ts";
import type { SourceSeries } from "../source.ts";
import { quote } from "../syntax/quote.ts";
import { type Call, type MatrixSelector, type Subquery, unwrapped, type VectorSelector } from "../syntax/tree.ts";
import { DistinctNames, sameLabels } from "./duplicates.ts";
import type { Evaluator, Scalars } from "./evaluator.ts";
import { absent, float, histogram as histogramKind, pauseAfter, type Row } from "./grid.ts";
import { keyOf, type LabelSet, withoutName } from "./labels.ts";
import { fixedMoment } from "./plan.ts";
import { type Buffers, moveWindow, noWindow, takeNewest, unmoved, type Window, windowOf } from "./selecting.ts";

export type Visit = (row: Row) => void;

const buffersFor = (steps: number): Buffers => ({
  values: new Float64Array(steps),
  kinds: new Uint8Array(steps),
  histograms: null,
});

export interface NewestOptions {
  /** The value is when the sample was, in seconds, and an offset beside `@` does not count. */
  readonly ofTime?: boolean;
  /** Leaves out other series. */
  readonly wants?: (labels: readonly string[]) => boolean;
}

export function* newestRows(
  evaluator: Evaluator,
  selector: VectorSelector,
  visit: Visit,
  { ofTime = false, wants = () => true }: NewestOptions = {},
): Sliceable<void> {
  const { query, period, steps } = evaluator;
  const at = fixedMoment(selector, query.ends);
  const offsetMs = ofTime && at !== null ? 0 : selector.offsetMs;
  const moments = {
    first: (at ?? period.start) - offsetMs,
    everyMs: at === null ? period.step : 0,
    lookbackMs: query.lookbackMs,
  };
  const buffers = buffersFor(steps);
  const pauses = new Pauses(pauseAfter);
  for (const series of query.series.get(selector) ?? []) {
    if (!wants(series.labels)) continue;
    if (takeNewest(series, moments, buffers, ofTime)) {
      countValues(evaluator, buffers);
      visit({ labels: series.labels, ...buffers });
    }
    buffers.histograms = null;
    if (pauses.isDue(steps + series.timestamps.length + 16 * series.histograms.length)) yield;
  }
}

/** A histogram counts as the samples that take as much memory in Prometheus. */
function countValues(evaluator: Evaluator, { kinds, histograms }: Buffers): void {
  for (let step = 0; step < kinds.length; step++) {
    if (kinds[step] === absent) continue;
    const each = kinds[step] === histogramKind ? histograms?.[step] : undefined;
    evaluator.count(each === undefined ? 1 : samplesOf(each), step);
  }
}

/** The same of a window. */
export function sizeOfWindow({ from, to, histograms, histogramsFrom, histogramsTo }: Window): number {
  let size = to - from;
  if (histogramsFrom === histogramsTo) return size;
  for (let at = histogramsFrom; at < histogramsTo; at++) size += samplesOf(histograms[at] as FloatHistogram);
  return size;
}

/** Functions of a range that give the metric itself, and so keep its name. */
const keepsName = new Set(["last_over_time", "first_over_time"]);
const counterSuffix = /(?:_total|_sum|_count|_bucket)$/;

export function matrixArgument(call: Call): MatrixSelector | Subquery | null {
  for (const argument of call.arguments) {
    const node = unwrapped(argument);
    if (node.kind === "matrixSelector" || node.kind === "subquery") return node;
  }
  return null;
}

/** The function of each series' range at each step. Throws QueryError execution when two series become one. */
export function* rangeRows(
  evaluator: Evaluator,
  call: Call,
  range: MatrixSelector | Subquery,
  visit: Visit,
): Sliceable<void> {
  const { name } = call.function;
  const calculate = rangeFunctions[name];
  if (calculate === undefined) throw new Error(`${name} has no function of a range`);
  const others: Scalars[] = [];
  for (const argument of call.arguments) {
    if (argument.type === "scalar") others.push(yield* evaluator.scalars(argument));
  }
  const drops = !keepsName.has(name) && name !== "absent_over_time";
  const names = new DistinctNames();
  const shown: LabelSet[] = [];
  const rowOf = rowMaker(evaluator, call, range, calculate, others);
  const { windows, held } = yield* windowsOf(evaluator, range);
  for (const { labels, window } of windows) {
    const row = yield* rowOf(labels, window);
    if (row === null) continue;
    if (!drops) {
      visit(row);
      continue;
    }
    names.see(labels);
    const left = withoutName(labels);
    shown.push(left);
    visit({ ...row, labels: left });
  }
  if (names.mayBecomeSame && new Set(shown.map(keyOf)).size < shown.length) throw sameLabels();
  evaluator.query.budget.hold(-held);
}

interface SeriesWindow {
  readonly labels: readonly string[];
  readonly window: Window;
}

interface Windows {
  readonly windows: Iterable<SeriesWindow>;
  /** The number of values that the windows hold in memory. */
  readonly held: number;
  /** What was looked at for them. */
  readonly samples: number;
}

function* windowsOf(evaluator: Evaluator, range: MatrixSelector | Subquery): Sliceable<Windows> {
  if (range.kind === "subquery") return yield* subqueryWindows(evaluator, range);
  const series = evaluator.query.series.get(range.selector) ?? [];
  const windows = Iterator.from(series).map((each: SourceSeries) => ({ labels: each.labels, window: windowOf(each) }));
  return { windows, held: 0, samples: 0 };
}

/** The step of subqueries that name none. */
const subqueryStepMs = 60_000;

/** The inner expression at its own steps, which lie at multiples of them. Holds the values that there are, not steps times series. */
export function* subqueryWindows(evaluator: Evaluator, subquery: Subquery): Sliceable<Windows> {
  const { query, period } = evaluator;
  const at = fixedMoment(subquery, query.ends);
  const step = subquery.stepMs ?? subqueryStepMs;
  const after = (at ?? period.start) - subquery.offsetMs - subquery.rangeMs;
  let start = step * Math.trunc(after / step);
  if (start <= after) start += step;
  const inner = evaluator.over({ start, end: (at ?? period.end) - subquery.offsetMs, step });
  const windows: SeriesWindow[] = [];
  if (inner.steps === 0) return { windows, held: 0, samples: 0 };
  let held = 0;
  yield* inner.rows(subquery.expr, (row) => {
    const window = windowOfRow(row, start, step);
    const points = window.times.length + window.histogramTimes.length;
    if (points === 0) return;
    query.budget.hold(points);
    held += points;
    windows.push({ labels: row.labels, window });
  });
  return { windows, held, samples: inner.samples };
}

function windowOfRow({ values, kinds, histograms }: Row, start: number, step: number): Window {
  let [floats, others] = [0, 0];
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] === float) floats++;
    else if (kinds[at] === histogramKind) others++;
  }
  const window = {
    times: new Float64Array(floats),
    values: new Float64Array(floats),
    histogramTimes: new Float64Array(others),
    histograms: [] as FloatHistogram[],
    ...unmoved,
  };
  for (let at = 0, next = 0; floats + others > 0 && at < kinds.length; at++) {
    if (kinds[at] === float) {
      window.times[next] = start + at * step;
      window.values[next++] = values[at] as number;
    } else if (kinds[at] === histogramKind) {
      const each = histograms?.[at] as FloatHistogram;
      window.histogramTimes[window.histograms.length] = start + at * step;
      // A reset hint compares neighbouring samples, and a window may skip samples.
      window.histograms.push(each.hint === "gauge" ? each : { ...each, hint: "unknown" });
    }
  }
  return window;
}

/** Throws QueryError timeout after the deadline, a time of `performance.now()`. */
export function checkTime(deadline: number): void {
  if (performance.now() > deadline) throw new QueryError("timeout", "query timed out in expression evaluation");
}

/**
 * Returns the function that makes the row of a series: null where there is nothing at any step. Its buffers are used again for the
 * next series.
 */
function rowMaker(
  evaluator: Evaluator,
  call: Call,
  range: MatrixSelector | Subquery,
  calculate: RangeFunction,
  parameters: readonly Scalars[],
): (labels: LabelSet, window: Window) => Sliceable<Row | null> {
  const { query, period, steps } = evaluator;
  const { annotations, deadline } = query;
  const shift = range.kind === "subquery" ? range : range.selector;
  const at = fixedMoment(shift, query.ends);
  const { values, kinds } = buffersFor(steps);
  const first = unwrapped(call.arguments[0] ?? call);
  // Prometheus forgets where a subquery was once it has evaluated it.
  const place: Span = first.kind === "subquery" ? { from: 0, to: 0 } : first;
  const wantsCounter = call.function.name === "rate" || call.function.name === "increase";
  const given: RangeCall = {
    window: noWindow,
    moment: 0,
    rangeFrom: 0,
    rangeTo: 0,
    parameters: parameters.map(() => 0),
    metricName: "",
    checkTime: () => checkTime(deadline),
    warn: (text) => annotations.warn(text, place),
    inform: (text) => annotations.inform(text, place),
  };
  let work = 0;
  return function* (labels, window) {
    const metricName = labelValue(labels, nameLabel);
    given.window = window;
    given.metricName = metricName;
    let histograms: Buffers["histograms"] = null;
    let floats = 0;
    let any = false;
    for (let step = 0; step < steps; step++) {
      const moment = period.start + step * period.step;
      given.moment = moment;
      given.rangeTo = (at ?? moment) - shift.offsetMs;
      given.rangeFrom = given.rangeTo - range.rangeMs;
      kinds[step] = absent;
      const samples = moveWindow(window, given.rangeFrom, given.rangeTo);
      if (samples === 0) continue;
      evaluator.count(sizeOfWindow(window), step);
      for (let index = 0; index < parameters.length; index++)
        given.parameters[index] = (parameters[index] as Scalars).at(step);
      const result = calculate(given);
      if (typeof result === "number") {
        kinds[step] = float;
        values[step] = result;
        floats++;
      } else if (result !== null) {
        kinds[step] = histogramKind;
        histograms ??= [];
        histograms[step] = result;
      }
      any ||= result !== null;
      work += samples + 8;
      if (work < pauseAfter) continue;
      work = 0;
      yield;
    }
    if (wantsCounter && floats > 0 && metricName !== "" && !counterSuffix.test(metricName)) {
      const might = "metric might not be a counter, name does not end in _total/_sum/_count/_bucket";
      given.inform(`${might}: ${quote(metricName)}`);
    }
    return any ? { labels, values, kinds, histograms } : null;
  };
}
