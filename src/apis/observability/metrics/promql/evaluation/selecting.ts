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
}

/** Puts the newest sample at each step into the buffers: not older than the look-back, and no stale marker. */
export class NewestSamples {
  readonly #series: SourceSeries;
  #number = -1;
  #record = -1;
  #stale = 0;

  constructor(series: SourceSeries) {
    this.#series = series;
  }

  /** Sets `kinds[step]` and what belongs to it; returns the sample's own time. Moments rise from call to call. */
  take(moment: number, oldest: number, into: Buffers, step: number): number {
    const { timestamps, values, stale, histograms } = this.#series;
    while (this.#number + 1 < timestamps.length && (timestamps[this.#number + 1] as number) <= moment) this.#number++;
    while (this.#record + 1 < histograms.length && (histograms[this.#record + 1]?.timestamp ?? 0) <= moment)
      this.#record++;
    const numberAt = this.#number < 0 ? Number.NEGATIVE_INFINITY : (timestamps[this.#number] as number);
    const record = histograms[this.#record];
    into.kinds[step] = absent;
    if (record !== undefined && record.timestamp > numberAt) {
      if (record.timestamp > oldest && record.histogram !== null) {
        into.kinds[step] = histogramKind;
        into.histograms ??= [];
        into.histograms[step] = record.histogram;
      }
      return record.timestamp;
    }
    if (numberAt > oldest) {
      while (this.#stale < stale.length && (stale[this.#stale] as number) < this.#number) this.#stale++;
      if (stale[this.#stale] !== this.#number) {
        into.kinds[step] = float;
        into.values[step] = values[this.#number] as number;
      }
    }
    return numberAt;
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
    from: 0,
    to: 0,
    histogramTimes:
      histogramTimes.length === histograms.length ? histogramTimes : histogramTimes.slice(0, histograms.length),
    histograms,
    histogramsFrom: 0,
    histogramsTo: 0,
  };
}

const noTimes = new Float64Array(0);

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
