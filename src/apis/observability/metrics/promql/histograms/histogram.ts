/**
 * Native histograms as PromQL calculates with them (Prometheus, model/histogram/float_histogram.go): counts are float64, and
 * nothing is changed in place. Exponential buckets have schemas −4 to 8; those with bounds of their own have −53.
 */

import type { ResetHint } from "../../native-histogram.ts";
import { floatText } from "../go-float.ts";

/** Buckets of one sign, by rising index. A bucket may be there and empty: then it counts when layouts are compared. */
export interface Buckets {
  readonly indexes: readonly number[];
  readonly counts: readonly number[];
}

export interface FloatHistogram {
  readonly hint: ResetHint;
  readonly schema: number;
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  readonly count: number;
  readonly sum: number;
  readonly positive: Buckets;
  readonly negative: Buckets;
  /** Of schema −53, the upper bounds; empty otherwise. */
  readonly bounds: readonly number[];
}

export interface Bucket {
  lower: number;
  upper: number;
  readonly count: number;
  readonly lowerInclusive: boolean;
  readonly upperInclusive: boolean;
}

export const customSchema = -53;
export const noBuckets: Buckets = { indexes: [], counts: [] };

export const hasCustomBounds = ({ schema }: FloatHistogram) => schema === customSchema;

/** The finest schema of an exponential histogram. */
const finest = 8;

/**
 * By schema, the bounds from 1 up to 2. Every other bound is one of the coarser schema, and each of the others is the bound before it times
 * the schema's factor: products in this order have the last digits that Prometheus shows.
 */
const boundsBySchema: readonly (readonly number[])[] = (() => {
  const fourthRoot = 2 ** 0.25;
  const schemas: number[][] = [[1], [1, fourthRoot * fourthRoot]];
  for (let schema = 2; schema <= finest; schema++)
    schemas.push((schemas[schema - 1] ?? []).flatMap((bound) => [bound, bound * 2 ** (2 ** -schema)]));
  return schemas;
})();

/** The upper bound of an exponential bucket; the last that holds numbers ends at the largest one, the one after it at infinity. */
export function exponentialBound(index: number, schema: number): number {
  const bounds = boundsBySchema[schema];
  const power = index * 2 ** -schema;
  if (power === 1_024) return Number.MAX_VALUE;
  if (bounds === undefined || power > 1_024) return 2 ** power;
  const whole = Math.floor(power);
  return (bounds[index - whole * bounds.length] ?? Number.NaN) * 2 ** whole;
}

/** Of bucket `at` of the positive or negative ones. */
export function bucketAt(
  { schema, bounds }: FloatHistogram,
  { indexes, counts }: Buckets,
  at: number,
  sign: 1 | -1,
): Bucket {
  const index = indexes[at] ?? 0;
  const count = counts[at] ?? 0;
  if (schema === customSchema) {
    const lower = bounds[index - 1] ?? Number.NEGATIVE_INFINITY;
    const upper = bounds[index] ?? Number.POSITIVE_INFINITY;
    // Only the lowest, which goes down to −Inf, includes its lower bound (model/histogram/generic.go).
    return { lower, upper, count, lowerInclusive: index === 0, upperInclusive: true };
  }
  const far = exponentialBound(index, schema);
  const near = exponentialBound(index - 1, schema);
  if (sign > 0) return { lower: near, upper: far, count, lowerInclusive: near < 0, upperInclusive: true };
  return { lower: -far, upper: -near, count, lowerInclusive: true, upperInclusive: false };
}

/** All buckets from the lowest. Those next to the bucket around zero begin where that one ends. */
export function bucketsOf(histogram: FloatHistogram): Bucket[] {
  const { negative, positive, zeroCount, zeroThreshold } = histogram;
  const all: Bucket[] = [];
  for (let at = negative.indexes.length - 1; at >= 0; at--) {
    const bucket = bucketAt(histogram, negative, at, -1);
    if (bucket.upper < 0 && bucket.upper > -zeroThreshold) bucket.upper = -zeroThreshold;
    all.push(bucket);
  }
  if (zeroCount > 0) {
    const around = { lower: -zeroThreshold, upper: zeroThreshold, lowerInclusive: true, upperInclusive: true };
    all.push({ ...around, count: zeroCount });
  }
  for (let at = 0; at < positive.indexes.length; at++) {
    const bucket = bucketAt(histogram, positive, at, 1);
    if (bucket.lower > 0 && bucket.lower < zeroThreshold) bucket.lower = zeroThreshold;
    all.push(bucket);
  }
  return all;
}

/** Without the empty buckets. */
export function compacted(histogram: FloatHistogram): FloatHistogram {
  const positive = withoutEmpty(histogram.positive);
  const negative = withoutEmpty(histogram.negative);
  return positive === histogram.positive && negative === histogram.negative
    ? histogram
    : { ...histogram, positive, negative };
}

export function withoutEmpty(buckets: Buckets): Buckets {
  if (!buckets.counts.includes(0)) return buckets;
  const kept = (_: number, at: number) => buckets.counts[at] !== 0;
  return { indexes: buckets.indexes.filter(kept), counts: buckets.counts.filter(kept) };
}

/** Every count multiplied. */
export function scaled(histogram: FloatHistogram, factor: number): FloatHistogram {
  return mapped(histogram, factor, (count) => count * factor);
}

/** Every count divided; division by zero leaves no buckets. */
export function divided(histogram: FloatHistogram, by: number): FloatHistogram {
  const result = mapped(histogram, by, (count) => count / by);
  return by === 0 ? { ...result, positive: noBuckets, negative: noBuckets } : result;
}

function mapped(histogram: FloatHistogram, by: number, of: (count: number) => number): FloatHistogram {
  const buckets = ({ indexes, counts }: Buckets) => ({ indexes, counts: counts.map(of) });
  return {
    ...histogram,
    zeroCount: of(histogram.zeroCount),
    count: of(histogram.count),
    sum: of(histogram.sum),
    positive: buckets(histogram.positive),
    negative: buckets(histogram.negative),
    hint: by < 0 ? "gauge" : histogram.hint,
  };
}

/** Whether two are the same data, layout and bits. */
export function equalHistograms(a: FloatHistogram, b: FloatHistogram): boolean {
  return (
    a.schema === b.schema &&
    Object.is(a.count, b.count) &&
    Object.is(a.sum, b.sum) &&
    Object.is(a.zeroCount, b.zeroCount) &&
    a.zeroThreshold === b.zeroThreshold &&
    sameNumbers(a.bounds, b.bounds) &&
    sameNumbers(a.positive.indexes, b.positive.indexes) &&
    sameNumbers(a.negative.indexes, b.negative.indexes) &&
    sameNumbers(a.positive.counts, b.positive.counts) &&
    sameNumbers(a.negative.counts, b.negative.counts)
  );
}

export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}

/** As `count_values` shows one: `{count:3, sum:4.5, (1,2]:3}`. */
export function histogramText(histogram: FloatHistogram): string {
  const shown = (value: number) => floatText(value, "g");
  const buckets = bucketsOf({ ...histogram, zeroThreshold: 0, zeroCount: 0 }).filter(({ count }) => count !== 0);
  const { zeroCount, zeroThreshold } = histogram;
  if (zeroCount !== 0) {
    const at = buckets.findIndex(({ upper }) => upper > 0);
    const around = { lower: -zeroThreshold, upper: zeroThreshold, lowerInclusive: true, upperInclusive: true };
    buckets.splice(at < 0 ? buckets.length : at, 0, { ...around, count: zeroCount });
  }
  const listed = buckets.map(
    ({ lower, upper, count, lowerInclusive, upperInclusive }) =>
      `, ${lowerInclusive ? "[" : "("}${shown(lower)},${shown(upper)}${upperInclusive ? "]" : ")"}:${shown(count)}`,
  );
  return `{count:${shown(histogram.count)}, sum:${shown(histogram.sum)}${listed.join("")}}`;
}

/** As how many samples Prometheus counts a histogram: by the memory that it takes there (promql/value.go, HPoint.size). */
export function samplesOf({ positive, negative, bounds }: FloatHistogram): number {
  const numbers = positive.counts.length + negative.counts.length + bounds.length;
  return Math.floor((structBytes + 8 * (spansOf(positive) + spansOf(negative) + numbers) + 8) / 16);
}

const structBytes = 168;

function spansOf({ indexes }: Buckets): number {
  let spans = 0;
  for (let at = 0; at < indexes.length; at++) if (at === 0 || indexes[at] !== (indexes[at - 1] as number) + 1) spans++;
  return spans;
}
