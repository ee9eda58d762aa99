/** `rate`, `increase` and `delta`, extrapolated to their range, and `irate` and `idelta` (Prometheus, promql/functions.go). */
import { passResets } from "../evaluation/selecting.ts";
import { added, coarser, subtracted } from "../histograms/arithmetic.ts";
import { compacted, customSchema, divided, type FloatHistogram, noBuckets, scaled } from "../histograms/histogram.ts";
import { isReset } from "../histograms/resets.ts";
import {
  boundsReconciled,
  countOfFloats,
  countOfHistograms,
  histogramsOf,
  type RangeCall,
  type RangeFunction,
  warnIncompatible,
  warnMixed,
} from "./range-call.ts";

export const rate: RangeFunction = (call) => extrapolated(call, true, true);
export const increase: RangeFunction = (call) => extrapolated(call, true, false);
export const delta: RangeFunction = (call) => extrapolated(call, false, false);

function extrapolated(call: RangeCall, isCounter: boolean, perSecond: boolean): number | FloatHistogram | null {
  const floats = countOfFloats(call);
  const histograms = countOfHistograms(call);
  if (floats > 0 && histograms > 0) return warnMixed(call);
  if (floats < 2 && histograms < 2) return null;
  const { window } = call;
  if (histograms > 0) {
    const points = histogramsOf(call);
    const result = histogramIncrease(call, points, isCounter);
    if (result === null) return null;
    const first = window.histogramTimes[window.histogramsFrom] as number;
    const last = window.histogramTimes[window.histogramsTo - 1] as number;
    const start = points[0]?.count ?? 0;
    const toZero = result.count > 0 && start >= 0 ? start / result.count : null;
    return scaled(result, factor(call, first, last, histograms - 1, isCounter ? toZero : null, perSecond));
  }
  const { times, values, from, to } = window;
  const start = values[from] as number;
  let result = (values[to - 1] as number) - start;
  if (isCounter) {
    let next = passResets(window);
    for (const { resets } = window; next < resets.length && (resets[next] as number) < to; next++)
      result += values[(resets[next] as number) - 1] as number;
  }
  const toZero = isCounter && result > 0 && start >= 0 ? start / result : null;
  return result * factor(call, times[from] as number, times[to - 1] as number, floats - 1, toZero, perSecond);
}

/**
 * How much more there is in the range than between its first and last sample. Up to the ends of the range where a sample is
 * nearly there, else half a distance of samples; a counter not beyond where it was zero, `toZero` sampled intervals earlier.
 */
function factor(
  { rangeFrom, rangeTo }: RangeCall,
  first: number,
  last: number,
  intervals: number,
  toZero: number | null,
  perSecond: boolean,
): number {
  const sampled = (last - first) / 1_000;
  const average = sampled / intervals;
  const threshold = average * 1.1;
  let toStart = (first - rangeFrom) / 1_000;
  let toEnd = (rangeTo - last) / 1_000;
  if (toStart >= threshold) toStart = average / 2;
  if (toZero !== null) toStart = Math.min(toStart, sampled * toZero);
  if (toEnd >= threshold) toEnd = average / 2;
  const whole = (sampled + toStart + toEnd) / sampled;
  return perSecond ? whole / ((rangeTo - rangeFrom) / 1_000) : whole;
}

function histogramIncrease(
  call: RangeCall,
  points: readonly FloatHistogram[],
  isCounter: boolean,
): FloatHistogram | null {
  const { inform } = call;
  const [first, second] = points;
  const last = points.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  if (isCounter && (first.hint === "gauge" || last.hint === "gauge")) warnNotCounter(call);
  // After a reset the layout of the first does not matter.
  const nothing = { zeroThreshold: 0, zeroCount: 0, count: 0, sum: 0, positive: noBuckets, negative: noBuckets };
  const start =
    isCounter && isReset(second, first)
      ? { ...nothing, hint: "unknown" as const, schema: second.schema, bounds: second.bounds }
      : first;
  const custom = start.schema === customSchema;
  let schema = Math.min(start.schema, last.schema);
  let mixed = (last.schema === customSchema) !== custom;
  if (isCounter) {
    for (const each of points.slice(1, -1)) {
      if (each.hint === "gauge") warnNotCounter(call);
      schema = Math.min(schema, each.schema);
      mixed ||= (each.schema === customSchema) !== custom;
    }
  }
  if (mixed) return warnIncompatible(call);
  const difference = subtracted(atSchema(last, schema), start);
  if (difference === null) return warnIncompatible(call);
  if (difference.boundsReconciled) inform(boundsReconciled("subtraction"));
  let result = difference.histogram;
  if (isCounter) {
    let before = start;
    for (const each of points.slice(1)) {
      call.checkTime();
      if (isReset(each, before)) {
        const sum = added(result, before);
        if (sum === null) return warnIncompatible(call);
        if (sum.boundsReconciled) inform(boundsReconciled("addition"));
        result = sum.histogram;
      }
      before = each;
    }
  } else if (first.hint !== "gauge" || last.hint !== "gauge") warnNotGauge(call);
  return compacted({ ...result, hint: "gauge" });
}

function atSchema(histogram: FloatHistogram, schema: number): FloatHistogram {
  if (histogram.schema === schema) return histogram;
  const positive = coarser(histogram.positive, histogram.schema, schema);
  const negative = coarser(histogram.negative, histogram.schema, schema);
  return { ...histogram, schema, positive, negative };
}

function warnNotCounter({ warn, metricName }: RangeCall): void {
  warn(`this native histogram metric is not a counter: ${JSON.stringify(metricName)}`);
}

function warnNotGauge({ warn, metricName }: RangeCall): void {
  warn(`this native histogram metric is not a gauge: ${JSON.stringify(metricName)}`);
}

export const irate: RangeFunction = (call) => betweenLastTwo(call, true);
export const idelta: RangeFunction = (call) => betweenLastTwo(call, false);

function betweenLastTwo(call: RangeCall, isRate: boolean): number | FloatHistogram | null {
  const { times, values, from, to, histograms, histogramTimes, histogramsFrom, histogramsTo } = call.window;
  if (to - from + histogramsTo - histogramsFrom < 2) return null;
  const lastTwo = [
    ...[to - 2, to - 1]
      .filter((at) => at >= from)
      .map((at) => ({ time: times[at] as number, value: values[at] as number })),
    ...[histogramsTo - 2, histogramsTo - 1]
      .filter((at) => at >= histogramsFrom)
      .map((at) => ({ time: histogramTimes[at] as number, value: histograms[at] as FloatHistogram })),
  ]
    .sort((a, b) => a.time - b.time)
    .slice(-2);
  const [before, last] = lastTwo;
  if (before === undefined || last === undefined || last.time === before.time) return null;
  const seconds = (last.time - before.time) / 1_000;
  if (typeof last.value === "number" && typeof before.value === "number") {
    const difference = isRate && last.value < before.value ? last.value : last.value - before.value;
    return isRate ? difference / seconds : difference;
  }
  if (typeof last.value === "number" || typeof before.value === "number") return warnMixed(call);
  const hints = [last.value.hint, before.value.hint];
  if (isRate && hints.includes("gauge")) warnNotCounter(call);
  if (!isRate && hints.some((hint) => hint !== "gauge")) warnNotGauge(call);
  let result = last.value;
  if (!isRate || !isReset(last.value, before.value)) {
    const difference = subtracted(last.value, before.value);
    if (difference === null) return warnIncompatible(call);
    if (difference.boundsReconciled) call.inform(boundsReconciled("subtraction"));
    result = difference.histogram;
  }
  result = compacted({ ...result, hint: "gauge" });
  return isRate ? divided(result, seconds) : result;
}
