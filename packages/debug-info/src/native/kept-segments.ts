/** Segments of symbol indexes that were read, kept for the next address. */
import { LRUCache } from "lru-cache";

/** In bytes. */
const keptBytes = 128 * 1024 * 1024;
/** Of the cache itself, for each segment. */
const entryBytes = 256;
const mostSegments = 2 ** 26;

/** Several indexes may share them. */
export class KeptSegments {
  readonly #kept: LRUCache<number, Buffer>;
  readonly #reading = new Map<number, Promise<Buffer>>();
  #indexes = 0;

  /** Keeps at most `mostBytes` in memory. */
  constructor(mostBytes = keptBytes) {
    this.#kept = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ length }) => entryBytes + length });
  }

  /** A number that only one index has. */
  nextIndex(): number {
    return this.#indexes++;
  }

  /** Returns the kept segment, or reads and keeps it. Concurrent callers share one read. */
  get(index: number, segment: number, read: () => Promise<Buffer>): Buffer | Promise<Buffer> {
    const key = index * mostSegments + segment;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = read()
        .then((segmentRead) => {
          this.#kept.set(key, segmentRead);
          return segmentRead;
        })
        .finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }
}
