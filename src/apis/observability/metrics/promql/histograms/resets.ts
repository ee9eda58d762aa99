/** Whether a counter was reset between two native histograms (Prometheus, model/histogram, DetectReset). */
import { beyond, coarser, commonBounds, countsWithin, zeroCountFor } from "./arithmetic.ts";
import { type Buckets, type FloatHistogram, hasCustomBounds, sameNumbers } from "./histogram.ts";

export function isReset(now: FloatHistogram, before: FloatHistogram): boolean {
  if (now.hint === "reset") return true;
  if (now.hint === "not_reset") return false;
  if (now.count < before.count) return true;
  if (hasCustomBounds(now)) {
    if (!hasCustomBounds(before)) return true;
    if (!sameNumbers(now.bounds, before.bounds)) return fellWithinCommonBounds(now, before);
    return fell(now.positive, before.positive);
  }
  // A finer schema and a narrower zero bucket come only with a new counter; so do custom bounds that are no more.
  if (now.schema > before.schema || now.zeroThreshold < before.zeroThreshold) return true;
  const [zeroCount, threshold] = zeroCountFor(before, now.zeroThreshold);
  if (threshold !== now.zeroThreshold || now.zeroCount < zeroCount) return true;
  const comparable = (buckets: Buckets, schema: number) =>
    beyond(coarser(buckets, schema, now.schema), now.schema, now.zeroThreshold);
  return (
    fell(comparable(now.positive, now.schema), comparable(before.positive, before.schema)) ||
    fell(comparable(now.negative, now.schema), comparable(before.negative, before.schema))
  );
}

/** Whether any bucket counts less than before, or is gone. */
function fell(now: Buckets, before: Buckets): boolean {
  let at = 0;
  for (const [ofBefore, index] of before.indexes.entries()) {
    while ((now.indexes[at] ?? Number.POSITIVE_INFINITY) < index) at++;
    const count = now.indexes[at] === index ? (now.counts[at] ?? 0) : 0;
    if (count < (before.counts[ofBefore] ?? 0)) return true;
  }
  return false;
}

/** Compares what is counted between bounds that both have. */
function fellWithinCommonBounds(now: FloatHistogram, before: FloatHistogram): boolean {
  const bounds = commonBounds(now, before);
  const [counts, past] = [now, before].map((each) => countsWithin(each, bounds)) as [number[], number[]];
  return counts.some((count, at) => count < (past[at] ?? 0));
}
