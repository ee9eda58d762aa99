/** Quantiles, fractions and spread of native histograms (Prometheus, promql/quantile.go and functions.go). */
import { addTo } from "../functions/kahan.ts";
import { type Bucket, bucketsOf, type FloatHistogram, hasCustomBounds } from "./histogram.ts";

/** What is said about observations that are NaN: they are in no bucket. */
export type NanNotice = "result is NaN" | "result is skewed higher" | null;

export function nativeQuantile(q: number, histogram: FloatHistogram): readonly [value: number, notice: NanNotice] {
  if (q < 0) return [Number.NEGATIVE_INFINITY, null];
  if (q > 1) return [Number.POSITIVE_INFINITY, null];
  if (histogram.count === 0 || Number.isNaN(q)) return [Number.NaN, null];
  const custom = hasCustomBounds(histogram);
  const hasNan = Number.isNaN(histogram.sum);
  const forward = hasNan || q < 0.5;
  const buckets = forward ? bucketsOf(histogram) : bucketsOf(histogram).reverse();
  let rank = (forward ? q : 1 - q) * histogram.count;
  let bucket: Bucket = { lower: 0, upper: 0, count: 0, lowerInclusive: false, upperInclusive: false };
  let count = 0;
  let next = 0;
  while (next < buckets.length) {
    bucket = buckets[next++] as Bucket;
    if (bucket.count === 0) continue;
    count += bucket.count;
    if (count >= rank) break;
  }
  if (custom) {
    if (bucket.lower === Number.NEGATIVE_INFINITY) {
      if (bucket.upper <= 0) return [bucket.upper, null];
      bucket.lower = 0;
    } else if (bucket.upper === Number.POSITIVE_INFINITY) return [bucket.lower, null];
  } else if (bucket.lower < 0 && bucket.upper > 0) narrowed(bucket, histogram);
  count = Math.min(count, histogram.count);
  if (count < rank) return hasNan ? [Number.NaN, "result is NaN"] : [bucket.upper, null];
  rank = forward ? rank - (count - bucket.count) : count - rank;
  let notice: NanNotice = null;
  if (hasNan) {
    for (; next < buckets.length; next++) count += buckets[next]?.count ?? 0;
    if (count < histogram.count) notice = "result is skewed higher";
  }
  return [within(bucket, rank / bucket.count, custom), notice];
}

/** A bucket around zero goes only as far as there are buckets on that side. */
function narrowed(bucket: Bucket, { negative, positive }: FloatHistogram): void {
  if (negative.counts.length === 0 && positive.counts.length > 0) bucket.lower = 0;
  else if (positive.counts.length === 0 && negative.counts.length > 0) bucket.upper = 0;
}

/** Linear within custom bounds and around zero, otherwise on the scale of logarithms. */
function within({ lower, upper }: Bucket, fraction: number, custom: boolean): number {
  if (custom || (lower <= 0 && upper >= 0)) return lower + (upper - lower) * fraction;
  const logLower = Math.log2(Math.abs(lower));
  const logUpper = Math.log2(Math.abs(upper));
  if (lower > 0) return 2 ** (logLower + (logUpper - logLower) * fraction);
  return -(2 ** (logUpper + (logLower - logUpper) * (1 - fraction)));
}

/** The share of observations between two bounds, and whether some are NaN and in none. */
export function nativeFraction(
  lower: number,
  upper: number,
  histogram: FloatHistogram,
): readonly [value: number, hasNan: boolean] {
  if (histogram.count === 0 || Number.isNaN(lower) || Number.isNaN(upper)) return [Number.NaN, false];
  if (lower >= upper) return [0, false];
  const custom = hasCustomBounds(histogram);
  let rank = 0;
  let count = 0;
  let lowerRank: number | null = null;
  let upperRank: number | null = null;
  for (const bucket of bucketsOf(histogram)) {
    count += bucket.count;
    if (lowerRank !== null && upperRank !== null) continue;
    const aroundZero = bucket.lower <= 0 && bucket.upper >= 0;
    if (aroundZero) narrowed(bucket, histogram);
    const linear = custom || aroundZero;
    if (lowerRank === null && bucket.lower >= lower) lowerRank = rank;
    if (upperRank === null && bucket.lower >= upper) upperRank = rank;
    if (lowerRank === null && bucket.lower < lower && bucket.upper > lower)
      lowerRank = rankWithin(bucket, lower, rank, linear);
    if (upperRank === null && bucket.lower < upper && bucket.upper > upper)
      upperRank = rankWithin(bucket, upper, rank, linear);
    rank += bucket.count;
  }
  const hasNan = Number.isNaN(histogram.sum);
  const counted = hasNan ? count : histogram.count;
  const limited = (value: number | null) => (value === null || value > counted ? counted : value);
  return [(limited(upperRank) - limited(lowerRank)) / histogram.count, hasNan && count < histogram.count];
}

function rankWithin({ lower, upper, count }: Bucket, value: number, rank: number, linear: boolean): number {
  if (linear) {
    // Within a bucket that is endless there is nothing to interpolate.
    if (lower === Number.NEGATIVE_INFINITY) return count;
    return rank + (count * (value - lower)) / (upper - lower);
  }
  const [logLower, logUpper, log] = [lower, upper, value].map((bound) => Math.log2(Math.abs(bound))) as [
    number,
    number,
    number,
  ];
  if (value > 0) return rank + (count * (log - logLower)) / (logUpper - logLower);
  return rank + count * (1 - (log - logUpper) / (logLower - logUpper));
}

/** Estimated from the middles of the buckets. */
export function nativeVariance(histogram: FloatHistogram): number {
  const mean = histogram.sum / histogram.count;
  const custom = hasCustomBounds(histogram);
  const total = { sum: 0, lost: 0 };
  for (const { lower, upper, count } of bucketsOf(histogram)) {
    if (count === 0) continue;
    let middle = 0;
    if (custom) middle = (upper + lower) / 2;
    else if (!(lower <= 0 && upper >= 0)) middle = Math.sqrt(upper * lower) * (upper < 0 ? -1 : 1);
    const delta = middle - mean;
    addTo(total, count * delta * delta);
  }
  return (total.sum + total.lost) / histogram.count;
}
