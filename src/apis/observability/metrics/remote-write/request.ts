/** The form that both versions of remote write are read into: a batch, and the series that cannot be part of it. */
import { Problem } from "#src/http/problem.ts";
import { OtlpDecodeError } from "../../otlp/faults.ts";
import { SampleRun } from "../codec/columns.ts";
import { decodeHistogram, histogramFault } from "../native-histogram.ts";
import { type Refused, Rejections } from "../rejections.ts";
import {
  type MetricBatch,
  type MetricMetadata,
  type MetricRecord,
  type MetricRejection,
  recordBytes,
} from "../store.ts";

export interface DecodedWrite {
  readonly batch: MetricBatch;
  /** Series that cannot even be named; numbered as in the request, and without anything in the batch. */
  readonly rejected: readonly MetricRejection[];
}

/** A request with more of anything is 413: what is decoded takes several times the memory of its bytes. */
export const requestLimits = {
  series: 250_000,
  samples: 2_000_000,
  "histograms and exemplars": 250_000,
  "described metrics": 100_000,
  symbols: 2_000_000,
  /** Version 2.0 names one text many times. */
  "bytes of labels, those of exemplars included": 32 * 1024 * 1024,
} as const;

/** Throws Problem PAYLOAD_TOO_LARGE. */
export function checkLimit(what: keyof typeof requestLimits, count: number): void {
  if (count <= requestLimits[what]) return;
  throw new Problem("PAYLOAD_TOO_LARGE", { detail: `A request may hold at most ${requestLimits[what]} ${what}.` });
}

/**
 * The error for a message of the other version. The versions share no field numbers: without this error the fields would be skipped as
 * unknown, and the request would succeed without storing a sample.
 */
export function otherVersion(version: string, type: string): OtlpDecodeError {
  return new OtlpDecodeError(`this is a message of remote write ${version}, which is sent as ${type}`);
}

/** The most that is read of a series without a pause: fields, and bytes of long ones. */
export const sliceWork = 2_048;

/** The weight of a field of so many bytes. */
export function workOf(bytes: number): number {
  return 1 + (bytes >>> 8);
}

/** `MetricMetadata.MetricType` of both versions, by number. */
const metricTypes = [
  "unknown",
  "counter",
  "gauge",
  "histogram",
  "gaugehistogram",
  "summary",
  "info",
  "stateset",
] as const;

/** Collects a request's series, samples and records in the order in which they are read. */
export class WriteCollector {
  readonly samples = new SampleRun(2048);
  seriesStart = new Uint32Array(2048);
  seriesEnd = new Uint32Array(2048);
  seriesCount = 0;
  readonly recordSeries: number[] = [];
  readonly records: MetricRecord[] = [];
  readonly metadata = new Map<string, MetricMetadata>();
  readonly #rejections = new Rejections();
  #refusedRecords = 0;

  /** Begins a series and returns its index. Throws Problem PAYLOAD_TOO_LARGE. */
  series(start: number, end: number): number {
    const index = this.seriesCount++;
    checkLimit("series", this.seriesCount);
    if (index === this.seriesStart.length) {
      const starts = new Uint32Array(2 * index);
      starts.set(this.seriesStart);
      this.seriesStart = starts;
      const ends = new Uint32Array(2 * index);
      ends.set(this.seriesEnd);
      this.seriesEnd = ends;
    }
    this.seriesStart[index] = start;
    this.seriesEnd[index] = end;
    return index;
  }

  record(series: number, record: MetricRecord): void {
    this.recordSeries.push(series);
    this.records.push(record);
  }

  /** Takes a histogram, or refuses it when it contradicts itself. One that is too large to be kept is left to the store. */
  histogram(series: number, { message, timestamp }: Omit<MetricRecord, "kind">): void {
    const histogram = message.length <= recordBytes.histogram ? decodeHistogram(message) : null;
    const fault = histogram === null ? null : histogramFault(histogram);
    if (fault === null) this.record(series, { kind: "histogram", message, timestamp });
    else this.reject(series, fault, { histograms: 1 });
  }

  reject(series: number, reason: string, refused: Partial<Refused>): void {
    this.#refusedRecords += (refused.histograms ?? 0) + (refused.exemplars ?? 0);
    this.#rejections.add(series, reason, refused);
  }

  /** Forgets samples and records beyond these. */
  truncate(samples: number, records: number): void {
    this.samples.length = samples;
    this.records.length = records;
    this.recordSeries.length = records;
  }

  /** To be called now and then. Throws Problem PAYLOAD_TOO_LARGE. */
  checkLimits(): void {
    checkLimit("samples", this.samples.length);
    checkLimit("histograms and exemplars", this.records.length + this.#refusedRecords);
    checkLimit("described metrics", this.metadata.size);
  }

  /** The metadata of a metric, without characters that the database cannot store. */
  describe(metric: string, type: number, help: string, unit: string): void {
    const name = stored(metric, 1024);
    if (name === "" || name !== metric) return;
    this.metadata.set(name, {
      type: metricTypes[type] ?? "unknown",
      help: stored(help, 4096),
      unit: stored(unit, 256),
    });
  }

  /** `labels` holds the label sets. Throws Problem PAYLOAD_TOO_LARGE. */
  finish(labels: Buffer): DecodedWrite {
    this.checkLimits();
    const { series, timestamps, bits, length } = this.samples;
    return {
      batch: {
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
      },
      rejected: this.#rejections.all,
    };
  }
}

function stored(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replaceAll("\0", "");
}
