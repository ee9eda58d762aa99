/** Exemplars as remote write 1.0 carries them (prompb/types.proto, message Exemplar: labels 1, value 2, timestamp 3). */
import { ProtobufReader } from "../otlp/protobuf/reader.ts";
import type { Labels } from "./store.ts";

export interface Exemplar {
  /** Names and values in turn, as they were sent. */
  readonly labels: Labels;
  readonly value: number;
}

const exemplarShape = { name: "Exemplar", fields: { 1: "labels", 2: "value", 3: "timestamp" } } as const;
const labelShape = { name: "Label", fields: { 1: "name", 2: "value" } } as const;

/** The message is one that was accepted: what is malformed throws OtlpDecodeError. */
export function decodeExemplar(message: Buffer): Exemplar {
  const reader = new ProtobufReader(message);
  const labels: string[] = [];
  let value = 0;
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x0a) labels.push(...readLabel(reader));
    else if (tag === 0x11) value = reader.double();
    // The time is known from where the message is kept.
    else if (tag === 0x18) reader.varint();
    else reader.skip(exemplarShape);
  }
  return { labels, value };
}

function readLabel(reader: ProtobufReader): [name: string, value: string] {
  const outer = reader.enter();
  let name = "";
  let value = "";
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x0a) name = readText(reader);
    else if (tag === 0x12) value = readText(reader);
    else reader.skip(labelShape);
  }
  reader.limit = outer;
  return [name, value];
}

function readText(reader: ProtobufReader): string {
  const end = reader.delimited();
  const from = reader.pos;
  reader.pos = end;
  return reader.bytes.toString("utf8", from, end);
}
