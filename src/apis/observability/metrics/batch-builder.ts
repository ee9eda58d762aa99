/** Makes batches for the metric store. */
import { ByteWriter } from "./codec/bytes.ts";
import { SampleRun } from "./codec/columns.ts";
import { grown } from "./grown.ts";
import { encodeLabels } from "./label-bytes.ts";
import type { MetricBatch, MetricMetadata, MetricRecord } from "./store.ts";

/** The columns of a batch, which grow. */
export class BatchColumns {
  readonly samples: SampleRun;
  seriesStart: Uint32Array;
  seriesEnd: Uint32Array;
  seriesCount = 0;
  readonly recordSeries: number[] = [];
  readonly records: MetricRecord[] = [];
  readonly metadata = new Map<string, MetricMetadata>();

  /** @param capacity samples and series for which there is room from the beginning. */
  constructor(capacity = 64) {
    this.samples = new SampleRun(capacity);
    this.seriesStart = new Uint32Array(capacity);
    this.seriesEnd = new Uint32Array(capacity);
  }

  /** Begins a series, whose label set lies between two places in the bytes of all labels. Returns its index. */
  addSeries(start: number, end: number): number {
    const index = this.seriesCount++;
    if (index === this.seriesStart.length) {
      this.seriesStart = grown(this.seriesStart, 2 * index);
      this.seriesEnd = grown(this.seriesEnd, 2 * index);
    }
    this.seriesStart[index] = start;
    this.seriesEnd[index] = end;
    return index;
  }

  record(series: number, record: MetricRecord): void {
    this.recordSeries.push(series);
    this.records.push(record);
  }

  /** @param labels holds the label sets. */
  batch(labels: Buffer): MetricBatch {
    const { series, timestamps, bits, length } = this.samples;
    return {
      labels,
      seriesStart: this.seriesStart.subarray(0, this.seriesCount),
      seriesEnd: this.seriesEnd.subarray(0, this.seriesCount),
      sampleSeries: series.subarray(0, length),
      samples: {
        timestamps: timestamps.subarray(0, length),
        bits: bits.subarray(0, 2 * length),
        values: new Float64Array(bits.buffer, 0, length),
      },
      recordSeries: Uint32Array.from(this.recordSeries),
      records: this.records,
      metadata: this.metadata,
    };
  }
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** Makes a batch out of label text and numbers. */
export class MetricBatchBuilder extends BatchColumns {
  readonly #labels = new ByteWriter();

  /**
   * Begins a series and returns its index. Labels are put in order, and empty values are left out, for an empty label
   * is no label. Whether they are a series is checked when the batch is stored.
   */
  series(labels: Iterable<readonly [name: string, value: string]>): number {
    const given = [...labels].filter(([, value]) => value !== "");
    given.sort(([a], [b]) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const start = this.#labels.length;
    this.#labels.append(encodeLabels(given.flat()));
    return this.addSeries(start, this.#labels.length);
  }

  /** `timestamp` in ms since the Unix epoch, whole. A NaN is an ordinary one; see `sampleBits`. */
  sample(series: number, timestamp: number, value: number): void {
    double[0] = value;
    this.sampleBits(series, timestamp, words[0] ?? 0, words[1] ?? 0);
  }

  /** The value as its lower and upper 32 bits. */
  sampleBits(series: number, timestamp: number, low: number, high: number): void {
    this.samples.add(series, timestamp, low, high);
  }

  build(): MetricBatch {
    return this.batch(this.#labels.written);
  }
}
