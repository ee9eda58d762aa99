/**
 * The samples of a selection, gathered from blocks and segments piece by piece: each piece is of one series and in the order of time.
 * Pieces are put together in the end; a series that is in one piece is never copied.
 */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import type { SampleColumns } from "../store.ts";
import { type Chunk, chunkOf, type SampleSink, settled, viewOf } from "./columns.ts";

/** Samples of a chunk, which pieces share. */
const chunkSamples = 65_536;
/** Between two pauses. */
const sliceSamples = 65_536;

export class GatheredSamples implements SampleSink {
  /** Samples so far. */
  length = 0;
  #chunk: Chunk = chunkOf(0);
  readonly #sources: SampleColumns[] = [];
  /** Of each piece: the number of its source, where it is there, and the piece of its series that was gathered next. */
  readonly #source: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #next: number[] = [];
  /** The first and the last piece of each series, plus one; 0 for none. */
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;

  /** `series`: how many there are. Each is named by its ordinal, below that. */
  constructor(series: number) {
    this.#first = new Uint32Array(series);
    this.#last = new Uint32Array(series);
  }

  roomFor(count: number): Chunk {
    const { length, timestamps } = this.#chunk;
    if (length + count > timestamps.length) this.#chunk = chunkOf(Math.max(chunkSamples, count));
    return this.#chunk;
  }

  /** Takes the samples of a series from position `from` to before `to`, which stay there. What was gathered before was written before. */
  take(ordinal: number, source: SampleColumns, from: number, to: number): void {
    if (from === to) return;
    if (this.#sources.at(-1) !== source) this.#sources.push(source);
    this.#source.push(this.#sources.length - 1);
    this.#from.push(from);
    this.#to.push(to);
    const piece = this.#next.push(0);
    const before = this.#last[ordinal] as number;
    if (before === 0) this.#first[ordinal] = piece;
    else this.#next[before - 1] = piece;
    this.#last[ordinal] = piece;
    this.length += to - from;
  }

  /** The same of copies. */
  copy(ordinal: number, source: SampleColumns, from: number, to: number): void {
    const chunk = this.roomFor(to - from);
    const at = chunk.length;
    copy(source, from, to, chunk);
    this.take(ordinal, chunk, at, chunk.length);
  }

  /** The samples of each series in the order of time, of those of one instant only the first that was written; null for none. */
  *series(): Sliceable<(SampleColumns | null)[]> {
    const all: (SampleColumns | null)[] = [];
    let target = chunkOf(0);
    const pauses = new Pauses(sliceSamples);
    for (let ordinal = 0; ordinal < this.#first.length; ordinal++) {
      const first = this.#first[ordinal] as number;
      if (first === 0) {
        all.push(null);
        continue;
      }
      if (first === this.#last[ordinal]) {
        all.push(this.#view(first - 1));
        continue;
      }
      let count = 0;
      for (let piece = first; piece !== 0; piece = this.#next[piece - 1] as number) count += this.#size(piece - 1);
      if (target.length + count > target.timestamps.length) target = chunkOf(Math.max(chunkSamples, count));
      all.push(yield* this.#joined(first, target, count));
      if (pauses.isDue(count)) yield;
    }
    return all;
  }

  #size(piece: number): number {
    return (this.#to[piece] as number) - (this.#from[piece] as number);
  }

  #view(piece: number): SampleColumns {
    const source = this.#sources[this.#source[piece] as number] as SampleColumns;
    return viewOf(source, this.#from[piece] as number, this.#to[piece] as number);
  }

  *#joined(first: number, target: Chunk, count: number): Sliceable<SampleColumns> {
    const start = target.length;
    let rising = true;
    for (let next = first; next !== 0; next = this.#next[next - 1] as number) {
      const piece = next - 1;
      const source = this.#sources[this.#source[piece] as number] as SampleColumns;
      const from = this.#from[piece] as number;
      const at = target.length;
      if (at > start) rising &&= (source.timestamps[from] as number) > (target.timestamps[at - 1] as number);
      copy(source, from, this.#to[piece] as number, target);
    }
    const joined = viewOf(target, start, start + count);
    return rising ? joined : yield* settled(joined);
  }
}

/** Fewer samples than this are copied faster one by one than as views. */
const worthCopying = 256;

/** Copies samples to the end of a chunk that has room for them. */
function copy({ timestamps, bits }: SampleColumns, from: number, to: number, into: Chunk): void {
  const at = into.length;
  into.length = at + to - from;
  if (to - from >= worthCopying) {
    into.timestamps.set(timestamps.subarray(from, to), at);
    into.bits.set(bits.subarray(2 * from, 2 * to), 2 * at);
    return;
  }
  for (let i = from, target = at; i < to; i++, target++) {
    into.timestamps[target] = timestamps[i] as number;
    into.bits[2 * target] = bits[2 * i] as number;
    into.bits[2 * target + 1] = bits[2 * i + 1] as number;
  }
}
