/** The form that both versions of remote write are read into: a batch, and the series that cannot be part of it. */
import { Problem } from "#src/http/problem.ts";
import { OtlpDecodeError } from "../../otlp/faults.ts";
import type { ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { BatchColumns } from "../batch-builder.ts";
import { readExemplar } from "../exemplar.ts";
import { histogramFault, readHistogram } from "../native-histogram.ts";
import { type Refused, Rejections } from "../rejections.ts";
import { type MetricBatch, type MetricRejection, recordBytes } from "../store.ts";

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
  /** Version 2.0 names one text many times, here and below. */
  "characters of descriptions": 16 * 1024 * 1024,
  symbols: 2_000_000,
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

/** The most that is read without a pause: fields, and bytes of long ones; and what a series counts as, or whatever else stands beside them. */
export const sliceWork = 2_048;
export const seriesWork = sliceWork / 64;

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

/** Messages that are longer are refused by the store, whatever is in them. */
const longestRecord = Math.max(...Object.values(recordBytes));

/** Collects a request's series, samples and records in the order in which they are read. */
export class WriteCollector extends BatchColumns {
  readonly #rejections = new Rejections();
  #refusedRecords = 0;
  readonly #helps = new StoredTexts(4096);
  readonly #units = new StoredTexts(256);
  #described = 0;

  constructor() {
    super(2048);
  }

  /** The request, whose label sets are in these bytes. Throws Problem PAYLOAD_TOO_LARGE. */
  decoded(labels: Buffer): DecodedWrite {
    this.checkLimits();
    return { batch: this.batch(labels), rejected: this.#rejections.all };
  }

  /** Begins a series and returns its index. Throws Problem PAYLOAD_TOO_LARGE. */
  series(start: number, end: number): number {
    checkLimit("series", this.seriesCount + 1);
    return this.addSeries(start, end);
  }

  /** Takes the exemplar whose length comes next, as it is. Throws OtlpDecodeError. */
  exemplar(series: number, reader: ProtobufReader): void {
    const [message, read] = readWhole(reader, readExemplar);
    this.record(series, { kind: "exemplar", message, timestamp: read?.timestamp ?? 0 });
  }

  /**
   * Takes the histogram whose length comes next, as it is, or refuses it when it contradicts itself. One that is too large to be kept is
   * left to the store. Throws OtlpDecodeError.
   */
  histogram(series: number, reader: ProtobufReader): void {
    const [message, read] = readWhole(reader, readHistogram);
    const histogram = read?.histogram ?? null;
    const fault = histogram === null ? null : histogramFault(histogram);
    if (fault === null) this.record(series, { kind: "histogram", message, timestamp: read?.timestamp ?? 0 });
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

  /** The metadata of a metric, without characters that the database cannot store. Throws Problem PAYLOAD_TOO_LARGE. */
  describe(metric: string, type: number, givenHelp: string, givenUnit: string): void {
    const name = stored(metric, 1024);
    if (name === "" || name !== metric) return;
    const [help, unit] = [this.#helps.of(givenHelp), this.#units.of(givenUnit)];
    this.#described += help.length + unit.length;
    checkLimit("characters of descriptions", this.#described);
    this.metadata.set(name, { type: metricTypes[type] ?? "unknown", help, unit });
  }
}

/** Texts as they are stored, each made once, however many metrics it describes. */
class StoredTexts {
  readonly #most: number;
  readonly #known = new Map<string, string>();

  /** @param most characters that are kept of a text. */
  constructor(most: number) {
    this.#most = most;
  }

  of(text: string): string {
    let known = this.#known.get(text);
    if (known === undefined) {
      known = stored(text, this.#most);
      this.#known.set(text, known);
    }
    return known;
  }
}

/** The bytes of a message whose length comes next, and what is read of it: nobody who reads it later finds anything malformed. */
function readWhole<T>(
  reader: ProtobufReader,
  read: (reader: ProtobufReader) => T,
): readonly [message: Buffer, read: T | null] {
  const outer = reader.enter();
  const message = reader.bytes.subarray(reader.pos, reader.limit);
  const found = message.length <= longestRecord ? read(reader) : null;
  reader.pos = reader.limit;
  reader.limit = outer;
  return [message, found];
}

function stored(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replaceAll("\0", "");
}
