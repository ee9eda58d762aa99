/**
 * A label set as bytes: the `labels` fields of a TimeSeries of remote write 1.0 (prompb/types.proto), for every label
 * `0a len 0a len name 12 len value`. The same set always has the same bytes, so that bytes are all that has to be
 * compared.
 */
import { isUtf8 } from "node:buffer";
import { longestHashed } from "#src/http/long-text.ts";
import { OtlpDecodeError } from "../otlp/faults.ts";
import { ProtobufReader } from "../otlp/protobuf/reader.ts";
import { ByteReader } from "./codec/bytes.ts";
import type { Labels } from "./store.ts";

/**
 * Label sets beyond these are refused, so that a series always fits a row and an answer. In bytes of UTF-8. Values are texts in maps and
 * sets, so that they may not be longer than what V8 hashes.
 */
export const labelLimits = { labels: 128, nameBytes: 1024, valueBytes: longestHashed, setBytes: 65_536 } as const;

/** The label that holds the metric's name. */
export const nameLabel = "__name__";
/** The label that keeps the name of a metric of OTLP where it was translated. */
export const sentNameLabel = "otel_metric_name";

/** The bytes of labels; names and values in turn, in the order of the names' bytes. */
export function encodeLabels(labels: Labels): Buffer {
  const raw: RawLabel[] = [];
  for (let i = 0; i < labels.length; i += 2) raw.push([Buffer.from(labels[i] ?? ""), Buffer.from(labels[i + 1] ?? "")]);
  return encodeRawLabels(raw);
}

/** A name and a value as they were sent, not known to be text. */
export type RawLabel = readonly [name: Buffer, value: Buffer];

export function encodeRawLabels(labels: readonly RawLabel[]): Buffer {
  const sizes = labels.map(([name, value]) => field(name.length) + field(value.length));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + field(size), 0));
  let at = 0;
  const begin = (tag: number, length: number) => {
    bytes[at++] = tag;
    let rest = length;
    for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
  };
  for (const [index, [name, value]] of labels.entries()) {
    begin(0x0a, sizes[index] ?? 0);
    begin(0x0a, name.length);
    at += name.copy(bytes, at);
    begin(0x12, value.length);
    at += value.copy(bytes, at);
  }
  return bytes;
}

/** The size of a field of this length with its tag and its length. */
function field(length: number): number {
  let size = 2 + length;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) size++;
  return size;
}

/**
 * Reads `labels` fields as they were sent, by protobuf's rules, but no more than one beyond what a series may have; null when
 * they are malformed.
 */
export function parseRawLabels(bytes: Buffer): RawLabel[] | null {
  const labels: RawLabel[] = [];
  const reader = new ProtobufReader(bytes);
  try {
    while (reader.pos < reader.limit && labels.length <= labelLimits.labels) {
      if (reader.tag() !== 0x0a) return null;
      labels.push(readLabel(reader));
    }
  } catch (error) {
    if (error instanceof OtlpDecodeError) return null;
    throw error;
  }
  return labels;
}

/** Reads a Label, whose length comes next. Throws OtlpDecodeError when it is malformed. */
export function readLabel(reader: ProtobufReader): RawLabel {
  const outer = reader.enter();
  let name: Buffer = noBytes;
  let value: Buffer = noBytes;
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x0a) name = reader.take();
    else if (tag === 0x12) value = reader.take();
    else reader.skip(labelShape);
  }
  reader.limit = outer;
  return [name, value];
}

const noBytes = Buffer.alloc(0);
const labelShape = { name: "Label", fields: { 1: "name", 2: "value" } } as const;

/** Reads what `encodeLabels` wrote. */
export function decodeLabels(bytes: Buffer): Labels {
  const labels: string[] = [];
  const reader = new ByteReader(bytes);
  const text = () => {
    reader.at++;
    return reader.text();
  };
  while (reader.at < reader.end) {
    reader.at++;
    reader.varint();
    labels.push(text(), text());
  }
  return labels;
}

/**
 * The labels as a series has them: in the order of their names' bytes, without those that are empty, for an empty label is no label. Senders are
 * told to send them so ("Labels" of both versions of remote write), and Prometheus takes them as they come.
 */
export function inOrder(labels: readonly RawLabel[]): readonly RawLabel[] {
  const given = labels.filter(([name, value]) => value.length > 0 || name.length === 0);
  return given.sort(([a], [b]) => Buffer.compare(a, b));
}

/** Why these labels, which are in order, are no series; null when they are one. */
export function labelFault(labels: readonly RawLabel[]): string | null {
  if (labels.length > labelLimits.labels) return `more than ${labelLimits.labels} labels`;
  let named = false;
  let total = 0;
  let previous: Buffer | undefined;
  for (const [name, value] of labels) {
    total += name.length + value.length;
    if (!isUtf8(name) || !isUtf8(value)) return "a label is not UTF-8";
    if (name.length === 0) return "a label has no name";
    if (name.length > labelLimits.nameBytes) return `a label's name is longer than ${labelLimits.nameBytes} bytes`;
    const shown = name.toString();
    if (value.length > labelLimits.valueBytes) {
      return `label ${shown} is longer than ${labelLimits.valueBytes} bytes`;
    }
    if (name.includes(0)) return "a label's name holds U+0000";
    if (previous?.equals(name)) return `label ${shown} is there twice`;
    if (shown === nameLabel) {
      if (value.includes(0)) return "the metric's name holds U+0000";
      if (value.length > labelLimits.nameBytes)
        return `the metric's name is longer than ${labelLimits.nameBytes} bytes`;
      named = true;
    }
    previous = name;
  }
  if (total > labelLimits.setBytes) return `labels take more than ${labelLimits.setBytes} bytes`;
  return named ? null : `label ${nameLabel} is missing`;
}

/** How a series is named in an answer: `{__name__="up", job="api"}`, cut short. */
export function showLabels(labels: readonly RawLabel[]): string {
  const shown = labels.slice(0, 16).map(([name, value]) => `${printable(name, 64)}="${printable(value, 64)}"`);
  return `{${shown.join(", ")}${labels.length > 16 ? ", …" : ""}}`;
}

function printable(bytes: Buffer, most: number): string {
  const text = bytes
    .subarray(0, most)
    .toString()
    .replaceAll(/[\p{Cc}\p{Cf}"\\]/gu, "?");
  return bytes.length > most ? `${text}…` : text;
}
