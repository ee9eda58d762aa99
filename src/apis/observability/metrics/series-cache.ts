/**
 * What a process remembers of one tenant's series: their ids by digests of their labels, and the sample of each that was
 * written last. It is a cache: forgetting costs look-ups, never a sample.
 *
 * Labels themselves are not kept, so that long ones take no more memory than short ones. A digest under a key that only this process
 * knows stands for them (keyed-hash.ts). Of a million series of one length two have the same by chance once in 10^17 tenants.
 */
import { grown } from "./grown.ts";
import { digestWords, type KeyedHash, keyedHash, randomKey } from "./keyed-hash.ts";

/** Bytes that hold label sets, readable as words. */
export interface LabelMemory {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function labelMemory(bytes: Buffer): LabelMemory {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

const unknown = -1;

/**
 * Most entries of the hash table that are probed for one series. In a table that is half full, and with digests that nobody chooses, the
 * longest run of a million series is shorter. A series that would lie beyond it is looked up in the database each time.
 */
export const mostProbes = 256;

export class SeriesCache {
  readonly #hash: KeyedHash;
  readonly #key = randomKey();
  readonly #digest = new Int32Array(digestWords);
  /** Entry + 1 by digest, 0 for none; open addressing. */
  #table = new Int32Array(1 << 10);
  #entries = 0;
  #digests = new Int32Array(512 * digestWords);
  /** By the series' number, which is that of its entry. */
  ids = new Uint32Array(512);
  lastTimes = new Float64Array(512).fill(Number.NEGATIVE_INFINITY);
  lastBits = new Uint32Array(1024);
  /** Sole-writer period in which the series was registered; 0 for an older one. */
  #registered = new Uint32Array(512);
  #period = 1;
  /** Samples of other processes are no later than this (ms). */
  #aloneAfter = Number.POSITIVE_INFINITY;

  /** `hash` for tests, which make digests collide. */
  constructor(hash: KeyedHash = keyedHash) {
    this.#hash = hash;
  }

  /** Its memory, in bytes. */
  get size(): number {
    return 4 * this.#table.length + (24 + 4 * digestWords) * this.ids.length;
  }

  /** The number of the series with these labels, −1 when they are not known. */
  find({ view }: LabelMemory, start: number, end: number): number {
    const digest = this.#digest;
    this.#hash(view, start, end, this.#key, digest);
    const mask = this.#table.length - 1;
    const first = digest[0] as number;
    for (let probe = 0; probe < mostProbes; probe++) {
      const entry = (this.#table[(first + probe) & mask] as number) - 1;
      if (entry < 0) return unknown;
      if (this.#isOf(entry, digest)) return entry;
    }
    return unknown;
  }

  /** Begins a sole-writer period: all later writes pass through here. Samples written before have times up to `newest` (ms). */
  beginAlone(newest: number): void {
    this.#period++;
    this.#aloneAfter = newest;
  }

  /** Whether the last sample is known to be the first at its time: no other process can have written one before. */
  isFirst(number: number): boolean {
    return this.#registered[number] === this.#period || (this.lastTimes[number] as number) > this.#aloneAfter;
  }

  /** Remembers labels that are not known and their series' id; returns the series' number. */
  add({ view }: LabelMemory, start: number, end: number, id: number, isNew: boolean): number {
    if (this.#entries === this.ids.length) this.#growEntries();
    const entry = this.#entries++;
    this.#hash(view, start, end, this.#key, this.#digest);
    this.#digests.set(this.#digest, entry * digestWords);
    this.ids[entry] = id;
    this.#registered[entry] = isNew ? this.#period : 0;
    if (2 * this.#entries > this.#table.length) this.#growTable();
    else this.#place(entry);
    return entry;
  }

  #isOf(entry: number, digest: Int32Array): boolean {
    const at = entry * digestWords;
    const known = this.#digests;
    return (
      known[at] === digest[0] &&
      known[at + 1] === digest[1] &&
      known[at + 2] === digest[2] &&
      known[at + 3] === digest[3]
    );
  }

  #place(entry: number): void {
    const mask = this.#table.length - 1;
    const first = this.#digests[entry * digestWords] as number;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = (first + probe) & mask;
      if (this.#table[slot] !== 0) continue;
      this.#table[slot] = entry + 1;
      return;
    }
  }

  #growTable(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    for (let entry = 0; entry < this.#entries; entry++) this.#place(entry);
  }

  #growEntries(): void {
    const length = 2 * this.ids.length;
    this.#digests = grown(this.#digests, length * digestWords);
    this.lastTimes = grown(this.lastTimes, length).fill(Number.NEGATIVE_INFINITY, this.ids.length);
    this.ids = grown(this.ids, length);
    this.lastBits = grown(this.lastBits, 2 * length);
    this.#registered = grown(this.#registered, length);
  }
}
