/** Random access to the bytes of a debug file, which may be larger than memory. */
import { readSync } from "node:fs";

/** A file that is not what its own headers say: truncated, out of bounds, or of a form that is not read. */
export class MalformedObjectError extends Error {
  override readonly name = "MalformedObjectError";
}

export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** The bytes at an offset. Throws MalformedObjectError when they are not all inside the source. */
  read(offset: number, length: number): Buffer;
}

function checkInside(source: { readonly size: number }, offset: number, length: number): void {
  if (offset >= 0 && length >= 0 && offset + length <= source.size) return;
  throw new MalformedObjectError(`${length} bytes at ${offset} reach beyond the end at ${source.size}`);
}

/** Bytes in memory; what is read is a view of them. */
export function bufferSource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      checkInside(this, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** An open file, read on demand. It blocks: for worker threads and command lines. */
export function fileSource(descriptor: number, size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      checkInside(this, offset, length);
      const bytes = Buffer.allocUnsafe(length);
      for (let filled = 0; filled < length; ) {
        const count = readSync(descriptor, bytes, filled, length - filled, offset + filled);
        if (count === 0) throw new MalformedObjectError(`The file ended at ${offset + filled}`);
        filled += count;
      }
      return bytes;
    },
  };
}

/** A part of a source. Throws MalformedObjectError when the part is not inside the whole. */
export function partOf(source: ByteSource, start: number, size: number): ByteSource {
  checkInside(source, start, size);
  return {
    size,
    read(offset, length) {
      checkInside(this, offset, length);
      return source.read(start + offset, length);
    },
  };
}

const pageSize = 64 * 1024;
/** In bytes; a longer text is none that a compiler wrote. */
export const longestText = 64 * 1024;

/**
 * Small reads all over a source, such as strings by their offset: pages of 64 KiB are kept, the least recently used
 * one goes first.
 */
export class PagedBytes {
  readonly #source: ByteSource;
  readonly #pages = new Map<number, Buffer>();
  readonly #most: number;
  #last = -1;
  #lastPage: Buffer = Buffer.alloc(0);

  /** Keeps at most `mostBytes` in memory. */
  constructor(source: ByteSource, mostBytes = 32 * 1024 * 1024) {
    this.#source = source;
    this.#most = Math.max(2, Math.ceil(mostBytes / pageSize));
  }

  get size(): number {
    return this.#source.size;
  }

  #page(index: number): Buffer {
    if (index === this.#last) return this.#lastPage;
    let page = this.#pages.get(index);
    if (page === undefined) {
      const start = index * pageSize;
      page = this.#source.read(start, Math.min(pageSize, this.#source.size - start));
      if (this.#pages.size >= this.#most) {
        for (const oldest of this.#pages.keys()) {
          this.#pages.delete(oldest);
          break;
        }
      }
    } else this.#pages.delete(index);
    this.#pages.set(index, page);
    this.#last = index;
    this.#lastPage = page;
    return page;
  }

  /** Up to `length` bytes, fewer at the end of the source. */
  upTo(offset: number, length: number): Buffer {
    checkInside(this, offset, 0);
    const available = Math.min(length, this.size - offset);
    const first = Math.floor(offset / pageSize);
    const within = offset - first * pageSize;
    if (available === 0) return Buffer.alloc(0);
    const page = this.#page(first);
    if (within + available <= page.length) return page.subarray(within, within + available);
    return this.#source.read(offset, available);
  }

  /** The text up to the next NUL, as UTF-8. Throws MalformedObjectError when there is none within `most` bytes. */
  text(offset: number, most = longestText): string {
    checkInside(this, offset, 1);
    const first = Math.floor(offset / pageSize);
    const within = offset - first * pageSize;
    const page = this.#page(first);
    const end = page.indexOf(0, within);
    if (end >= 0 && end - within <= most) return page.toString("utf8", within, end);
    const longer = this.upTo(offset, most);
    const longerEnd = longer.indexOf(0);
    if (longerEnd < 0) throw new MalformedObjectError(`The text at ${offset} does not end`);
    return longer.toString("utf8", 0, longerEnd);
  }
}
