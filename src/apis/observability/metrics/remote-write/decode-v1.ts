/** Remote write 1.0: prometheus.WriteRequest of prompb/remote.proto. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { type MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { readSample, readText, readTimed } from "./fields.ts";
import { type DecodedWrite, WriteCollector } from "./request.ts";

const requestShape: MessageShape = { name: "WriteRequest", fields: { 1: "timeseries", 3: "metadata" } };
const seriesShape: MessageShape = {
  name: "TimeSeries",
  fields: { 1: "labels", 2: "samples", 3: "exemplars", 4: "histograms" },
};
const exemplarShape: MessageShape = { name: "Exemplar", fields: { 1: "labels", 2: "value", 3: "timestamp" } };
const histogramShape: MessageShape = { name: "Histogram", fields: { 15: "timestamp" } };
const metadataShape: MessageShape = {
  name: "MetricMetadata",
  fields: { 1: "type", 2: "metric_family_name", 4: "help", 5: "unit" },
};

/** Series between two pauses. */
const sliceSeries = 64;

/**
 * Labels are not read: what is between the first and the last of a series is its label set, which the store compares with
 * those that it knows. Throws OtlpDecodeError when the bytes are malformed.
 */
export function* decodeWriteV1(bytes: Buffer): Sliceable<DecodedWrite> {
  const reader = new ProtobufReader(bytes);
  const collector = new WriteCollector();
  const scattered = new ScatteredLabels(bytes.length);
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x0a:
        readSeries(reader, collector, scattered);
        if (collector.seriesCount % sliceSeries === 0) yield;
        break;
      case 0x1a:
        readMetadata(reader, collector);
        break;
      default:
        reader.skip(requestShape);
    }
  }
  return collector.finish(scattered.joined(bytes));
}

function readSeries(reader: ProtobufReader, collector: WriteCollector, scattered: ScatteredLabels): void {
  const outer = reader.enter();
  const { bytes } = reader;
  const labelsStart = reader.pos;
  let labelsEnd = reader.pos;
  // Labels come first, one after the other, from every sender that is known.
  while (reader.pos < reader.limit && bytes[reader.pos] === 0x0a) {
    reader.pos++;
    reader.pos = reader.delimited();
    labelsEnd = reader.pos;
  }
  const series = collector.series(labelsStart, labelsEnd);
  let late: Buffer[] | undefined;
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x12:
        readSample(reader, series, collector.samples);
        break;
      case 0x1a:
        collector.record(series, { kind: "exemplar", ...readTimed(reader, exemplarShape, 0x18) });
        break;
      case 0x22:
        collector.record(series, { kind: "histogram", ...readTimed(reader, histogramShape, 0x78) });
        break;
      case 0x0a: {
        const start = reader.pos - 1;
        reader.pos = reader.delimited();
        late ??= [bytes.subarray(labelsStart, labelsEnd)];
        late.push(bytes.subarray(start, reader.pos));
        break;
      }
      default:
        reader.skip(seriesShape);
    }
  }
  if (late !== undefined) {
    [collector.seriesStart[series], collector.seriesEnd[series]] = scattered.add(late);
  }
  reader.limit = outer;
}

/** Label sets that are not in one piece in the request; they are put behind it. */
class ScatteredLabels {
  readonly #pieces: Buffer[] = [];
  #end: number;

  constructor(end: number) {
    this.#end = end;
  }

  add(pieces: readonly Buffer[]): [start: number, end: number] {
    const start = this.#end;
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#end += piece.length;
    }
    return [start, this.#end];
  }

  joined(bytes: Buffer): Buffer {
    return this.#pieces.length === 0 ? bytes : Buffer.concat([bytes, ...this.#pieces]);
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
