/**
 * The samples of neighbouring series over some time of one day, sorted by series and time: the form in which they stay.
 *
 *     base time · number of series · (id, samples, bytes of times, bytes of values) of each · times · values · records
 *
 * all compressed together. A reader steps over the series that it does not want.
 */
import { atOnce, inSlices, Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";
import { readTimes, readValues, writeTimes, writeValues } from "./chunk.ts";
import type { Chunk, Contents, SampleRun, SampleSink, SeriesRecord } from "./columns.ts";
import { compressedBeside, decompressed } from "./compression.ts";
import { readRecords, writeRecords } from "./records.ts";
import type { SeriesOrdinals } from "./series-ordinals.ts";

const version = 1;

/** Samples that are encoded without a pause. */
const sliceSamples = 8_192;

/** Keeps its memory from segment to segment, so it makes one at a time. */
export class SegmentEncoder {
  readonly #head = new ByteWriter(1 << 16);
  readonly #entries = new ByteWriter(1 << 14);
  readonly #times = new ByteWriter(1 << 16);
  readonly #values = new ByteWriter(1 << 18);

  /** The samples from position `from` to before `to` of a run that is sorted (`sortedRun`) and has the series' ids. */
  async encode(run: SampleRun, from: number, to: number, records: readonly SeriesRecord[]): Promise<Buffer> {
    const writing = this.#write(run, from, to, records);
    if (to - from < sliceSamples) atOnce(writing);
    else await inSlices(writing);
    return await compressedBeside(this.#head.written, version, "small");
  }

  *#write(run: SampleRun, from: number, to: number, records: readonly SeriesRecord[]): Sliceable<void> {
    const head = this.#head;
    const entries = this.#entries;
    const times = this.#times;
    const values = this.#values;
    head.reset();
    entries.reset();
    times.reset();
    values.reset();
    const base = from < to ? (run.timestamps[from] as number) : 0;
    let series = 0;
    let lastId = 0;
    const pauses = new Pauses(sliceSamples);
    for (let start = from; start < to; series++) {
      const id = run.series[start] as number;
      let end = start + 1;
      while (end < to && run.series[end] === id) end++;
      const timesAt = times.length;
      const valuesAt = values.length;
      writeTimes(times, run.timestamps, start, end, base);
      writeValues(values, run, start, end);
      entries.signed(id - lastId);
      const count = end - start;
      entries.varint(count);
      entries.varint(times.length - timesAt);
      entries.varint(values.length - valuesAt);
      lastId = id;
      start = end;
      if (pauses.isDue(count)) yield;
    }
    head.signed(base);
    head.varint(series);
    head.append(entries.written);
    head.append(times.written);
    head.append(values.written);
    yield* writeRecords(head, records);
  }
}

/** A segment, decompressed: what is wanted of it is decoded as often as it is asked for. */
export interface OpenSegment {
  readonly bytes: Buffer;
  readonly base: number;
  /** Of its series, which rise, and how many samples each has. */
  readonly ids: Int32Array;
  readonly counts: Uint32Array;
  readonly timeBytes: Uint32Array;
  readonly valueBytes: Uint32Array;
  /** Where the times, the values and the records begin. */
  readonly timesAt: number;
  readonly valuesAt: number;
  readonly recordsAt: number;
  /** Its memory, in bytes. */
  readonly size: number;
}

/** Throws DamagedBytes. */
export function openSegment(payload: Buffer): OpenSegment {
  const reader = decompressed(payload, version);
  const { bytes } = reader;
  const base = reader.signed();
  const series = reader.varint();
  if (series > reader.end) throw new DamagedBytes("there are fewer series than it says");
  const ids = new Int32Array(series);
  const counts = new Uint32Array(series);
  const timeBytes = new Uint32Array(series);
  const valueBytes = new Uint32Array(series);
  let id = 0;
  let [allTimes, allValues] = [0, 0];
  for (let i = 0; i < series; i++) {
    id += reader.signed();
    ids[i] = id;
    counts[i] = reader.varint();
    allTimes += timeBytes[i] = reader.varint();
    allValues += valueBytes[i] = reader.varint();
  }
  const timesAt = reader.skip(allTimes);
  const valuesAt = reader.skip(allValues);
  const places = { timesAt, valuesAt, recordsAt: reader.at };
  return { bytes, base, ids, counts, timeBytes, valueBytes, ...places, size: bytes.length + 16 * series + 500 };
}

/**
 * Appends the samples between the times (both included) of the series that have an ordinal to `into`, numbered by ordinal;
 * records are numbered by ordinal, too. Throws DamagedBytes.
 */
export function readSegment(
  segment: OpenSegment,
  wanted: SeriesOrdinals,
  fromMs: number,
  toMs: number,
  { samples, records, onlyRecords }: Contents<SampleSink>,
): void {
  const { bytes, base, ids, counts, timeBytes, valueBytes } = segment;
  let { timesAt, valuesAt } = segment;
  const times = new ByteReader(bytes);
  const values = new ByteReader(bytes);
  for (let i = 0; i < ids.length; i++) {
    const ordinal = onlyRecords === true ? -1 : wanted.get(ids[i] as number);
    const timesEnd = timesAt + (timeBytes[i] as number);
    const valuesEnd = valuesAt + (valueBytes[i] as number);
    if (ordinal >= 0) {
      const count = counts[i] as number;
      // Every sample takes at least a byte of times, so a count that lies is found before memory is taken for it.
      if (count > timesEnd - timesAt) throw new DamagedBytes("there are fewer samples than it says");
      const chunk = samples.roomFor(count);
      const at = chunk.length;
      times.goTo(timesAt, timesEnd);
      values.goTo(valuesAt, valuesEnd);
      readTimes(times, chunk.timestamps, at, count, base);
      readValues(values, chunk, at, count);
      keepWithin(chunk, count, fromMs, toMs);
      samples.take(ordinal, chunk, at, chunk.length);
    }
    timesAt = timesEnd;
    valuesAt = valuesEnd;
  }
  const reader = new ByteReader(bytes, segment.recordsAt);
  atOnce(readRecords(reader, (series) => wanted.get(series), fromMs, toMs, records));
}

/** Of so many samples behind its end a chunk takes those between the times: they rise, so it is one piece. */
function keepWithin(chunk: Chunk, count: number, fromMs: number, toMs: number): void {
  const { timestamps, bits, length: at } = chunk;
  let start = at;
  let end = at + count;
  while (start < end && (timestamps[start] as number) < fromMs) start++;
  while (end > start && (timestamps[end - 1] as number) > toMs) end--;
  if (start > at) {
    timestamps.copyWithin(at, start, end);
    bits.copyWithin(2 * at, 2 * start, 2 * end);
  }
  chunk.length = at + end - start;
}
