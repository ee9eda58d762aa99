/**
 * What one commit wrote, or a part of it, in the order in which it came: series' ids, times and values, each as a column, then histograms
 * and exemplars. Made to be written fast; compaction turns blocks into segments (segment.ts).
 */
import { atOnce, type Sliceable } from "#src/http/event-loop.ts";
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";
import { type Contents, SampleRun, type SeriesRecord } from "./columns.ts";
import { compressed, decompressed } from "./compression.ts";
import { readRecords, writeRecords } from "./records.ts";

const version = 1;

const writer = new ByteWriter(1 << 20);

/** Of what is written together; more of it goes into several blocks, each of which is written and read without a pause. */
const blockLimits = { samples: 65_536, records: 8_192, recordBytes: 1024 * 1024 } as const;

/** The content of one block. */
export interface BlockDraft {
  readonly items: number;
  /** The earliest and the latest of its contents, in ms. */
  readonly minTime: number;
  readonly maxTime: number;
  readonly payload: Buffer;
}

/** As few blocks as hold all of it, in its order; none for nothing. `series` are ids. */
export function* encodeBlocks({ samples, records }: Contents): Sliceable<BlockDraft[]> {
  const blocks: BlockDraft[] = [];
  for (let from = 0, record = 0; from < samples.length || record < records.length; yield) {
    const to = Math.min(from + blockLimits.samples, samples.length);
    const last = endOfRecords(records, record);
    blocks.push(encodeBlock(samples, from, to, records.slice(record, last)));
    from = to;
    record = last;
  }
  return blocks;
}

/** The payload of a block without contents. */
export function emptyBlock(): Buffer {
  return encodeBlock(new SampleRun(1), 0, 0, []).payload;
}

function endOfRecords(records: readonly SeriesRecord[], from: number): number {
  let bytes = 0;
  let end = from;
  while (end < records.length && end - from < blockLimits.records && bytes < blockLimits.recordBytes)
    bytes += records[end++]?.message.length ?? 0;
  return end;
}

function encodeBlock(
  { series, timestamps, bits }: SampleRun,
  from: number,
  to: number,
  records: readonly SeriesRecord[],
): BlockDraft {
  let minTime = Number.POSITIVE_INFINITY;
  let maxTime = Number.NEGATIVE_INFINITY;
  writer.reset();
  writer.varint(to - from);
  let last = 0;
  for (let i = from; i < to; i++) {
    const id = series[i] as number;
    writer.signed(id - last);
    last = id;
  }
  last = 0;
  for (let i = from; i < to; i++) {
    const at = timestamps[i] as number;
    writer.signed(at - last);
    last = at;
    if (at < minTime) minTime = at;
    if (at > maxTime) maxTime = at;
  }
  writer.append(new Uint8Array(bits.buffer, bits.byteOffset + 8 * from, 8 * (to - from)));
  atOnce(writeRecords(writer, records));
  for (const { timestamp } of records) {
    minTime = Math.min(minTime, timestamp);
    maxTime = Math.max(maxTime, timestamp);
  }
  const payload = compressed(writer.written, version, "fast");
  return { items: to - from + records.length, minTime, maxTime, payload };
}

/** Samples that are looked at without a pause. */
const sliceSamples = 16_384;

/** Appends the samples from a time on (ms, included), and all records, with their series' ids. Throws DamagedBytes. */
export function* readBlock(payload: Buffer, fromMs: number, into: Contents): Sliceable<void> {
  const reader = decompressed(payload, version);
  const count = reader.varint();
  // Every sample takes at least eight bytes: a count that lies is found before memory is taken for it.
  if (8 * count > reader.end) throw new DamagedBytes("there are fewer samples than it says");
  yield* into.samples.makingRoom(count);
  const times = new ByteReader(reader.bytes, reader.at, reader.end);
  times.skipVarints(count);
  const words = new ByteReader(reader.bytes, times.at, reader.end);
  words.skipVarints(count);
  const { buffer, byteOffset } = reader.bytes;
  const bits = new DataView(buffer, byteOffset + words.skip(8 * count), 8 * count);
  let id = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    id += reader.signed();
    at += times.signed();
    if (at >= fromMs) into.samples.add(id, at, bits.getUint32(8 * i, true), bits.getUint32(8 * i + 4, true));
  }
  yield* readRecords(words, (series) => series, fromMs, Number.POSITIVE_INFINITY, into.records);
}
