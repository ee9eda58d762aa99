/**
 * A label set as bytes: the `labels` fields of a TimeSeries of remote write 1.0 (prompb/types.proto), for every label
 * `0a len 0a len name 12 len value`. The same set always has the same bytes, so that bytes are all that has to be
 * compared.
 */
import { isUtf8 } from "node:buffer";
import type { Labels } from "./store.ts";

/** Label sets beyond these are refused, so that a series always fits a row and an answer. In bytes of UTF-8. */
export const labelLimits = { labels: 128, nameBytes: 1024, valueBytes: 16_384, setBytes: 65_536 } as const;

/** The label that holds the metric's name. */
export const nameLabel = "__name__";

/** The bytes of labels that are valid; names and values in turn, in the order of the names' bytes. */
export function encodeLabels(labels: Labels): Buffer {
  const parts: Buffer[] = [];
  for (let i = 0; i < labels.length; i += 2) {
    const name = Buffer.from(labels[i] ?? "");
    const value = Buffer.from(labels[i + 1] ?? "");
    const nameHead = [0x0a, ...varint(name.length)];
    const valueHead = [0x12, ...varint(value.length)];
    const length = nameHead.length + name.length + valueHead.length + value.length;
    parts.push(Buffer.from([0x0a, ...varint(length), ...nameHead]), name, Buffer.from(valueHead), value);
  }
  return Buffer.concat(parts);
}

/** Reads what `encodeLabels` wrote. */
export function decodeLabels(bytes: Buffer): Labels {
  const labels: string[] = [];
  let at = 0;
  const length = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const text = () => {
    at++;
    const size = length();
    at += size;
    return bytes.toString("utf8", at - size, at);
  };
  while (at < bytes.length) {
    at++;
    length();
    labels.push(text(), text());
  }
  return labels;
}

/** A name and a value as they were sent, not known to be text. */
export type RawLabel = readonly [name: Buffer, value: Buffer];

/**
 * Why these labels are no series, in the order in which they were sent; null when they are one. The rules are those of
 * remote write ("Labels" of both versions): sorted, unique, nothing empty, and a metric name.
 */
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
    if (value.length === 0) return `label ${shown} is empty`;
    if (value.length > labelLimits.valueBytes) {
      return `label ${shown} is longer than ${labelLimits.valueBytes} bytes`;
    }
    if (name.includes(0) || value.includes(0)) return "a label holds U+0000";
    const order = previous === undefined ? -1 : Buffer.compare(previous, name);
    if (order === 0) return `label ${shown} is there twice`;
    if (order > 0) return `labels are not sorted: ${shown} comes late`;
    if (shown === nameLabel) named = true;
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

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}
