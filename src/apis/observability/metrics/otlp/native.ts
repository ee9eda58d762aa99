/** Exponential histograms as native ones: messages of remote write 1.0 (prompb/types.proto). */
import { RecordFault } from "../../otlp/faults.ts";
import type { ExponentialBuckets, ExponentialPoint, Temporality } from "../../otlp/metric.ts";
import { staleMarker } from "../store.ts";
import { ProtobufWriter } from "./writer.ts";

/** Schemas that Prometheus has. Finer scales are made coarser by joining pairs of buckets; coarser ones it cannot express. */
const finest = 8;
const coarsest = -4;
/** What Prometheus takes for zero when the sender does not say. */
const defaultZeroThreshold = 1e-128;
/** ResetHint: each histogram counts for itself. */
const gauge = 3;

/** Throws RecordFault for a scale below −4. */
export function nativeHistogram(point: ExponentialPoint, temporality: Temporality, timestamp: number): Buffer {
  if (point.scale < coarsest) throw new RecordFault(`scale must be at least ${coarsest}`);
  const down = Math.max(0, point.scale - finest);
  const writer = new ProtobufWriter();
  writer.uint64(1, point.count);
  if (point.noRecordedValue) writer.bits(3, staleMarker.low, staleMarker.high);
  else writer.double(3, point.sum ?? 0);
  writer.sint64(4, point.scale - down);
  writer.double(5, point.zeroThreshold === 0 ? defaultZeroThreshold : point.zeroThreshold);
  writer.uint64(6, point.zeroCount);
  writeBuckets(writer, 8, joined(point.negative, down));
  writeBuckets(writer, 11, joined(point.positive, down));
  if (temporality === "delta") writer.uint64(14, gauge);
  writer.uint64(15, timestamp);
  return writer.finish();
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

/** Spans in `field`, deltas in the next. Prometheus counts buckets by their upper bounds, one more than OTLP. */
function writeBuckets(writer: ProtobufWriter, field: number, { offset, bucketCounts }: ExponentialBuckets): void {
  if (bucketCounts.length === 0) return;
  const span = new ProtobufWriter();
  span.sint64(1, offset + 1);
  span.uint64(2, bucketCounts.length);
  writer.message(field, span);
  writer.packedSint64(
    field + 1,
    bucketCounts.map((count, index) => count - (bucketCounts[index - 1] ?? 0)),
  );
}
