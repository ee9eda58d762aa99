/** The samples of one evaluation of a rule, as a batch for the metric store. */
import { MetricBatchBuilder } from "../batch-builder.ts";
import { ProtobufWriter } from "../otlp/writer.ts";
import type { Buckets, FloatHistogram } from "../promql/histograms/histogram.ts";
import { type Labels, type MetricBatch, staleMarker } from "../store.ts";

export interface RuleSample {
  /** With the metric's name. */
  readonly labels: Labels;
  readonly value: number;
  /** In place of the value. */
  readonly histogram: FloatHistogram | null;
}

/** Samples at one moment (ms), and markers that end the series that are gone. */
export function batchOf(samples: readonly RuleSample[], gone: readonly Labels[], timestamp: number): MetricBatch {
  const builder = new MetricBatchBuilder();
  for (const { labels, value, histogram } of samples) {
    const series = builder.series(pairsOf(labels));
    if (histogram === null) builder.sample(series, timestamp, value);
    else builder.record(series, { kind: "histogram", timestamp, message: histogramMessage(histogram, timestamp) });
  }
  for (const labels of gone)
    builder.sampleBits(builder.series(pairsOf(labels)), timestamp, staleMarker.low, staleMarker.high);
  return builder.build();
}

export function* pairsOf(labels: Labels): Generator<[name: string, value: string]> {
  for (let at = 0; at < labels.length; at += 2) yield [labels[at] ?? "", labels[at + 1] ?? ""];
}

const gauge = 3;

/** A histogram whose counts need not be whole, as remote write 1.0 has it (prompb/types.proto). */
function histogramMessage(histogram: FloatHistogram, timestamp: number): Buffer {
  const writer = new ProtobufWriter();
  writer.double(2, histogram.count);
  writer.double(3, histogram.sum);
  writer.sint64(4, histogram.schema);
  writer.double(5, histogram.zeroThreshold);
  writer.double(7, histogram.zeroCount);
  writeBuckets(writer, 8, histogram.negative);
  writeBuckets(writer, 11, histogram.positive);
  if (histogram.hint === "gauge") writer.uint64(14, gauge);
  writer.uint64(15, timestamp);
  for (const bound of histogram.bounds) writer.double(16, bound);
  return writer.finish();
}

/** Spans in `field`, counts two after it. */
function writeBuckets(writer: ProtobufWriter, field: number, { indexes, counts }: Buckets): void {
  let end = 0;
  for (let from = 0; from < indexes.length; ) {
    const first = indexes[from] ?? 0;
    let to = from + 1;
    while (to < indexes.length && indexes[to] === first + to - from) to++;
    const span = new ProtobufWriter();
    span.sint64(1, first - end);
    span.uint64(2, to - from);
    writer.message(field, span);
    end = first + to - from;
    from = to;
  }
  for (const count of counts) writer.double(field + 2, count);
}
