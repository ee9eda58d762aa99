/**
 * What one commit wrote, in the order in which it came: series' ids, times and values, each as a column, then histograms
 * and exemplars. Made to be written fast; compaction turns blocks into segments (segment.ts).
 */
import { atOnce, fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import { ByteWriter, DamagedBytes } from "./bytes.ts";
import type { Contents } from "./columns.ts";
import { compressed, compressedBeside, decompressed } from "./compression.ts";
import { readRecords, writeRecords } from "./records.ts";
import type { Slots } from "./slots.ts";

const version = 1;

/** Most blocks are written without a pause, into memory that is kept. */
const shortWriter = new ByteWriter(1 << 20);
/** In bytes, roughly. */
const shortBlock = 1 << 20;

/** `series` are ids. */
export async function encodeBlock(contents: Contents): Promise<Buffer> {
  const { samples, records } = contents;
  const bytes = records.reduce((sum, { message }) => sum + 16 + message.length, 16 * samples.length);
  if (bytes <= shortBlock) {
    shortWriter.reset();
    atOnce(writeBlock(shortWriter, contents));
    return compressed(shortWriter.written, version, "fast");
  }
  const writer = new ByteWriter(bytes);
  await fromNowInSlices(writeBlock(writer, contents));
  return await compressedBeside(writer.written, version, "fast");
}

function* writeBlock(writer: ByteWriter, { samples, records }: Contents): Sliceable<void> {
  const { length, series, timestamps, bits } = samples;
  writer.varint(length);
  let last = 0;
  for (let i = 0; i < length; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    const id = series[i] as number;
    writer.signed(id - last);
    last = id;
  }
  last = 0;
  for (let i = 0; i < length; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    const at = timestamps[i] as number;
    writer.signed(at - last);
    last = at;
  }
  writer.append(new Uint8Array(bits.buffer, bits.byteOffset, 8 * length));
  yield* writeRecords(writer, records);
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
    for (let i = 0; i < count; i++) {
      if (i % sliceSamples === sliceSamples - 1) yield;
      reader.signed();
    }
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
  yield* readRecords(reader, (series) => slotOf(wanted, series), fromMs, toMs, into.records);
}
