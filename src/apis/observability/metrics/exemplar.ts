/** Exemplars as remote write 1.0 carries them (prompb/types.proto, message Exemplar: labels 1, value 2, timestamp 3). */
import { ProtobufReader } from "../otlp/protobuf/reader.ts";
import { ProtobufWriter } from "../otlp/protobuf/writer.ts";
import { type RawLabel, readLabel } from "./label-bytes.ts";
import { signedVarint } from "./remote-write/fields.ts";
import type { Labels } from "./store.ts";

export interface Exemplar {
  /** Names and values in turn, as they were sent. */
  readonly labels: Labels;
  readonly value: number;
}

const exemplarShape = { name: "Exemplar", fields: { 1: "labels", 2: "value", 3: "timestamp" } } as const;

/** The message of an exemplar whose labels have these bytes (label-bytes.ts). `timestamp` in ms. */
export function encodeExemplar(labels: Buffer, value: number, timestamp: number): Buffer {
  const writer = new ProtobufWriter();
  writer.append(labels);
  writer.double(2, value);
  writer.uint64(3, Math.max(0, timestamp));
  return writer.written;
}

/** The message is one that was accepted: what is malformed throws OtlpDecodeError. */
export function decodeExemplar(message: Buffer): Exemplar {
  const { labels, value } = readExemplar(new ProtobufReader(message));
  return { labels: labels.flat().map((text) => text.toString()), value };
}

/** Reads a message up to the reader's limit. Throws OtlpDecodeError when it is malformed. */
export function readExemplar(reader: ProtobufReader) {
  const labels: RawLabel[] = [];
  let [value, timestamp] = [0, 0];
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x0a) labels.push(readLabel(reader));
    else if (tag === 0x11) value = reader.double();
    else if (tag === 0x18) timestamp = signedVarint(reader);
    else reader.skip(exemplarShape);
  }
  return { labels, value, timestamp };
}
