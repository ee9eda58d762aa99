/** Remote write 2.0: io.prometheus.write.v2.Request. Texts are symbols, which series refer to by their positions. */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { OtlpDecodeError } from "../../otlp/faults.ts";
import { type MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { ByteWriter } from "../codec/bytes.ts";
import { encodeExemplar } from "../exemplar.ts";
import { encodeRawLabels, labelLimits, nameLabel, type RawLabel } from "../label-bytes.ts";
import { readSample, signedVarint } from "./fields.ts";
import {
  checkLimit,
  type DecodedWrite,
  otherVersion,
  seriesWork,
  sliceWork,
  WriteCollector,
  workOf,
} from "./request.ts";
import { readSymbols, type Symbols } from "./symbols.ts";

const requestShape: MessageShape = { name: "Request", fields: { 4: "symbols", 5: "timeseries" } };
const seriesShape: MessageShape = {
  name: "TimeSeries",
  fields: { 1: "labels_refs", 2: "samples", 3: "histograms", 4: "exemplars", 5: "metadata" },
};
const exemplarShape: MessageShape = { name: "Exemplar", fields: { 1: "labels_refs", 2: "value", 3: "timestamp" } };
const metadataShape: MessageShape = { name: "Metadata", fields: { 1: "type", 3: "help_ref", 4: "unit_ref" } };

/** Throws OtlpDecodeError when the bytes are malformed, and Problem PAYLOAD_TOO_LARGE. */
export function* decodeWriteV2(bytes: Buffer): Sliceable<DecodedWrite> {
  const symbols = yield* readSymbols(bytes);
  if (symbols.length > 0 && symbols.get(0)?.length !== 0) throw new OtlpDecodeError("symbols[0] is not the empty text");
  const reader = new ProtobufReader(bytes);
  const collector = new WriteCollector();
  const series = new SeriesReader(reader, collector, symbols);
  const pauses = new Pauses(sliceWork);
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x2a) {
      const outer = reader.enter();
      const start = reader.pos;
      // The labels are needed before the series can be begun, wherever in the message they are.
      const refs: number[] = [];
      while (reader.pos < reader.limit) {
        const from = reader.pos;
        if (reader.tag() === 0x0a) readRefs(reader, refs);
        else if (reader.lastField === 1) reader.skip(seriesShape);
        else reader.stepOver();
        if (pauses.isDue(workOf(reader.pos - from))) yield;
      }
      const index = series.begin(refs);
      reader.pos = start;
      while (reader.pos < reader.limit) {
        const from = reader.pos;
        const field = reader.tag();
        if (field === 0x12) readSample(reader, index, collector.samples);
        else series.readField(field);
        if (!pauses.isDue(workOf(reader.pos - from))) continue;
        collector.checkLimits();
        yield;
      }
      series.finish();
      reader.limit = outer;
    } else if (tag === 0x22) reader.stepOver();
    else if (tag === 0x0a || tag === 0x1a) throw otherVersion("1.0", "application/x-protobuf");
    else reader.skip(requestShape);
    if (!pauses.isDue(seriesWork)) continue;
    collector.checkLimits();
    yield;
  }
  return collector.decoded(series.labels);
}

interface Metadata {
  readonly type: number;
  readonly help: number;
  readonly unit: number;
}

class SeriesReader {
  readonly #reader: ProtobufReader;
  readonly #collector: WriteCollector;
  readonly #symbols: Symbols;
  /** Label sets as version 1.0 writes them. */
  readonly #labels = new ByteWriter(4096);
  /** Of the exemplars' labels; what a sender repeats is written again each time. */
  #exemplarBytes = 0;
  /** Of the series that is read, and how much there was before it. */
  #refs: readonly number[] = [];
  #series = 0;
  #fault: string | null = null;
  #about: Metadata | undefined;
  #samplesBefore = 0;
  #recordsBefore = 0;

  constructor(reader: ProtobufReader, collector: WriteCollector, symbols: Symbols) {
    this.#reader = reader;
    this.#collector = collector;
    this.#symbols = symbols;
  }

  /** The bytes of all label sets, once all series have been read. */
  get labels(): Buffer {
    return this.#labels.written;
  }

  /** Begins the series whose labels have these places among the symbols, and returns its index. */
  begin(refs: readonly number[]): number {
    const collector = this.#collector;
    this.#refs = refs;
    const from = this.#labels.length;
    const labels = labelsOf(this.#refs, this.#symbols);
    this.#fault = typeof labels === "string" ? labels : null;
    if (typeof labels !== "string") {
      this.#labels.append(encodeRawLabels(labels));
      this.#checkLabels();
    }
    this.#about = undefined;
    this.#samplesBefore = collector.samples.length;
    this.#recordsBefore = collector.records.length;
    this.#series = collector.series(from, this.#labels.length);
    return this.#series;
  }

  #checkLabels(): void {
    checkLimit("bytes of labels, those of exemplars included", this.#labels.length + this.#exemplarBytes);
  }

  /** Reads a field that is no sample. */
  readField(tag: number): void {
    const reader = this.#reader;
    switch (tag) {
      case 0x0a:
        reader.pos = reader.delimited();
        break;
      case 0x1a:
        this.#collector.histogram(this.#series, reader);
        break;
      case 0x22:
        this.#readExemplar();
        break;
      case 0x2a:
        this.#about = readMetadata(reader);
        break;
      default:
        reader.skip(seriesShape);
    }
  }

  finish(): void {
    const collector = this.#collector;
    if (this.#fault === null) {
      if (this.#about !== undefined) this.#describe(this.#about);
    } else {
      const refused = { samples: collector.samples.length - this.#samplesBefore, histograms: 0, exemplars: 0 };
      for (const { kind } of collector.records.slice(this.#recordsBefore)) refused[`${kind}s`]++;
      collector.truncate(this.#samplesBefore, this.#recordsBefore);
      collector.reject(this.#series, this.#fault, refused);
    }
  }

  /** An exemplar is kept as version 1.0 writes it. */
  #readExemplar(): void {
    const reader = this.#reader;
    const outer = reader.enter();
    const refs: number[] = [];
    let [value, timestamp] = [0, 0];
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x0a:
          readRefs(reader, refs);
          break;
        case 0x11:
          value = reader.double();
          break;
        case 0x18:
          timestamp = signedVarint(reader);
          break;
        default:
          reader.skip(exemplarShape);
      }
    }
    reader.limit = outer;
    const labels = labelsOf(refs, this.#symbols);
    if (typeof labels === "string") {
      this.#collector.reject(this.#series, "labels_refs of an exemplar is malformed", { exemplars: 1 });
      return;
    }
    const written = encodeRawLabels(labels);
    this.#exemplarBytes += written.length;
    this.#checkLabels();
    this.#collector.record(this.#series, {
      kind: "exemplar",
      timestamp,
      message: encodeExemplar(written, value, timestamp),
    });
  }

  /** Senders repeat what they know with every series; what says nothing is not taken down. */
  #describe({ type, help, unit }: Metadata): void {
    if (type === 0 && help === 0 && unit === 0) return;
    const [collector, symbols, refs] = [this.#collector, this.#symbols, this.#refs];
    const at = refs.findIndex((ref, index) => index % 2 === 0 && symbols.text(ref) === nameLabel);
    const name = symbols.text(refs[at + 1] ?? 0);
    if (at < 0 || collector.metadata.has(name)) return;
    collector.describe(name, type, symbols.text(help), symbols.text(unit));
  }
}

/** One more than a series may have is enough to refuse it. */
const mostRefs = 2 * (labelLimits.labels + 1);

/** Packed, as proto3 writes them. */
function readRefs(reader: ProtobufReader, refs: number[]): void {
  const outer = reader.enter();
  while (reader.pos < reader.limit && refs.length < mostRefs) refs.push(reader.varint());
  reader.pos = reader.limit;
  reader.limit = outer;
}

/** Or why the references are none. */
function labelsOf(refs: readonly number[], symbols: Symbols): RawLabel[] | string {
  if (refs.length % 2 !== 0) return "labels_refs has a name without a value";
  if (refs.length === mostRefs) return `more than ${labelLimits.labels} labels`;
  const labels: RawLabel[] = [];
  let bytes = 0;
  for (let i = 0; i < refs.length; i += 2) {
    const name = symbols.get(refs[i] ?? 0);
    const value = symbols.get(refs[i + 1] ?? 0);
    if (name === undefined || value === undefined) return "labels_refs points outside the symbols";
    bytes += name.length + value.length;
    labels.push([name, value]);
  }
  // Before they are written: a few references may name many long texts.
  return bytes > labelLimits.setBytes ? `labels take more than ${labelLimits.setBytes} bytes` : labels;
}

function readMetadata(reader: ProtobufReader): Metadata {
  const outer = reader.enter();
  let type = 0;
  let help = 0;
  let unit = 0;
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x08:
        type = reader.varint();
        break;
      case 0x18:
        help = reader.varint();
        break;
      case 0x20:
        unit = reader.varint();
        break;
      default:
        reader.skip(metadataShape);
    }
  }
  reader.limit = outer;
  return { type, help, unit };
}
