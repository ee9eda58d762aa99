/** Functions over the samples of a range (`*_over_time`, `changes`, `resets`, regressions), as in Prometheus 3. */
import { QueryError } from "../errors.ts";
import { floatText } from "../go-float.ts";
import { equalHistograms, type FloatHistogram } from "../histograms/histogram.ts";
import { isReset } from "../histograms/resets.ts";
import { HistogramTotal } from "../histograms/total.ts";
import { addTo, addToMean } from "./kahan.ts";
import { quantileOf } from "./quantile.ts";
import {
  boundsReconciled,
  countOfFloats,
  countOfHistograms,
  histogramsOf,
  ofFloats,
  type RangeCall,
  type RangeFunction,
  resetsCollided,
  warnIncompatible,
  warnMixed,
} from "./range-call.ts";
import { delta, idelta, increase, irate, rate } from "./rate.ts";

/** Either floats or histograms are added up. */
const ofEither =
  (isMean: boolean, ofNumbers: (call: RangeCall) => number): RangeFunction =>
  (call) => {
    const floats = countOfFloats(call);
    if (floats > 0 && countOfHistograms(call) > 0) return warnMixed(call);
    if (floats > 0) return ofNumbers(call);
    const [first, ...others] = histogramsOf(call);
    if (first === undefined) return null;
    const total = new HistogramTotal(first, isMean);
    let reconciled = false;
    for (const each of others) {
      call.checkTime();
      if (total.add(each)) reconciled = true;
    }
    if (total.value === null) return warnIncompatible(call);
    if (total.resetsCollide) call.warn(resetsCollided("aggregation"));
    if (reconciled) call.inform(boundsReconciled("aggregation"));
    return total.value;
  };

const sumOverTime = ofEither(false, ({ window: { values, from, to } }) => {
  const total = { sum: 0, lost: 0 };
  for (let at = from; at < to; at++) addTo(total, values[at] as number);
  return Number.isFinite(total.sum) || Number.isNaN(total.sum) ? total.sum + total.lost : total.sum;
});

const avgOverTime = ofEither(true, ({ window: { values, from, to } }) => {
  const mean = { sum: values[from] as number, lost: 0, isMoved: false };
  for (let at = from + 1; at < to; at++) addToMean(mean, values[at] as number, at - from + 1);
  const count = mean.isMoved ? 1 : to - from;
  return mean.sum / count + mean.lost / count;
});

/** The value, or the time, of the sample that wins against all before it. */
const best = (wins: (value: number, soFar: number) => boolean, ofTime = false): RangeFunction =>
  ofFloats(1, ({ window: { times, values, from, to } }) => {
    let found = values[from] as number;
    let time = times[from] as number;
    for (let at = from; at < to; at++) {
      const value = values[at] as number;
      if (!wins(value, found)) continue;
      found = value;
      time = times[at] as number;
    }
    return ofTime ? time / 1_000 : found;
  });

const variance = ({ window: { values, from, to } }: RangeCall): number => {
  let count = 0;
  const mean = { sum: 0, lost: 0 };
  const squares = { sum: 0, lost: 0 };
  for (let at = from; at < to; at++) {
    const value = values[at] as number;
    count++;
    const difference = value - (mean.sum + mean.lost);
    addTo(mean, difference / count);
    addTo(squares, difference * (value - (mean.sum + mean.lost)));
  }
  return (squares.sum + squares.lost) / count;
};

/** Least squares: the slope per second, and the value at a moment. */
function regression({ window: { times, values, from, to } }: RangeCall, at: number): readonly [number, number] {
  const [x, y, xy, x2] = [0, 1, 2, 3].map(() => ({ sum: 0, lost: 0 })) as [Total, Total, Total, Total];
  const first = values[from] as number;
  let constant = true;
  const count = to - from;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (index > from && value !== first) constant = false;
    const seconds = ((times[index] as number) - at) / 1e3;
    addTo(x, seconds);
    addTo(y, value);
    addTo(xy, seconds * value);
    addTo(x2, seconds * seconds);
  }
  if (constant) return Number.isFinite(first) || Number.isNaN(first) ? [0, first] : [Number.NaN, Number.NaN];
  const [sumX, sumY, sumXY, sumX2] = [x, y, xy, x2].map(({ sum, lost }) => sum + lost) as [
    number,
    number,
    number,
    number,
  ];
  const slope = (sumXY - (sumX * sumY) / count) / (sumX2 - (sumX * sumX) / count);
  return [slope, sumY / count - (slope * sumX) / count];
}

type Total = { sum: number; lost: number };

function smoothed({ window: { values, from, to }, parameters }: RangeCall): number {
  const [smoothing = 0, trend = 0] = parameters;
  let before = 0;
  let now = values[from] as number;
  let slope = (values[from + 1] as number) - now;
  for (let at = from + 1; at < to; at++) {
    if (at > from + 1) slope = trend * (now - before) + (1 - trend) * slope;
    const next = smoothing * (values[at] as number) + (1 - smoothing) * (now + slope);
    before = now;
    now = next;
  }
  return now;
}

const doubleExponentialSmoothing: RangeFunction = (call) => {
  for (const [at, name] of ["smoothing", "trend"].entries()) {
    const value = call.parameters[at] ?? Number.NaN;
    if (value <= 0 || value >= 1)
      throw new QueryError(
        "execution",
        `invalid ${name} factor. Expected: 0 < ${name[0]}f < 1, got: ${floatText(value, "f", 6)}`,
      );
  }
  return ofFloats(2, smoothed)(call);
};

/** How often one sample differs from the one before. */
const differences =
  (
    ofNumbers: (now: number, before: number) => boolean,
    ofHistograms: (now: FloatHistogram, before: FloatHistogram) => boolean,
  ): RangeFunction =>
  ({ window }) => {
    const { times, values, to, histogramTimes, histograms, histogramsTo } = window;
    let [at, histogramAt, count] = [window.from, window.histogramsFrom, 0];
    let before: number | FloatHistogram | undefined;
    while (at < to || histogramAt < histogramsTo) {
      const isFloat =
        histogramAt === histogramsTo || (at < to && (times[at] as number) < (histogramTimes[histogramAt] as number));
      const now = isFloat ? (values[at++] as number) : (histograms[histogramAt++] as FloatHistogram);
      if (typeof now === "number" && typeof before === "number") count += Number(ofNumbers(now, before));
      else if (typeof now === "object" && typeof before === "object") count += Number(ofHistograms(now, before));
      else if (before !== undefined) count++;
      before = now;
    }
    return count;
  };

/** The first or the last sample, or when it was. */
function atEnd(call: RangeCall, first: boolean, ofTime: boolean): number | FloatHistogram | null {
  const { times, values, from, to, histograms, histogramTimes, histogramsFrom, histogramsTo } = call.window;
  const [at, histogramAt] = first ? [from, histogramsFrom] : [to - 1, histogramsTo - 1];
  const floats = to > from;
  const time = times[at] as number;
  const histogramTime = histogramTimes[histogramAt] as number;
  const isFloat = histogramsTo === histogramsFrom || (floats && (first ? time < histogramTime : histogramTime < time));
  if (ofTime) return (isFloat ? time : histogramTime) / 1_000;
  return isFloat ? (values[at] as number) : (histograms[histogramAt] as FloatHistogram);
}

const quantileOverTime: RangeFunction = (call) => {
  const [q = Number.NaN] = call.parameters;
  if (countOfFloats(call) > 0 && !(q >= 0 && q <= 1))
    call.warn(`quantile value should be between 0 and 1, got ${floatText(q, "g")}`);
  return ofFloats(1, ({ window: { values, from, to } }) => quantileOf(q, values.slice(from, to)))(call);
};

export const rangeFunctions: Readonly<Record<string, RangeFunction>> = {
  rate,
  increase,
  delta,
  irate,
  idelta,
  sum_over_time: sumOverTime,
  avg_over_time: avgOverTime,
  count_over_time: (call) => countOfFloats(call) + countOfHistograms(call),
  present_over_time: () => 1,
  absent_over_time: () => 1,
  min_over_time: best((value, soFar) => value < soFar || Number.isNaN(soFar)),
  max_over_time: best((value, soFar) => value > soFar || Number.isNaN(soFar)),
  ts_of_min_over_time: best((value, soFar) => value <= soFar || Number.isNaN(soFar), true),
  ts_of_max_over_time: best((value, soFar) => value >= soFar || Number.isNaN(soFar), true),
  last_over_time: (call) => atEnd(call, false, false),
  first_over_time: (call) => atEnd(call, true, false),
  ts_of_last_over_time: (call) => atEnd(call, false, true),
  ts_of_first_over_time: (call) => atEnd(call, true, true),
  stddev_over_time: ofFloats(1, (call) => Math.sqrt(variance(call))),
  stdvar_over_time: ofFloats(1, variance),
  quantile_over_time: quantileOverTime,
  mad_over_time: ofFloats(1, ({ window: { values, from, to } }) => {
    const all = values.slice(from, to);
    const median = quantileOf(0.5, all);
    return quantileOf(
      0.5,
      all.map((value) => Math.abs(value - median)),
    );
  }),
  changes: differences(
    (now, before) => now !== before && !(Number.isNaN(now) && Number.isNaN(before)),
    (now, before) => !equalHistograms(now, before),
  ),
  resets: differences((now, before) => now < before, isReset),
  deriv: ofFloats(2, (call) => regression(call, call.window.times[call.window.from] as number)[0]),
  predict_linear: ofFloats(2, (call) => {
    const [slope, value] = regression(call, call.moment);
    return slope * (call.parameters[0] ?? 0) + value;
  }),
  double_exponential_smoothing: doubleExponentialSmoothing,
};
