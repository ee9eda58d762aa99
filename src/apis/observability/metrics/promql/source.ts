/** Where an evaluation gets its series from: it asks by matchers and time, and gets columns. */
import type { TimeRange } from "../store.ts";
import type { FloatHistogram } from "./histograms/histogram.ts";
import type { Matcher } from "./syntax/tree.ts";

/** A series in the order of time. */
export interface SourceSeries {
  /** Names and values in turn, in the order of the names. Shared, never to be changed. */
  readonly labels: readonly string[];
  /** Milliseconds since the Unix epoch, whole. */
  readonly timestamps: Float64Array;
  readonly values: Float64Array;
  /** Indexes of the samples that end the series for a while (stale markers), rising. */
  readonly stale: readonly number[];
  readonly histograms: readonly HistogramSample[];
}

export interface HistogramSample {
  readonly timestamp: number;
  /** Null for a stale marker. */
  readonly histogram: FloatHistogram | null;
}

export interface Source {
  /**
   * In the order of their labels. Throws QueryError execution when there are more series than a selector may select, or more
   * than `samples` samples.
   */
  select(matchers: readonly Matcher[], range: TimeRange, samples: number): Promise<readonly SourceSeries[]>;
}
