/** Sums and differences of native histograms: resolutions, zero buckets and custom bounds are brought together first. */
import type { ResetHint } from "../../native-histogram.ts";
import {
  type Buckets,
  bucketAt,
  exponentialBound,
  type FloatHistogram,
  hasCustomBounds,
  noBuckets,
  sameNumbers,
  withoutEmpty,
} from "./histogram.ts";

/** What happened beside the result. */
export interface Combined {
  readonly histogram: FloatHistogram;
  /** One said that its counter was reset, and the other that it was not. */
  readonly resetsCollide: boolean;
  /** Custom bounds differed, and those of both were kept. */
  readonly boundsReconciled: boolean;
}

/** Exponential buckets and custom ones have no sum: then null. */
export const added = (a: FloatHistogram, b: FloatHistogram): Combined | null => combined(a, b, 1);
export const subtracted = (a: FloatHistogram, b: FloatHistogram): Combined | null => combined(a, b, -1);

function combined(a: FloatHistogram, b: FloatHistogram, sign: 1 | -1): Combined | null {
  if (hasCustomBounds(a) !== hasCustomBounds(b)) return null;
  const { hint, resetsCollide } = hintOf(a.hint, b.hint);
  const totals = { hint, count: a.count + sign * b.count, sum: a.sum + sign * b.sum };
  if (hasCustomBounds(a)) {
    if (sameNumbers(a.bounds, b.bounds)) {
      const histogram = { ...a, ...totals, positive: merged(a.positive, b.positive, sign) };
      return { histogram, resetsCollide, boundsReconciled: false };
    }
    const bounds = commonBounds(a, b);
    const counts = countsWithin(b, bounds, countsWithin(a, bounds), sign);
    const positive = withoutEmpty({ indexes: counts.map((_, index) => index), counts });
    return { histogram: { ...a, ...totals, bounds, positive }, resetsCollide, boundsReconciled: true };
  }
  const [left, otherZeroCount] = withSameZero(a, b);
  const schema = Math.min(a.schema, b.schema);
  const { zeroThreshold } = left;
  const sides = (mine: Buckets, other: Buckets) => {
    const added = beyond(coarser(other, b.schema, schema), schema, zeroThreshold);
    return merged(coarser(mine, a.schema, schema), added, sign);
  };
  const histogram = {
    ...left,
    ...totals,
    schema,
    zeroCount: left.zeroCount + sign * otherZeroCount,
    positive: sides(left.positive, b.positive),
    negative: sides(left.negative, b.negative),
  };
  return { histogram, resetsCollide, boundsReconciled: false };
}

function hintOf(mine: ResetHint, other: ResetHint): { readonly hint: ResetHint; readonly resetsCollide: boolean } {
  if (mine === other) return { hint: mine, resetsCollide: false };
  if (mine === "gauge" || other === "gauge") return { hint: "gauge", resetsCollide: false };
  return { hint: "unknown", resetsCollide: mine !== "unknown" && other !== "unknown" };
}

/** Buckets of both. */
function merged(a: Buckets, b: Buckets, sign: 1 | -1): Buckets {
  const indexes: number[] = [];
  const counts: number[] = [];
  for (let ofA = 0, ofB = 0; ofA < a.indexes.length || ofB < b.indexes.length; ) {
    const indexA = a.indexes[ofA] ?? Number.POSITIVE_INFINITY;
    const indexB = b.indexes[ofB] ?? Number.POSITIVE_INFINITY;
    indexes.push(Math.min(indexA, indexB));
    if (indexA < indexB) counts.push(a.counts[ofA++] ?? 0);
    else if (indexB < indexA) counts.push(sign * (b.counts[ofB++] ?? 0));
    else counts.push((a.counts[ofA++] ?? 0) + sign * (b.counts[ofB++] ?? 0));
  }
  return { indexes, counts };
}

/** The buckets at a coarser schema. */
export function coarser(buckets: Buckets, schema: number, target: number): Buckets {
  if (schema === target) return buckets;
  const indexes: number[] = [];
  const counts: number[] = [];
  for (const [at, index] of buckets.indexes.entries()) {
    // Indexes have 32 bits, and so has what shifts them.
    const into = ((index - 1) >> Math.min(31, schema - target)) + 1;
    const count = buckets.counts[at] ?? 0;
    if (indexes.at(-1) === into) counts[counts.length - 1] = (counts.at(-1) ?? 0) + count;
    else {
      indexes.push(into);
      counts.push(count);
    }
  }
  return { indexes, counts };
}

/** Those that end above the threshold. */
export function beyond(buckets: Buckets, schema: number, threshold: number): Buckets {
  const first = buckets.indexes.findIndex((index) => exponentialBound(index, schema) > threshold);
  if (first === 0) return buckets;
  if (first < 0) return noBuckets;
  return { indexes: buckets.indexes.slice(first), counts: buckets.counts.slice(first) };
}

/** Custom bounds that both have. */
export const commonBounds = (a: FloatHistogram, b: FloatHistogram) =>
  a.bounds.filter((bound) => b.bounds.includes(bound));

/** Adds to `counts` what is counted up to each of these bounds, and in the end beyond them. */
export function countsWithin(
  { positive, bounds }: FloatHistogram,
  target: readonly number[],
  counts = new Array<number>(target.length + 1).fill(0),
  sign: 1 | -1 = 1,
): number[] {
  for (const [at, index] of positive.indexes.entries()) {
    const upper = bounds[index];
    const found = upper === undefined ? -1 : target.findIndex((bound) => bound >= upper);
    const into = found < 0 ? target.length : found;
    counts[into] = (counts[into] ?? 0) + sign * (positive.counts[at] ?? 0);
  }
  return counts;
}

/**
 * What the bucket around zero counts when it grows to at least this threshold, which is moved up when it would divide a bucket
 * that is not empty. Returns the count and the threshold.
 */
export function zeroCountFor(histogram: FloatHistogram, wanted: number): readonly [count: number, threshold: number] {
  const { positive, negative, zeroCount } = histogram;
  if (wanted === histogram.zeroThreshold) return [zeroCount, wanted];
  let threshold = wanted;
  for (;;) {
    let count = zeroCount;
    for (let at = 0; at < positive.indexes.length; at++) {
      const bucket = bucketAt(histogram, positive, at, 1);
      if (bucket.lower >= threshold) break;
      count += bucket.count;
      if (bucket.upper > threshold) {
        if (bucket.count !== 0) threshold = bucket.upper;
        break;
      }
    }
    let again = false;
    for (let at = 0; at < negative.indexes.length; at++) {
      const bucket = bucketAt(histogram, negative, at, -1);
      if (bucket.upper <= -threshold) break;
      count += bucket.count;
      if (bucket.lower < -threshold) {
        again = bucket.count !== 0;
        if (again) threshold = -bucket.lower;
        break;
      }
    }
    if (!again) return [count, threshold];
  }
}

/** The first with a bucket around zero that is large enough for both, and what the second would count in it. */
function withSameZero(a: FloatHistogram, b: FloatHistogram): readonly [FloatHistogram, number] {
  let mine = a;
  let [otherCount, otherThreshold] = [b.zeroCount, b.zeroThreshold];
  while (otherThreshold !== mine.zeroThreshold) {
    if (mine.zeroThreshold > otherThreshold) [otherCount, otherThreshold] = zeroCountFor(b, mine.zeroThreshold);
    if (otherThreshold > mine.zeroThreshold) {
      const [zeroCount, zeroThreshold] = zeroCountFor(mine, otherThreshold);
      mine = {
        ...mine,
        zeroCount,
        zeroThreshold,
        positive: withoutEmpty(beyond(mine.positive, mine.schema, zeroThreshold)),
        negative: withoutEmpty(beyond(mine.negative, mine.schema, zeroThreshold)),
      };
    }
  }
  return [mine, otherCount];
}
