/** The samples of one evaluation of a rule, as a batch for the metric store. */
import { MetricBatchBuilder } from "../batch-builder.ts";
import { compareText } from "../labels.ts";
import { type BucketList, encodeHistogram } from "../native-histogram.ts";
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

/** The label set of these pairs: the last one of a name counts, and a label without a value is none. */
export function labelsOf(pairs: Iterable<readonly [name: string, value: string]>): Labels {
  const named = [...new Map(pairs)].filter(([, value]) => value !== "");
  return named.sort(([a], [b]) => compareText(a, b)).flat();
}

/** Its counts need not be whole. A reset is not known of any but the sender's own. */
function histogramMessage({ positive, negative, bounds, hint, ...numbers }: FloatHistogram, timestamp: number): Buffer {
  const buckets = { positive: listed(positive), negative: listed(negative), customBounds: bounds };
  const resetHint = hint === "gauge" ? "gauge" : "unknown";
  return encodeHistogram({ ...numbers, ...buckets, resetHint, isFloat: true }, timestamp);
}

function listed({ indexes, counts }: Buckets): BucketList {
  const spans: { offset: number; length: number }[] = [];
  let end = 0;
  for (const index of indexes) {
    const last = spans.at(-1);
    if (last !== undefined && index === end) last.length++;
    else spans.push({ offset: index - end, length: 1 });
    end = index + 1;
  }
  return { spans, counts };
}
