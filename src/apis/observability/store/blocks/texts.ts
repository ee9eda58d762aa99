/** Columns of texts: their bytes, one after the other. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { ByteWriter, DamagedBytes } from "../../metrics/codec/bytes.ts";
import {
  type ColumnReader,
  type ColumnType,
  type ColumnWriter,
  Grown,
  Lazy,
  planesOf,
  writePlanes,
} from "./columns.ts";
import { borrowBytes, giveBackBytes } from "./idle-bytes.ts";

export interface TextReader extends ColumnReader<string> {
  /** The bytes of all values, in UTF-8. */
  readonly bytes: Buffer;
  readonly isAscii: boolean;
  /** Where the bytes of a value begin; those of a value end where those of the next begin. */
  startOf(index: number): number;
  /** The bytes of a value, in UTF-8. */
  bytesOf(index: number): Buffer;
  /** Whether one of the texts may match a literal pattern: false when there is no match in all of them together. */
  mayMatch(pattern: RegExp): Sliceable<boolean>;
  /** 1 for each text that may have one of the parts in it. Of the others none has. */
  mayHave(parts: readonly string[]): Uint8Array;
}

/** The literal pattern for a search of a text in either case. Letters of ASCII match no others. */
export function textPattern(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "i");
}

/** Bytes that are compared between two pauses. Comparing a megabyte takes 1 ms, and 25 to 100 ms when text and pattern repeat one letter. */
const matchedAtOnce = 128 * 1024;

class Texts implements TextReader {
  readonly length: number;
  readonly bytes: Buffer;
  readonly isAscii: boolean;
  readonly #ends: Lazy<Uint32Array>;

  constructor(ends: Lazy<Uint32Array>, bytes: Buffer, isAscii: boolean) {
    this.#ends = ends;
    this.bytes = bytes;
    this.isAscii = isAscii;
    this.length = ends.length;
  }

  /** Throws DamagedBytes. */
  get(index: number): string {
    return this.#text(this.startOf(index), this.#ends.get(index));
  }

  startOf(index: number): number {
    return index === 0 ? 0 : this.#ends.get(index - 1);
  }

  bytesOf(index: number): Buffer {
    return this.bytes.subarray(this.startOf(index), this.#ends.get(index));
  }

  *mayMatch(pattern: RegExp): Sliceable<boolean> {
    // A match may cross the end of a piece. A character of the pattern has at most three bytes for each unit of UTF-16.
    const overlap = 3 * pattern.source.length;
    const { length } = this.bytes;
    for (let start = 0; start < length; start += matchedAtOnce) {
      if (start > 0) yield;
      if (pattern.test(this.#text(start, Math.min(length, start + matchedAtOnce + overlap)))) return true;
    }
    return false;
  }

  mayHave(parts: readonly string[]): Uint8Array {
    const isNear = new Uint8Array(this.length);
    if (parts.includes("")) return isNear.fill(1);
    const ends = this.#ends.values;
    for (const part of parts)
      for (let index = 0, at = this.bytes.indexOf(part); at >= 0; at = this.bytes.indexOf(part, ends[index])) {
        while ((ends[index] ?? at + 1) <= at) index++;
        if (index >= this.length) break;
        isNear[index] = 1;
      }
    return isNear;
  }

  #text(start: number, end: number): string {
    return this.isAscii ? this.bytes.toString("latin1", start, end) : this.bytes.toString("utf8", start, end);
  }
}

function endsOf(lengths: Uint32Array, size: number): Uint32Array {
  for (let i = 1; i < lengths.length; i++) lengths[i] = (lengths[i] as number) + (lengths[i - 1] as number);
  if ((lengths.at(-1) ?? 0) !== size) throw new DamagedBytes("texts are cut off");
  return lengths;
}

/** Bytes that are written between two pauses: about 1 ms. */
const writtenAtOnce = 1024 * 1024;
/** More bytes than these are kept in memory that is used again. */
const longTexts = 32 * 1024;

/** Collects texts as bytes, one after the other. */
export class TextWriter implements ColumnWriter<string, TextReader> {
  #out = new ByteWriter(1024);
  #isBorrowed = false;
  readonly #ends = new Grown((length) => new Uint32Array(length));
  #size = 0;
  #isAscii = true;

  get length(): number {
    return this.#ends.length;
  }

  /** The bytes of all texts. */
  get size(): number {
    return this.#size;
  }

  /** What is written here becomes a text by `end`. Another one after `reserve`. */
  get out(): ByteWriter {
    return this.#out;
  }

  get values(): TextReader {
    const ends = this.#ends.values.subarray(0, this.length);
    return new Texts(new Lazy(ends.length, () => ends), this.#out.bytes.subarray(0, this.#size), this.#isAscii);
  }

  push(value: string): void {
    this.begin();
    let written = 0;
    if (value !== "") {
      // A unit of UTF-16 has at most three bytes.
      this.reserve(3 * value.length);
      written = this.#out.bytes.write(value, this.#size);
      this.#out.length += written;
    }
    this.end(written === value.length);
  }

  /** Makes room for so many bytes more. */
  reserve(bytes: number): void {
    if (!this.#isBorrowed && this.#size + bytes > longTexts) {
      const larger = borrowBytes();
      larger.append(this.#out.bytes.subarray(0, this.#size));
      this.#out = larger;
      this.#isBorrowed = true;
    }
    this.#out.reserve(bytes);
  }

  /** Gives the memory back. The texts cannot be read afterwards. */
  release(): void {
    if (this.#isBorrowed) giveBackBytes(this.#out);
    this.#isBorrowed = false;
    this.#out = new ByteWriter(0);
  }

  /** Begins a text: drops what was written to `out` since the last one ended. */
  begin(): void {
    this.#out.length = this.#size;
  }

  /** Ends a text: all that was written to `out` since the last one ended, in UTF-8. */
  end(isAscii: boolean): void {
    this.#size = this.#out.length;
    if (!isAscii) this.#isAscii = false;
    const at = this.#ends.next();
    this.#ends.values[at] = this.#size;
  }

  take(from: TextReader, start: number, end = start + 1): void {
    const [first, last] = [from.startOf(start), from.startOf(end)];
    this.begin();
    const moved = this.#size - first;
    if (last > first) {
      this.reserve(last - first);
      from.bytes.copy(this.#out.bytes, this.#size, first, last);
      this.#size += last - first;
      if (!from.isAscii) this.#isAscii = false;
    }
    for (let index = start + 1; index <= end; index++) {
      const at = this.#ends.next();
      this.#ends.values[at] = from.startOf(index) + moved;
    }
  }

  *write(out: ByteWriter): Sliceable<void> {
    const { length } = this;
    const lengths = new Uint32Array(length);
    for (let at = 0, last = 0; at < length; at++) {
      const end = this.#ends.values[at] as number;
      lengths[at] = end - last;
      last = end;
    }
    out.byte(this.#isAscii ? 1 : 0);
    out.varint(this.#size);
    writePlanes(out, lengths, length);
    out.reserve(this.#size);
    for (let start = 0; start < this.#size; start += writtenAtOnce) {
      const bytes = this.#out.bytes.subarray(start, Math.min(start + writtenAtOnce, this.#size));
      // The column's readers could hold them. Nothing else that the API answers with could.
      if (bytes.includes(0)) throw new RangeError("A text holds a NUL character");
      out.append(bytes);
      yield;
    }
  }
}

/** Texts without NUL characters; a lone surrogate becomes U+FFFD. */
export const text: ColumnType<string, TextReader, TextWriter> = {
  writer: () => new TextWriter(),
  read(from, length) {
    const isAscii = from.byte() === 1;
    const size = from.varint();
    const at = from.skip(4 * length);
    const ends = new Lazy(length, () => endsOf(planesOf(from.bytes, at, length), size));
    return new Texts(ends, from.take(size), isAscii);
  },
};
