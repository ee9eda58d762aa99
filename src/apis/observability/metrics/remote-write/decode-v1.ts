/** Remote write 1.0: prometheus.WriteRequest of prompb/remote.proto. */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { type MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { ByteWriter } from "../codec/bytes.ts";
import { labelLimits } from "../label-bytes.ts";
import { readSample, readText } from "./fields.ts";
import { type DecodedWrite, otherVersion, seriesWork, sliceWork, WriteCollector, workOf } from "./request.ts";

const requestShape: MessageShape = { name: "WriteRequest", fields: { 1: "timeseries", 3: "metadata" } };
const seriesShape: MessageShape = {
  name: "TimeSeries",
  fields: { 1: "labels", 2: "samples", 3: "exemplars", 4: "histograms" },
};
const metadataShape: MessageShape = {
  name: "MetricMetadata",
  fields: { 1: "type", 2: "metric_family_name", 4: "help", 5: "unit" },
};

/**
 * Labels are not read: what is between the first and the last of a series is its label set, which the store compares with
 * those that it knows. Throws OtlpDecodeError when the bytes are malformed, and Problem PAYLOAD_TOO_LARGE.
 */
export function* decodeWriteV1(bytes: Buffer): Sliceable<DecodedWrite> {
  const reader = new ProtobufReader(bytes);
  const collector = new WriteCollector();
  const labels = new LabelSets(reader, collector);
  const pauses = new Pauses(sliceWork);
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x0a) {
      const outer = reader.enter();
      const series = labels.begin();
      while (reader.pos < reader.limit) {
        const start = reader.pos;
        switch (reader.tag()) {
          case 0x12:
            readSample(reader, series, collector.samples);
            break;
          case 0x1a:
            collector.exemplar(series, reader);
            break;
          case 0x22:
            collector.histogram(series, reader);
            break;
          case 0x0a:
            labels.add(reader.pos - 1, reader.delimited());
            break;
          default:
            reader.skip(seriesShape);
        }
        if (!pauses.isDue(workOf(reader.pos - start))) continue;
        collector.checkLimits();
        yield;
      }
      reader.limit = outer;
    } else if (tag === 0x1a) readMetadata(reader, collector);
    else if (tag === 0x22 || tag === 0x2a)
      throw otherVersion("2.0", "application/x-protobuf;proto=io.prometheus.write.v2.Request");
    else reader.skip(requestShape);
    if (!pauses.isDue(seriesWork)) continue;
    collector.checkLimits();
    yield;
  }
  return collector.decoded(labels.all);
}

/** The label sets of a request, by where they are in it. */
class LabelSets {
  readonly #reader: ProtobufReader;
  readonly #collector: WriteCollector;
  /** Label sets that are not in one piece in the request; they are put behind it. */
  readonly #scattered = new ByteWriter(64);
  #series = 0;
  #count = 0;

  constructor(reader: ProtobufReader, collector: WriteCollector) {
    this.#reader = reader;
    this.#collector = collector;
  }

  /** The bytes of all label sets, once all series have been read. */
  get all(): Buffer {
    const { bytes } = this.#reader;
    return this.#scattered.length === 0 ? bytes : Buffer.concat([bytes, this.#scattered.written]);
  }

  /** Begins a series, whose fields come next, and returns its index. Labels come first, one after the other, from every sender that is known. */
  begin(): number {
    const reader = this.#reader;
    const start = reader.pos;
    let count = 0;
    while (count <= labelLimits.labels && reader.pos < reader.limit && reader.bytes[reader.pos] === 0x0a) {
      reader.pos++;
      reader.pos = reader.delimited();
      count++;
    }
    this.#count = count;
    this.#series = this.#collector.series(start, reader.pos);
    return this.#series;
  }

  /** Adds a label that is elsewhere in the series. One more than a series may have is enough to refuse it. */
  add(start: number, end: number): void {
    const { bytes } = this.#reader;
    this.#reader.pos = end;
    if (this.#count > labelLimits.labels) return;
    this.#count++;
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
