/** Samples of selected series at the steps of an evaluation: the newest one, or those of a range. */
import type { FloatHistogram } from "../histograms/histogram.ts";
import type { SourceSeries } from "../source.ts";
import { absent, float, histogram as histogramKind } from "./grid.ts";

/** The samples between two moments, the earlier one not included. Views of a series' columns. */
export interface Window {
  /** Of numbers: those from index `from`, up to `to`, which is not included. */
  times: Float64Array;
  values: Float64Array;
  from: number;
  to: number;
  histogramTimes: Float64Array;
  histograms: readonly FloatHistogram[];
  histogramsFrom: number;
  histogramsTo: number;
  /** Where a number is less than the one before: found once for all steps, for functions of counters. */
  resets: readonly number[];
  /** How many of them are passed; -1 before they are found. */
  passedResets: number;
}

/** Positions of a window before its first step. */
export const unmoved = { from: 0, to: 0, histogramsFrom: 0, histogramsTo: 0, resets: [], passedResets: -1 } as const;

const noTimes = new Float64Array(0);
export const noWindow: Window = {
  times: noTimes,
  values: noTimes,
  histogramTimes: noTimes,
  histograms: [],
  ...unmoved,
};

/** Returns the number of the first reset behind the first sample of the window. */
export function passResets(window: Window): number {
  if (window.passedResets < 0) {
    const { values } = window;
    const resets: number[] = [];
    for (let at = 1; at < values.length; at++) if ((values[at] as number) < (values[at - 1] as number)) resets.push(at);
    window.resets = resets;
    window.passedResets = 0;
  }
  const { resets, from } = window;
  while (window.passedResets < resets.length && (resets[window.passedResets] as number) <= from) window.passedResets++;
  return window.passedResets;
}

/** The moments at which a series is looked at, in ms: the first, then every so many ms. */
export interface Moments {
  readonly first: number;
  readonly everyMs: number;
  /** How long the newest sample counts. */
  readonly lookbackMs: number;
}

/**
 * Puts the newest sample at each step into the buffers: not older than the look-back, and no stale marker. With `ofTime` the value is when the
 * sample was, in seconds. Returns whether there is any.
 */
export function takeNewest(series: SourceSeries, moments: Moments, into: Buffers, ofTime: boolean): boolean {
  const any = takeNumbers(series, moments, into, ofTime);
  if (series.histograms.length === 0) return any;
  takeHistograms(series, moments, into, ofTime);
  return into.kinds.some((kind) => kind !== absent);
}

function takeNumbers(
  { timestamps, values, stale }: SourceSeries,
  { first, everyMs, lookbackMs }: Moments,
  { values: into, kinds }: Buffers,
  ofTime: boolean,
): boolean {
  let any = false;
  let marker = 0;
  for (let step = 0, next = 0, at = first; step < kinds.length; step++, at += everyMs) {
    while (next < timestamps.length && (timestamps[next] as number) <= at) next++;
    const newest = next - 1;
    while (marker < stale.length && (stale[marker] as number) < newest) marker++;
    if (newest < 0 || (timestamps[newest] as number) <= at - lookbackMs || stale[marker] === newest) {
      kinds[step] = absent;
      continue;
    }
    kinds[step] = float;
    into[step] = ofTime ? (timestamps[newest] as number) / 1_000 : (values[newest] as number);
    any = true;
  }
  return any;
}

/** Where the newest histogram is later than the newest number, it takes its place. */
function takeHistograms(
  { timestamps, histograms }: SourceSeries,
  { first, everyMs, lookbackMs }: Moments,
  into: Buffers,
  ofTime: boolean,
): void {
  const { values, kinds } = into;
  for (let step = 0, next = 0, record = 0, at = first; step < kinds.length; step++, at += everyMs) {
    while (next < timestamps.length && (timestamps[next] as number) <= at) next++;
    while (record < histograms.length && (histograms[record]?.timestamp ?? 0) <= at) record++;
    const newest = histograms[record - 1];
    if (newest === undefined || newest.timestamp <= (timestamps[next - 1] ?? Number.NEGATIVE_INFINITY)) continue;
    const { timestamp, histogram } = newest;
    if (timestamp <= at - lookbackMs || histogram === null) kinds[step] = absent;
    else if (ofTime) {
      kinds[step] = float;
      values[step] = timestamp / 1_000;
    } else {
      kinds[step] = histogramKind;
      into.histograms ??= [];
      into.histograms[step] = histogram;
    }
  }
}

/** Where a series is put together before anybody keeps it. */
export interface Buffers {
  readonly values: Float64Array;
  readonly kinds: Uint8Array;
  histograms: (FloatHistogram | undefined)[] | null;
}

/** All samples of a series but the stale markers, as a window that can be moved. */
export function windowOf(series: SourceSeries): Window {
  const { times, numbers } =
    series.stale.length === 0 ? { times: series.timestamps, numbers: series.values } : counting(series);
  const histogramTimes = series.histograms.length === 0 ? noTimes : new Float64Array(series.histograms.length);
  const histograms: FloatHistogram[] = [];
  for (const { timestamp, histogram } of series.histograms) {
    if (histogram === null) continue;
    histogramTimes[histograms.length] = timestamp;
    histograms.push(histogram);
  }
  return {
    times,
    values: numbers,
    histogramTimes:
      histogramTimes.length === histograms.length ? histogramTimes : histogramTimes.slice(0, histograms.length),
    histograms,
    ...unmoved,
  };
}

/** Copies of the columns without the stale markers, whose indexes rise. */
function counting({ timestamps, values, stale }: SourceSeries) {
  const count = timestamps.length - stale.length;
  const times = new Float64Array(count);
  const numbers = new Float64Array(count);
  let marker = 0;
  for (let at = 0, to = 0; at < timestamps.length; at++) {
    if (stale[marker] === at) {
      marker++;
      continue;
    }
    times[to] = timestamps[at] as number;
    numbers[to++] = values[at] as number;
  }
  return { times, numbers };
}

/** Moves the window to what is after `after` and not later than `until`; both rise from call to call. Returns how much that is. */
export function moveWindow(window: Window, after: number, until: number): number {
  const { times, histogramTimes } = window;
  while (window.to < times.length && (times[window.to] as number) <= until) window.to++;
  while (window.from < window.to && (times[window.from] as number) <= after) window.from++;
  if (histogramTimes.length === 0) return window.to - window.from;
  while (window.histogramsTo < histogramTimes.length && (histogramTimes[window.histogramsTo] as number) <= until)
    window.histogramsTo++;
  while (window.histogramsFrom < window.histogramsTo && (histogramTimes[window.histogramsFrom] as number) <= after)
    window.histogramsFrom++;
  return window.to - window.from + window.histogramsTo - window.histogramsFrom;
}
