/** Remote write 1.0: prometheus.WriteRequest of prompb/remote.proto. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { type MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { ByteWriter } from "../codec/bytes.ts";
import { labelLimits } from "../label-bytes.ts";
import { readSample, readText } from "./fields.ts";
import { exemplarMessage, histogramMessage, readRecord } from "./records.ts";
import { type DecodedWrite, otherVersion, sliceWork, WriteCollector, workOf } from "./request.ts";

const requestShape: MessageShape = { name: "WriteRequest", fields: { 1: "timeseries", 3: "metadata" } };
const seriesShape: MessageShape = {
  name: "TimeSeries",
  fields: { 1: "labels", 2: "samples", 3: "exemplars", 4: "histograms" },
};
const metadataShape: MessageShape = {
  name: "MetricMetadata",
  fields: { 1: "type", 2: "metric_family_name", 4: "help", 5: "unit" },
};

/** Series between two pauses, and whatever else stands beside them. */
const sliceSeries = 64;

/**
 * Labels are not read: what is between the first and the last of a series is its label set, which the store compares with
 * those that it knows. Throws OtlpDecodeError when the bytes are malformed, and Problem PAYLOAD_TOO_LARGE.
 */
export function* decodeWriteV1(bytes: Buffer): Sliceable<DecodedWrite> {
  const reader = new ProtobufReader(bytes);
  const collector = new WriteCollector();
  const series = new SeriesReader(reader, collector);
  for (let fields = 1; reader.pos < reader.limit; fields++) {
    switch (reader.tag()) {
      case 0x0a:
        series.begin();
        while (!series.readOn()) yield;
        break;
      case 0x1a:
        readMetadata(reader, collector);
        break;
      case 0x22:
      case 0x2a:
        throw otherVersion("2.0", "application/x-protobuf;proto=io.prometheus.write.v2.Request");
      default:
        reader.skip(requestShape);
    }
    if (fields % sliceSeries !== 0) continue;
    collector.checkLimits();
    yield;
  }
  return collector.finish(series.labels);
}

/** Reads one series after the other, each in as many steps as it takes. */
class SeriesReader {
  readonly #reader: ProtobufReader;
  readonly #collector: WriteCollector;
  /** Label sets that are not in one piece in the request; they are put behind it. */
  readonly #scattered = new ByteWriter(64);
  #outer = 0;
  #series = 0;
  #labelCount = 0;

  constructor(reader: ProtobufReader, collector: WriteCollector) {
    this.#reader = reader;
    this.#collector = collector;
  }

  /** The bytes of all label sets, once all series have been read. */
  get labels(): Buffer {
    const { bytes } = this.#reader;
    return this.#scattered.length === 0 ? bytes : Buffer.concat([bytes, this.#scattered.written]);
  }

  /** The series' length comes next. */
  begin(): void {
    const reader = this.#reader;
    this.#outer = reader.enter();
    const start = reader.pos;
    let count = 0;
    // Labels come first, one after the other, from every sender that is known.
    while (count <= labelLimits.labels && reader.pos < reader.limit && reader.bytes[reader.pos] === 0x0a) {
      reader.pos++;
      reader.pos = reader.delimited();
      count++;
    }
    this.#labelCount = count;
    this.#series = this.#collector.series(start, reader.pos);
  }

  /** Reads some fields of the series; false when there may be more. */
  readOn(): boolean {
    const reader = this.#reader;
    const collector = this.#collector;
    const series = this.#series;
    for (let left = sliceWork; reader.pos < reader.limit; ) {
      if (left <= 0) {
        collector.checkLimits();
        return false;
      }
      const start = reader.pos;
      switch (reader.tag()) {
        case 0x12:
          readSample(reader, series, collector.samples);
          break;
        case 0x1a:
          collector.record(series, { kind: "exemplar", ...readRecord(reader, exemplarMessage) });
          break;
        case 0x22:
          collector.histogram(series, readRecord(reader, histogramMessage));
          break;
        case 0x0a:
          this.#addLabel(reader.pos - 1, reader.delimited());
          break;
        default:
          reader.skip(seriesShape);
      }
      left -= workOf(reader.pos - start);
    }
    reader.limit = this.#outer;
    return true;
  }

  /** One more than a series may have is enough to refuse it. */
  #addLabel(start: number, end: number): void {
    const { bytes } = this.#reader;
    this.#reader.pos = end;
    if (this.#labelCount > labelLimits.labels) return;
    this.#labelCount++;
    const { seriesStart, seriesEnd } = this.#collector;
    const series = this.#series;
    const first = seriesStart[series] as number;
    if (first < bytes.length) {
      seriesStart[series] = bytes.length + this.#scattered.length;
      this.#scattered.append(bytes.subarray(first, seriesEnd[series]));
    }
    this.#scattered.append(bytes.subarray(start, end));
    seriesEnd[series] = bytes.length + this.#scattered.length;
  }
}

function readMetadata(reader: ProtobufReader, collector: WriteCollector): void {
  const outer = reader.enter();
  let type = 0;
  let name = "";
  let help = "";
  let unit = "";
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x08:
        type = reader.varint();
        break;
      case 0x12:
        name = readText(reader);
        break;
      case 0x22:
        help = readText(reader);
        break;
      case 0x2a:
        unit = readText(reader);
        break;
      default:
        reader.skip(metadataShape);
    }
  }
  reader.limit = outer;
  collector.describe(name, type, help, unit);
}
