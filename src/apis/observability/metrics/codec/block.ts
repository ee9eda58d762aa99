/**
 * What one commit wrote, in the order in which it came: series' ids, times and values, each as a column, then histograms
 * and exemplars. Made to be written fast; compaction turns blocks into segments (segment.ts).
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import { ByteWriter, DamagedBytes } from "./bytes.ts";
import type { Contents, SeriesRecord } from "./columns.ts";
import { compressed, decompressed } from "./compression.ts";
import { readRecords, writeRecords } from "./records.ts";
import type { Slots } from "./slots.ts";

const version = 1;

const writer = new ByteWriter(1 << 20);

/** `series` are ids. */
export function encodeBlock({ samples, records }: Contents): Buffer {
  const { length, series, timestamps, bits } = samples;
  writer.reset();
  writer.varint(length);
  let last = 0;
  for (let i = 0; i < length; i++) {
    const id = series[i] as number;
    writer.signed(id - last);
    last = id;
  }
  last = 0;
  for (let i = 0; i < length; i++) {
    const at = timestamps[i] as number;
    writer.signed(at - last);
    last = at;
  }
  writer.append(new Uint8Array(bits.buffer, bits.byteOffset, 8 * length));
  writeRecords(writer, records);
  return compressed(writer.written, version, "fast");
}

/** Which series a reader wants, by the numbers that they get; null takes all of them, by their ids. */
export type Wanted = Slots | null;

export function slotOf(wanted: Wanted, series: number): number {
  return wanted === null ? series : wanted.get(series);
}

/** Samples that are looked at without a pause. */
const sliceSamples = 32_768;

/**
 * Appends the samples between the times (both included) of the series that have a slot to `into`, numbered by slot;
 * records are numbered by slot, too. A block that has none of them costs its ids. Throws DamagedBytes.
 */
export function* readBlock(
  payload: Buffer,
  wanted: Wanted,
  fromMs: number,
  toMs: number,
  into: Contents,
): Sliceable<void> {
  const reader = decompressed(payload, version);
  const count = reader.varint();
  // Every sample takes at least eight bytes: a count that lies is found before memory is taken for it.
  if (8 * count > reader.end) throw new DamagedBytes("there are fewer samples than it says");
  const slots = new Int32Array(count);
  let found = 0;
  let last = 0;
  let slot = -1;
  for (let i = 0; i < count; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    const step = reader.signed();
    if (step !== 0 || i === 0) {
      last += step;
      slot = slotOf(wanted, last);
    }
    slots[i] = slot;
    if (slot >= 0) found++;
  }
  if (found === 0 || into.onlyRecords === true) {
    for (let i = 0; i < count; i++) reader.signed();
    reader.skip(8 * count);
  } else {
    into.samples.reserve(found);
    const times = new Float64Array(count);
    last = 0;
    for (let i = 0; i < count; i++) {
      if (i % sliceSamples === sliceSamples - 1) yield;
      last += reader.signed();
      times[i] = last;
    }
    // The copy is aligned, so that it can be read as words.
    const words = reader.skip(8 * count);
    const bits = new Uint32Array(2 * count);
    new Uint8Array(bits.buffer).set(reader.bytes.subarray(words, words + 8 * count));
    yield;
    for (let i = 0; i < count; i++) {
      if (i % sliceSamples === sliceSamples - 1) yield;
      const number = slots[i] as number;
      const at = times[i] as number;
      if (number < 0 || at < fromMs || at > toMs) continue;
      into.samples.add(number, at, bits[2 * i] as number, bits[2 * i + 1] as number);
    }
  }
  addRecords(
    readRecords(reader, (series) => slotOf(wanted, series) >= 0),
    wanted,
    fromMs,
    toMs,
    into.records,
  );
}

export function addRecords(
  records: readonly SeriesRecord[],
  wanted: Wanted,
  fromMs: number,
  toMs: number,
  into: SeriesRecord[],
): void {
  for (const record of records) {
    if (record.timestamp < fromMs || record.timestamp > toMs) continue;
    // A copy, so that a few bytes do not keep the whole block in memory.
    into.push({ ...record, series: slotOf(wanted, record.series), message: Buffer.from(record.message) });
  }
}
