/** Metrics as OTLP carries them (opentelemetry/proto/metrics/v1/metrics.proto), the same from either encoding. */
import type { KeyValue } from "./attributes.ts";
import type { Origin } from "./batch.ts";

export interface Exemplar {
  readonly timeUnixNano: bigint;
  readonly value: number;
  /** Attributes that the metric itself left out. */
  readonly filteredAttributes: readonly KeyValue[];
  /** 16 and 8 bytes, or none. */
  readonly traceId: Uint8Array | null;
  readonly spanId: Uint8Array | null;
}

interface Point {
  readonly attributes: readonly KeyValue[];
  readonly timeUnixNano: bigint;
  /** The sender has nothing to say for this time: the series ends here (DataPointFlags, NO_RECORDED_VALUE). */
  readonly noRecordedValue: boolean;
  readonly exemplars: readonly Exemplar[];
}

export interface NumberPoint extends Point {
  readonly value: number;
}

/** Fields of histograms of both kinds. */
interface Distribution extends Point {
  readonly count: number;
  readonly sum: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface HistogramPoint extends Distribution {
  /** One more than there are bounds; none at all where there are no buckets. */
  readonly bucketCounts: readonly number[];
  /** Upper bounds, growing. */
  readonly explicitBounds: readonly number[];
}

/** Bucket i counts values in (b^(offset + i), b^(offset + i + 1)], where b is 2^(2^−scale). */
export interface ExponentialBuckets {
  readonly offset: number;
  readonly bucketCounts: readonly number[];
}

export interface ExponentialPoint extends Distribution {
  readonly scale: number;
  readonly zeroCount: number;
  readonly zeroThreshold: number;
  readonly positive: ExponentialBuckets;
  readonly negative: ExponentialBuckets;
}

export interface SummaryPoint extends Point {
  readonly count: number;
  readonly sum: number;
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[];
}

export type Temporality = "cumulative" | "delta";

export type MetricData =
  | { readonly kind: "gauge"; readonly points: readonly NumberPoint[] }
  | {
      readonly kind: "sum";
      readonly points: readonly NumberPoint[];
      readonly temporality: Temporality;
      readonly monotonic: boolean;
    }
  | { readonly kind: "histogram"; readonly points: readonly HistogramPoint[]; readonly temporality: Temporality }
  | { readonly kind: "exponential"; readonly points: readonly ExponentialPoint[]; readonly temporality: Temporality }
  | { readonly kind: "summary"; readonly points: readonly SummaryPoint[] };

/** A data point that cannot be stored. */
export interface RefusedPoint {
  /** Below the metric: `/sum/dataPoints/2`. */
  readonly pointer: string;
  readonly reason: string;
}

export interface OtlpMetric extends Origin {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** Null for a metric without data. */
  readonly data: MetricData | null;
  readonly refused: readonly RefusedPoint[];
}

/** The member of a Metric message that holds its data points. */
export const dataFields = ["gauge", "sum", "histogram", "exponentialHistogram", "summary"] as const;
