/**
 * What a process remembers of one tenant's series: their ids by the bytes of their labels, and the sample of each that was
 * written last. It is a cache: forgetting costs look-ups, never a sample.
 */

/** A number for bytes that differ; two that have the same are told apart by their bytes. */
export type HashLabels = (view: DataView, start: number, end: number, seed: number) => number;

/** Four bytes at a time: every sample that is written passes here. */
export const hashLabels: HashLabels = (view, start, end, seed) => {
  let hash = seed ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ view.getUint32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x85ebca6b);
  return hash ^ (hash >>> 13);
};

/** Bytes that hold label sets, readable as words. */
export interface LabelMemory {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function labelMemory(bytes: Buffer): LabelMemory {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

const unknown = -1;

export class SeriesCache {
  readonly #hash: HashLabels;
  /** Nobody outside knows it, so nobody can choose labels that collide. */
  readonly #seed = (Math.random() * 2 ** 32) | 0;
  /** Label sets one after the other. */
  #arena = labelMemory(Buffer.allocUnsafeSlow(1 << 16));
  #arenaEnd = 0;
  /** Entry + 1 by hash, 0 for none; open addressing. */
  #table = new Int32Array(1 << 10);
  #entries = 0;
  #starts = new Uint32Array(512);
  #ends = new Uint32Array(512);
  #hashes = new Int32Array(512);
  /** By the series' number, which is that of its entry. */
  ids = new Uint32Array(512);
  lastTimes = new Float64Array(512).fill(Number.NEGATIVE_INFINITY);
  lastBits = new Uint32Array(1024);
  /** In which spell of writing alone the series was registered; 0 for one that was there. */
  #registered = new Uint32Array(512);
  #spell = 1;
  /** Nobody else's samples can be later, in ms. */
  #aloneAfter = Number.POSITIVE_INFINITY;

  constructor(hash: HashLabels = hashLabels) {
    this.#hash = hash;
  }

  /** What it takes of the memory, in bytes. */
  get size(): number {
    return this.#arena.bytes.length + 4 * this.#table.length + 36 * this.ids.length;
  }

  /** The number of the series with these labels, −1 when they are not known. */
  find({ view }: LabelMemory, start: number, end: number): number {
    const hash = this.#hash(view, start, end, this.#seed);
    const mask = this.#table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#table[slot] as number) - 1;
      if (entry < 0) return unknown;
      if (this.#hashes[entry] === hash && this.#holds(entry, view, start, end)) return entry;
    }
  }

  /** From now on all that is written passes here. What was written before has times up to `newest` (ms). */
  beginAlone(newest: number): void {
    this.#spell++;
    this.#aloneAfter = newest;
  }

  /** Whether the last sample is known to be the first of its instant: nobody can have written another before. */
  isFirst(number: number): boolean {
    return this.#registered[number] === this.#spell || (this.lastTimes[number] as number) > this.#aloneAfter;
  }

  /** Remembers labels that are not known and their series' id; returns the series' number. */
  add({ bytes, view }: LabelMemory, start: number, end: number, id: number, isNew: boolean): number {
    if (this.#entries === this.ids.length) this.#growEntries();
    const entry = this.#entries++;
    const hash = this.#hash(view, start, end, this.#seed);
    const at = this.#keep(bytes, start, end);
    this.#starts[entry] = at;
    this.#ends[entry] = at + end - start;
    this.#hashes[entry] = hash;
    this.ids[entry] = id;
    this.#registered[entry] = isNew ? this.#spell : 0;
    if (2 * this.#entries > this.#table.length) this.#growTable();
    else this.#place(entry);
    return entry;
  }

  #holds(entry: number, view: DataView, start: number, end: number): boolean {
    let at = this.#starts[entry] as number;
    if ((this.#ends[entry] as number) - at !== end - start) return false;
    const arena = this.#arena.view;
    let i = start;
    for (; i + 4 <= end; i += 4, at += 4) if (view.getInt32(i, true) !== arena.getInt32(at, true)) return false;
    for (; i < end; i++, at++) if (view.getUint8(i) !== arena.getUint8(at)) return false;
    return true;
  }

  #keep(bytes: Buffer, start: number, end: number): number {
    const at = this.#arenaEnd;
    const needed = at + end - start;
    if (needed > this.#arena.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#arena.bytes.length));
      this.#arena.bytes.copy(grown, 0, 0, at);
      this.#arena = labelMemory(grown);
    }
    bytes.copy(this.#arena.bytes, at, start, end);
    this.#arenaEnd = needed;
    return at;
  }

  #place(entry: number): void {
    const mask = this.#table.length - 1;
    let slot = (this.#hashes[entry] as number) & mask;
    while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
    this.#table[slot] = entry + 1;
  }

  #growTable(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    for (let entry = 0; entry < this.#entries; entry++) this.#place(entry);
  }

  #growEntries(): void {
    const grown = (from: Uint32Array) => {
      const to = new Uint32Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.#starts = grown(this.#starts);
    this.#ends = grown(this.#ends);
    this.ids = grown(this.ids);
    this.lastBits = grown(this.lastBits);
    this.#registered = grown(this.#registered);
    const { lastTimes } = this;
    this.lastTimes = new Float64Array(2 * lastTimes.length).fill(Number.NEGATIVE_INFINITY);
    this.lastTimes.set(lastTimes);
    const hashes = new Int32Array(2 * this.#hashes.length);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }
}
