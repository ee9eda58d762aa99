/** Samples of many series as columns that grow: for each its series, its time and its bits. */
import { atOnce, Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { slicedOrder, slicedSort } from "../sliced-sort.ts";
import type { RecordKind, SampleColumns } from "../store.ts";
import { SeriesOrdinals } from "./series-ordinals.ts";

/** Columns that samples are put into, up to `length`. */
export interface Chunk extends SampleColumns {
  length: number;
}

export function chunkOf(capacity: number): Chunk {
  const bits = new Uint32Array(2 * capacity);
  return { timestamps: new Float64Array(capacity), bits, values: new Float64Array(bits.buffer), length: 0 };
}

/** Where samples are decoded to, those of one series after those of another. */
export interface SampleSink {
  /** Where so many samples fit in behind its length. */
  roomFor(count: number): Chunk;
  /** Takes the samples of a series that are in a chunk from position `from` to before `to`. */
  take(series: number, chunk: Chunk, from: number, to: number): void;
}

/** Samples that are copied without a pause. */
const sliceCopied = 131_072;

/** Fewer samples than this are copied faster one by one than as views. */
const worthCopying = 32;

export class SampleRun implements SampleSink {
  series: Uint32Array;
  timestamps: Float64Array;
  bits: Uint32Array;
  values: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.series = new Uint32Array(capacity);
    this.timestamps = new Float64Array(capacity);
    this.bits = new Uint32Array(2 * capacity);
    this.values = new Float64Array(this.bits.buffer);
  }

  add(series: number, timestamp: number, low: number, high: number): void {
    if (this.length === this.series.length) this.reserve(1);
    const at = this.length++;
    this.series[at] = series;
    this.timestamps[at] = timestamp;
    this.bits[2 * at] = low;
    this.bits[2 * at + 1] = high;
  }

  /** Takes over the samples from position `from` to before `to` of another run, which are of one series. */
  put(at: number, run: SampleRun, from: number, to: number): void {
    const key = run.series[from] as number;
    if (to - from >= worthCopying) {
      this.series.fill(key, at, at + to - from);
      this.timestamps.set(run.timestamps.subarray(from, to), at);
      this.bits.set(run.bits.subarray(2 * from, 2 * to), 2 * at);
      return;
    }
    for (let i = from, into = at; i < to; i++, into++) {
      this.series[into] = key;
      this.timestamps[into] = run.timestamps[i] as number;
      this.bits[2 * into] = run.bits[2 * i] as number;
      this.bits[2 * into + 1] = run.bits[2 * i + 1] as number;
    }
  }

  roomFor(count: number): Chunk {
    this.reserve(count);
    return this;
  }

  take(series: number, _chunk: Chunk, from: number, to: number): void {
    this.series.fill(series, from, to);
  }

  /** Forgets all samples, and keeps the memory for others. */
  clear(): this {
    this.length = 0;
    return this;
  }

  /** Makes room for `count` more. */
  reserve(count: number): void {
    atOnce(this.makingRoom(count));
  }

  /** The same in slices, in which nothing may be added. */
  *makingRoom(count: number): Sliceable<void> {
    const needed = this.length + count;
    if (needed <= this.series.length) return;
    const grown = new SampleRun(Math.max(needed, 2 * this.series.length));
    for (let from = 0; from < this.length; from += sliceCopied) {
      const to = Math.min(from + sliceCopied, this.length);
      if (from > 0) yield;
      grown.series.set(this.series.subarray(from, to), from);
      grown.timestamps.set(this.timestamps.subarray(from, to), from);
      grown.bits.set(this.bits.subarray(2 * from, 2 * to), 2 * from);
    }
    this.series = grown.series;
    this.timestamps = grown.timestamps;
    this.bits = grown.bits;
    this.values = grown.values;
  }
}

/** A histogram or an exemplar of a series that is known by its id. */
export interface SeriesRecord {
  readonly series: number;
  readonly kind: RecordKind;
  readonly timestamp: number;
  readonly message: Buffer;
}

/** The columns of blocks and segments. */
export interface Contents<Samples = SampleRun> {
  readonly samples: Samples;
  readonly records: SeriesRecord[];
  /** Whether samples are stepped over by what reads into it. */
  readonly onlyRecords?: boolean;
}

/** Between two pauses. */
const sliceItems = 65_536;

/** Puts ranks in the place of ids. Returns the ids by their ranks. */
export function* ranked(samples: SampleRun): Sliceable<Uint32Array> {
  const ordinals = new SeriesOrdinals();
  for (let i = 0; i < samples.length; i++) {
    if (i % sliceItems === sliceItems - 1) yield;
    ordinals.set(samples.series[i] as number, 0);
  }
  const ids = ordinals.rank();
  for (let i = 0; i < samples.length; i++) {
    if (i % sliceItems === sliceItems - 1) yield;
    samples.series[i] = ordinals.get(samples.series[i] as number);
  }
  return ids;
}

/**
 * The samples put in the order of their series, then of their times; of those of one series and instant only the first.
 * Series are numbers below `keys`. `sorted` is empty, and becomes the result.
 */
export function* sortedRun(
  run: SampleRun,
  keys: number,
  sorted: SampleRun = new SampleRun(Math.max(run.length, 1)),
): Sliceable<SampleRun> {
  const starts = new Uint32Array(keys + 1);
  for (let i = 0; i < run.length; i++) (starts[(run.series[i] as number) + 1] as number)++;
  yield;
  for (let key = 0; key < keys; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  const next = starts.slice();
  sorted.reserve(run.length);
  sorted.length = run.length;
  const pauses = new Pauses(sliceItems);
  for (let i = 0; i < run.length; ) {
    const key = run.series[i] as number;
    const most = Math.min(run.length, i + sliceItems);
    let end = i + 1;
    while (end < most && run.series[end] === key) end++;
    const at = next[key] as number;
    next[key] = at + end - i;
    sorted.put(at, run, i, end);
    const count = end - i;
    i = end;
    if (pauses.isDue(count)) yield;
  }
  let kept = 0;
  for (let key = 0; key < keys; key++) {
    const end = starts[key + 1] as number;
    kept = yield* settle(sorted, starts[key] as number, end, kept);
    if (pauses.isDue(end - (starts[key] as number))) yield;
  }
  sorted.length = kept;
  return sorted;
}

/** Moves the samples of one series to `target` in the order of time, the first of each instant. Returns the end. */
function* settle(run: SampleRun, from: number, to: number, target: number): Sliceable<number> {
  const { series, timestamps, bits } = run;
  let rising = true;
  for (let i = from + 1; i < to && rising; i++) rising = (timestamps[i] as number) > (timestamps[i - 1] as number);
  if (rising) {
    if (target !== from) {
      series.copyWithin(target, from, to);
      timestamps.copyWithin(target, from, to);
      bits.copyWithin(2 * target, 2 * from, 2 * to);
    }
    return target + to - from;
  }
  const key = series[from] as number;
  const distinct = yield* settled(viewOf(run, from, to));
  const end = target + distinct.timestamps.length;
  timestamps.set(distinct.timestamps, target);
  bits.set(distinct.bits, 2 * target);
  series.fill(key, target, end);
  return end;
}

/** Copies of the samples of one series, in the order of time, the first of each instant. */
export function* settled(samples: SampleColumns): Sliceable<SampleColumns> {
  const { timestamps, bits } = samples;
  const order = yield* slicedOrder(timestamps.length, (a, b) => (timestamps[a] as number) - (timestamps[b] as number));
  const distinct = chunkOf(timestamps.length);
  for (const [nth, index] of order.entries()) {
    if (nth % sliceItems === sliceItems - 1) yield;
    const at = distinct.length;
    // Those of one instant stay in the order in which they were written.
    if (at > 0 && timestamps[index] === distinct.timestamps[at - 1]) continue;
    distinct.timestamps[at] = timestamps[index] as number;
    distinct.bits[2 * at] = bits[2 * index] as number;
    distinct.bits[2 * at + 1] = bits[2 * index + 1] as number;
    distinct.length++;
  }
  return viewOf(distinct, 0, distinct.length);
}

export function viewOf({ timestamps, bits, values }: SampleColumns, from: number, to: number): SampleColumns {
  return {
    timestamps: timestamps.subarray(from, to),
    bits: bits.subarray(2 * from, 2 * to),
    values: values.subarray(from, to),
  };
}

/**
 * In the order of their series and times, without those that are there twice: a series has one histogram at an instant, the
 * first that was written, and any number of exemplars that differ.
 */
export function* distinctRecords(records: readonly SeriesRecord[]): Sliceable<SeriesRecord[]> {
  const seen = new Set<string>();
  const distinct: SeriesRecord[] = [];
  for (const [i, record] of records.entries()) {
    if (i % sliceRecords === sliceRecords - 1) yield;
    const { series, kind, timestamp, message } = record;
    const key = `${series} ${kind} ${timestamp} ${kind === "exemplar" ? message.toString("latin1") : ""}`;
    if (seen.has(key)) continue;
    seen.add(key);
    distinct.push(record);
  }
  return yield* slicedSort(distinct, (a, b) => a.series - b.series || a.timestamp - b.timestamp);
}

const sliceRecords = 2_048;
