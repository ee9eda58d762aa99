/** Makes a batch for the metric store out of label text and numbers. */
import { encodeLabels } from "./label-bytes.ts";
import type { MetricBatch, MetricMetadata, MetricRecord } from "./store.ts";

/** Columns that grow. */
class Samples {
  series = new Uint32Array(64);
  timestamps = new Float64Array(64);
  bits = new Uint32Array(128);
  length = 0;

  add(series: number, timestamp: number, low: number, high: number): void {
    if (this.length === this.series.length) this.#grow();
    this.series[this.length] = series;
    this.timestamps[this.length] = timestamp;
    this.bits[2 * this.length] = low;
    this.bits[2 * this.length + 1] = high;
    this.length++;
  }

  #grow(): void {
    const { series, timestamps, bits, length } = this;
    this.series = new Uint32Array(2 * length);
    this.series.set(series);
    this.timestamps = new Float64Array(2 * length);
    this.timestamps.set(timestamps);
    this.bits = new Uint32Array(4 * length);
    this.bits.set(bits);
  }
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

export class MetricBatchBuilder {
  /** Label sets one after the other, and where each ends. */
  #labels = Buffer.allocUnsafe(4096);
  readonly #labelEnds: number[] = [];
  readonly #samples = new Samples();
  readonly #recordSeries: number[] = [];
  readonly #records: MetricRecord[] = [];
  readonly #metadata = new Map<string, MetricMetadata>();

  /**
   * Begins a series and returns its index. Labels are put in order, and empty values are left out, for an empty label
   * is no label. Whether they are a series is checked when the batch is stored.
   */
  series(labels: Iterable<readonly [name: string, value: string]>): number {
    const given = [...labels].filter(([, value]) => value !== "");
    given.sort(([a], [b]) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))));
    const bytes = encodeLabels(given.flat());
    const start = this.#labelEnds.at(-1) ?? 0;
    const end = start + bytes.length;
    if (end > this.#labels.length) {
      const grown = Buffer.allocUnsafe(Math.max(end, 2 * this.#labels.length));
      this.#labels.copy(grown, 0, 0, start);
      this.#labels = grown;
    }
    bytes.copy(this.#labels, start);
    return this.#labelEnds.push(end) - 1;
  }

  /** `timestamp` in ms since the Unix epoch, whole. A NaN is an ordinary one; see `sampleBits`. */
  sample(series: number, timestamp: number, value: number): void {
    double[0] = value;
    this.sampleBits(series, timestamp, words[0] ?? 0, words[1] ?? 0);
  }

  /** The value as its lower and upper 32 bits. */
  sampleBits(series: number, timestamp: number, low: number, high: number): void {
    this.#samples.add(series, timestamp, low, high);
  }

  record(series: number, record: MetricRecord): void {
    this.#recordSeries.push(series);
    this.#records.push(record);
  }

  metadata(metric: string, metadata: MetricMetadata): void {
    this.#metadata.set(metric, metadata);
  }

  build(): MetricBatch {
    const { series, timestamps, bits, length } = this.#samples;
    const seriesEnd = Uint32Array.from(this.#labelEnds);
    const seriesStart = new Uint32Array(seriesEnd.length);
    seriesStart.set(seriesEnd.subarray(0, -1), Math.min(1, seriesEnd.length));
    return {
      labels: this.#labels.subarray(0, seriesEnd.at(-1) ?? 0),
      seriesStart,
      seriesEnd,
      sampleSeries: series.subarray(0, length),
      samples: {
        timestamps: timestamps.subarray(0, length),
        bits: bits.subarray(0, 2 * length),
        values: new Float64Array(bits.buffer, 0, length),
      },
      recordSeries: Uint32Array.from(this.#recordSeries),
      records: this.#records,
      metadata: this.#metadata,
    };
  }
}
