/** Remote write 2.0: io.prometheus.write.v2.Request. Texts are symbols, which series refer to by their positions. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { OtlpDecodeError } from "../../otlp/faults.ts";
import { type MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { ByteWriter } from "../codec/bytes.ts";
import { decodeLabels, encodeRawLabels, nameLabel, type RawLabel } from "../label-bytes.ts";
import { readSample, readTimed, signedVarint } from "./fields.ts";
import { type DecodedWrite, WriteCollector } from "./request.ts";

const requestShape: MessageShape = { name: "Request", fields: { 4: "symbols", 5: "timeseries" } };
const seriesShape: MessageShape = {
  name: "TimeSeries",
  fields: { 1: "labels_refs", 2: "samples", 3: "histograms", 4: "exemplars", 5: "metadata" },
};
const exemplarShape: MessageShape = { name: "Exemplar", fields: { 1: "labels_refs", 2: "value", 3: "timestamp" } };
const histogramShape: MessageShape = { name: "Histogram", fields: { 15: "timestamp" } };
const metadataShape: MessageShape = { name: "Metadata", fields: { 1: "type", 3: "help_ref", 4: "unit_ref" } };

/** Symbols and series between two pauses. */
const slice = 64;

interface Reading {
  readonly reader: ProtobufReader;
  readonly collector: WriteCollector;
  readonly symbols: readonly Buffer[];
  /** Label sets as version 1.0 writes them. */
  readonly labels: ByteWriter;
}

/** Throws OtlpDecodeError when the bytes are malformed. */
export function* decodeWriteV2(bytes: Buffer): Sliceable<DecodedWrite> {
  const symbols = yield* readSymbols(bytes);
  if (symbols.length > 0 && symbols[0]?.length !== 0) throw new OtlpDecodeError("symbols[0] is not the empty text");
  const reader = new ProtobufReader(bytes);
  const collector = new WriteCollector();
  const labels = new ByteWriter(Math.max(4096, bytes.length));
  const reading = { reader, collector, symbols, labels };
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x2a:
        readSeries(reading);
        if (collector.seriesCount % slice === 0) yield;
        break;
      case 0x22:
        reader.pos = reader.delimited();
        break;
      default:
        reader.skip(requestShape);
    }
  }
  return collector.finish(labels.written);
}

function* readSymbols(bytes: Buffer): Sliceable<Buffer[]> {
  const reader = new ProtobufReader(bytes);
  const symbols: Buffer[] = [];
  while (reader.pos < reader.limit) {
    if (reader.tag() !== 0x22) {
      reader.skipField();
      continue;
    }
    const end = reader.delimited();
    symbols.push(bytes.subarray(reader.pos, end));
    reader.pos = end;
    if (symbols.length % slice === 0) yield;
  }
  return symbols;
}

interface Metadata {
  readonly type: number;
  readonly help: number;
  readonly unit: number;
}

function readSeries({ reader, collector, symbols, labels }: Reading): void {
  const outer = reader.enter();
  const refs: number[] = [];
  const start = reader.pos;
  // The labels are needed before the series can be begun, wherever in the message they are.
  while (reader.pos < reader.limit) {
    if (reader.tag() === 0x0a) readRefs(reader, refs);
    else if (reader.lastField === 1) reader.skip(seriesShape);
    else reader.skipField();
  }
  reader.pos = start;
  const from = labels.length;
  const fault = writeLabels(refs, symbols, labels);
  const series = collector.series(from, labels.length);
  const samplesBefore = collector.samples.length;
  const recordsBefore = collector.records.length;
  let about: Metadata | undefined;
  let histograms = 0;
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x0a:
        reader.pos = reader.delimited();
        break;
      case 0x12:
        readSample(reader, series, collector.samples);
        break;
      case 0x1a:
        collector.record(series, { kind: "histogram", ...readTimed(reader, histogramShape, 0x78) });
        histograms++;
        break;
      case 0x22:
        readExemplar(reader, series, symbols, collector);
        break;
      case 0x2a:
        about = readMetadata(reader);
        break;
      default:
        reader.skip(seriesShape);
    }
  }
  reader.limit = outer;
  const samples = collector.samples.length - samplesBefore;
  const mixed = samples > 0 && histograms > 0 ? "a series holds samples or histograms, not both" : null;
  const reason = fault ?? mixed;
  if (reason !== null) {
    const exemplars = collector.records.length - recordsBefore - histograms;
    collector.samples.length = samplesBefore;
    collector.records.length = recordsBefore;
    collector.recordSeries.length = recordsBefore;
    collector.rejected.push({ series, reason, samples, histograms, exemplars });
  } else if (about !== undefined) describe(about, labels, from, symbols, collector);
}

/** Packed, as proto3 writes them. */
function readRefs(reader: ProtobufReader, refs: number[]): void {
  const outer = reader.enter();
  while (reader.pos < reader.limit) refs.push(reader.varint());
  reader.limit = outer;
}

/** Why the references are no labels; null when they are written. */
function writeLabels(refs: readonly number[], symbols: readonly Buffer[], into: ByteWriter): string | null {
  if (refs.length % 2 !== 0) return "labels_refs has a name without a value";
  const labels = labelsOf(refs, symbols);
  if (labels === null) return "labels_refs points outside the symbols";
  into.append(encodeRawLabels(labels));
  return null;
}

function labelsOf(refs: readonly number[], symbols: readonly Buffer[]): RawLabel[] | null {
  const labels: RawLabel[] = [];
  for (let i = 0; i + 1 < refs.length; i += 2) {
    const name = symbols[refs[i] ?? 0];
    const value = symbols[refs[i + 1] ?? 0];
    if (name === undefined || value === undefined) return null;
    labels.push([name, value]);
  }
  return labels;
}

/** An exemplar is kept as version 1.0 writes it: labels 1, value 2, timestamp 3. */
function readExemplar(
  reader: ProtobufReader,
  series: number,
  symbols: readonly Buffer[],
  collector: WriteCollector,
): void {
  const outer = reader.enter();
  const refs: number[] = [];
  let value: Buffer = noValue;
  let timestamp = 0;
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x0a:
        readRefs(reader, refs);
        break;
      case 0x11:
        if (reader.limit - reader.pos < 8) reader.malformed("a number runs past the end of its message");
        value = reader.bytes.subarray(reader.pos, reader.pos + 8);
        reader.pos += 8;
        break;
      case 0x18:
        timestamp = signedVarint(reader);
        break;
      default:
        reader.skip(exemplarShape);
    }
  }
  reader.limit = outer;
  const labels = labelsOf(refs, symbols);
  if (labels === null || refs.length % 2 !== 0) {
    const reason = "labels_refs of an exemplar is malformed";
    collector.rejected.push({ series, reason, samples: 0, histograms: 0, exemplars: 1 });
    return;
  }
  const time = new ByteWriter(16);
  time.byte(0x18);
  time.varint(Math.max(0, timestamp));
  const message = Buffer.concat([encodeRawLabels(labels), Buffer.from([0x11]), value, time.written]);
  collector.record(series, { kind: "exemplar", timestamp, message });
}

const noValue = Buffer.alloc(8);

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

/** Senders repeat what they know with every series; what says nothing is not taken down. */
function describe(
  { type, help, unit }: Metadata,
  labels: ByteWriter,
  from: number,
  symbols: readonly Buffer[],
  collector: WriteCollector,
): void {
  if (type === 0 && help === 0 && unit === 0) return;
  const all = decodeLabels(labels.written.subarray(from));
  const at = all.indexOf(nameLabel);
  const name = at % 2 === 0 ? all[at + 1] : undefined;
  if (name === undefined || collector.metadata.has(name)) return;
  collector.describe(name, type, String(symbols[help] ?? ""), String(symbols[unit] ?? ""));
}
