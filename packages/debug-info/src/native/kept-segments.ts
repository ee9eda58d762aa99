/** Segments of symbol indexes that were read, kept for the next address. */
import { LRUCache } from "lru-cache";
import type { DecodedUnit, SymbolRun } from "./earlier-segments.ts";

/** As it is read where it lies, or as an earlier version wrote it and decoded. */
export type Segment = Buffer | DecodedUnit | SymbolRun;

/** In bytes. */
const keptBytes = 128 * 1024 * 1024;
/** Of the cache itself, for each segment. */
const entryBytes = 256;
const mostSegments = 2 ** 26;

/** Several indexes may share them. */
export class KeptSegments {
  readonly #kept: LRUCache<number, Segment>;
  readonly #reading = new Map<number, Promise<Segment>>();
  #indexes = 0;

  /** Keeps at most `mostBytes` in memory. */
  constructor(mostBytes = keptBytes) {
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: (segment) => entryBytes + (Buffer.isBuffer(segment) ? segment.length : segment.bytes),
    });
  }

  /** A number that only one index has. */
  nextIndex(): number {
    return this.#indexes++;
  }

  find<Kind extends Segment>(index: number, segment: number): Kind | undefined {
    return this.#kept.get(index * mostSegments + segment) as Kind | undefined;
  }

  /** What `read` gives, which is kept; once for all that ask meanwhile. */
  read<Kind extends Segment>(index: number, segment: number, read: () => Promise<Kind>): Promise<Kind> {
    const key = index * mostSegments + segment;
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
    return reading as Promise<Kind>;
  }
}
