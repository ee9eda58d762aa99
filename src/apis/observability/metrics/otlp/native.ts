/** Exponential histograms as native ones: messages of remote write 1.0 (prompb/types.proto). */
import { RecordFault } from "../../otlp/faults.ts";
import type { ExponentialBuckets, ExponentialPoint, Temporality } from "../../otlp/metric.ts";
import { type BucketList, encodeHistogram, type NativeHistogram } from "../native-histogram.ts";

/** Schemas that Prometheus has. Finer scales are made coarser by joining pairs of buckets; coarser ones it cannot express. */
const finest = 8;
const coarsest = -4;
/** What Prometheus takes for zero when the sender does not say. */
const defaultZeroThreshold = 1e-128;
/** Throws RecordFault for a scale below −4. */
export function nativeHistogram(point: ExponentialPoint, temporality: Temporality, timestamp: number): Buffer {
  if (point.scale < coarsest) throw new RecordFault(`scale must be at least ${coarsest}`);
  const down = Math.max(0, point.scale - finest);
  const histogram: NativeHistogram = {
    count: point.count,
    sum: point.sum ?? 0,
    schema: point.scale - down,
    zeroThreshold: point.zeroThreshold === 0 ? defaultZeroThreshold : point.zeroThreshold,
    zeroCount: point.zeroCount,
    negative: listed(joined(point.negative, down)),
    positive: listed(joined(point.positive, down)),
    customBounds: [],
    resetHint: temporality === "delta" ? "gauge" : "unknown",
    isFloat: false,
  };
  return encodeHistogram(histogram, timestamp, point.noRecordedValue);
}

/** Buckets of a scale that is `down` lower: 2^down old ones are one new one. */
function joined({ offset, bucketCounts }: ExponentialBuckets, down: number): ExponentialBuckets {
  // No offset is farther from zero than this.
  const size = 2 ** Math.min(down, 32);
  const first = Math.floor(offset / size);
  const counts: number[] = [];
  for (const [index, count] of bucketCounts.entries()) {
    const at = Math.floor((offset + index) / size) - first;
    counts[at] = (counts[at] ?? 0) + count;
  }
  return trimmed(first, counts);
}

/** Without the empty buckets at both ends. */
function trimmed(offset: number, counts: readonly number[]): ExponentialBuckets {
  const first = counts.findIndex((count) => count !== 0);
  const last = counts.findLastIndex((count) => count !== 0);
  return first === -1
    ? { offset: 0, bucketCounts: [] }
    : { offset: offset + first, bucketCounts: counts.slice(first, last + 1) };
}

/** Prometheus counts buckets by their upper bounds, one more than OTLP. */
function listed({ offset, bucketCounts }: ExponentialBuckets): BucketList {
  const spans = bucketCounts.length === 0 ? [] : [{ offset: offset + 1, length: bucketCounts.length }];
  return { spans, counts: bucketCounts };
}
