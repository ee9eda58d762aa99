/**
 * The samples of neighbouring series over some time of one day, sorted by series and time: the form in which they stay.
 *
 *     base time · number of series · (id, samples, bytes of times, bytes of values) of each · times · values · records
 *
 * all compressed together. A reader steps over the series that it does not want.
 */
import { atOnce, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { slotOf, type Wanted } from "./block.ts";
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";
import { readTimes, readValues, writeTimes, writeValues } from "./chunk.ts";
import type { Contents, SampleRun, SeriesRecord } from "./columns.ts";
import { compressedBeside, decompressed } from "./compression.ts";
import { readRecords, writeRecords } from "./records.ts";

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
    let paused = from;
    for (let start = from; start < to; series++) {
      const id = run.series[start] as number;
      let end = start + 1;
      while (end < to && run.series[end] === id) end++;
      const timesAt = times.length;
      const valuesAt = values.length;
      writeTimes(times, run.timestamps, start, end, base);
      writeValues(values, run, start, end);
      entries.signed(id - lastId);
      entries.varint(end - start);
      entries.varint(times.length - timesAt);
      entries.varint(values.length - valuesAt);
      lastId = id;
      start = end;
      if (end - paused < sliceSamples) continue;
      paused = end;
      yield;
    }
    head.signed(base);
    head.varint(series);
    head.append(entries.written);
    head.append(times.written);
    head.append(values.written);
    yield* writeRecords(head, records);
  }
}

/** What a segment holds of which series, in the order of their ids. */
export interface Directory {
  readonly ids: Int32Array;
  readonly counts: Uint32Array;
}

interface Opened extends Directory {
  readonly reader: ByteReader;
  readonly base: number;
  readonly timeBytes: Uint32Array;
  readonly valueBytes: Uint32Array;
}

function open(payload: Buffer): Opened {
  const reader = decompressed(payload, version);
  const base = reader.signed();
  const series = reader.varint();
  if (series > reader.end) throw new DamagedBytes("there are fewer series than it says");
  const ids = new Int32Array(series);
  const counts = new Uint32Array(series);
  const timeBytes = new Uint32Array(series);
  const valueBytes = new Uint32Array(series);
  let id = 0;
  for (let i = 0; i < series; i++) {
    id += reader.signed();
    ids[i] = id;
    counts[i] = reader.varint();
    timeBytes[i] = reader.varint();
    valueBytes[i] = reader.varint();
  }
  return { reader, base, ids, counts, timeBytes, valueBytes };
}

/** Throws DamagedBytes. */
export function readDirectory(payload: Buffer): Directory {
  return open(payload);
}

/** Appends what is wanted of a segment; see `readBlock`. */
export function readSegment(payload: Buffer, wanted: Wanted, fromMs: number, toMs: number, into: Contents): void {
  const { reader, base, ids, counts, timeBytes, valueBytes } = open(payload);
  const sum = (lengths: Uint32Array) => lengths.reduce((all, length) => all + length, 0);
  let timesAt = reader.skip(sum(timeBytes));
  let valuesAt = reader.skip(sum(valueBytes));
  for (let i = 0; i < ids.length; i++) {
    const slot = slotOf(wanted, ids[i] as number);
    const timesEnd = timesAt + (timeBytes[i] as number);
    const valuesEnd = valuesAt + (valueBytes[i] as number);
    if (slot >= 0 && into.onlyRecords !== true) {
      const count = counts[i] as number;
      // Every sample takes at least a byte of times, so a count that lies is found before memory is taken for it.
      if (count > timesEnd - timesAt) throw new DamagedBytes("there are fewer samples than it says");
      into.samples.reserve(count);
      readTimes(
        new ByteReader(reader.bytes, timesAt, timesEnd),
        into.samples.timestamps,
        into.samples.length,
        count,
        base,
      );
      readValues(new ByteReader(reader.bytes, valuesAt, valuesEnd), into.samples, into.samples.length, count);
      keepWithin(into.samples, count, slot, fromMs, toMs);
    }
    timesAt = timesEnd;
    valuesAt = valuesEnd;
  }
  atOnce(readRecords(reader, (series) => slotOf(wanted, series), fromMs, toMs, into.records));
}

/** Of so many samples behind its end a run takes those between the times: they rise, so it is one piece. */
function keepWithin(run: SampleRun, count: number, slot: number, fromMs: number, toMs: number): void {
  const { series, timestamps, bits, length: at } = run;
  let start = at;
  let end = at + count;
  while (start < end && (timestamps[start] as number) < fromMs) start++;
  while (end > start && (timestamps[end - 1] as number) > toMs) end--;
  if (start > at) {
    timestamps.copyWithin(at, start, end);
    bits.copyWithin(2 * at, 2 * start, 2 * end);
  }
  run.length = at + end - start;
  series.fill(slot, at, run.length);
}
