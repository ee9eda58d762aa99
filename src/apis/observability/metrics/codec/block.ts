/**
 * What one commit wrote, in the order in which it came: series' ids, times and values, each as a column, then histograms
 * and exemplars. Made to be written fast; compaction turns blocks into segments (segment.ts).
 */
import { ByteWriter, DamagedBytes } from "./bytes.ts";
import type { Contents, SeriesRecord } from "./columns.ts";
import { SampleRun } from "./columns.ts";
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

/**
 * Appends the samples between the times (both included) of the series that have a slot to `into`, numbered by slot;
 * records are numbered by slot, too. Throws DamagedBytes.
 */
export function readBlock(payload: Buffer, wanted: Wanted, fromMs: number, toMs: number, into: Contents): void {
  const reader = decompressed(payload, version);
  const count = reader.varint();
  // Every sample takes at least eight bytes: a count that lies is found before memory is taken for it.
  if (8 * count > reader.end) throw new DamagedBytes("there are fewer samples than it says");
  const found = new SampleRun(Math.max(count, 1));
  let last = 0;
  for (let i = 0; i < count; i++) {
    last += reader.signed();
    found.series[i] = last;
  }
  last = 0;
  for (let i = 0; i < count; i++) {
    last += reader.signed();
    found.timestamps[i] = last;
  }
  const words = reader.skip(8 * count);
  const target = new Uint8Array(found.bits.buffer);
  target.set(reader.bytes.subarray(words, words + 8 * count));
  for (let i = 0; i < count; i++) {
    const slot = slotOf(wanted, found.series[i] as number);
    const at = found.timestamps[i] as number;
    if (slot < 0 || at < fromMs || at > toMs) continue;
    into.samples.add(slot, at, found.bits[2 * i] as number, found.bits[2 * i + 1] as number);
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
