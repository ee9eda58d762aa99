/**
 * Records as columns of bytes, made to be compressed together: whole numbers as planes of their bytes, what repeats by its place in a
 * dictionary, texts one after the other. A column is written from values or from another column, and read value by value.
 */
import { keyOfText } from "#src/http/long-text.ts";
import { type ByteReader, type ByteWriter, DamagedBytes } from "../../metrics/codec/bytes.ts";

export interface ColumnReader<Value> {
  readonly length: number;
  get(index: number): Value;
}

/** Collects values of one column, and reads those that it has. */
export interface ColumnWriter<Value, Reader extends ColumnReader<Value> = ColumnReader<Value>> {
  /** The same as to read what it writes. */
  readonly values: Reader;
  /** Throws RangeError when it does not fit. */
  push(value: Value): void;
  /** The same as to push the other column's value. */
  take(from: Reader, index: number): void;
  /** Throws RangeError when a value cannot be kept. */
  write(out: ByteWriter): void;
}

/** A kind of column. */
export interface ColumnType<Value, Reader extends ColumnReader<Value> = ColumnReader<Value>> {
  writer(): ColumnWriter<Value, Reader>;
  read(from: ByteReader, length: number): Reader;
}

// biome-ignore lint/suspicious/noExplicitAny: columns of any kind together
export type Schema = Readonly<Record<string, ColumnType<any, any>>>;
export type ReaderOf<Type> = Type extends ColumnType<infer _, infer Reader> ? Reader : never;
export type Readers<Of extends Schema> = { readonly [Name in keyof Of]: ReaderOf<Of[Name]> };
export type WriterOf<Type> = Type extends ColumnType<infer Value, infer Reader> ? ColumnWriter<Value, Reader> : never;
export type Writers<Of extends Schema> = { readonly [Name in keyof Of]: WriterOf<Of[Name]> };

export function writersOf<Of extends Schema>(schema: Of): Writers<Of> {
  return Object.fromEntries(Object.entries(schema).map(([name, type]) => [name, type.writer()])) as Writers<Of>;
}

/** Values that grow in number. */
class Grown<Values extends Uint32Array | BigInt64Array> {
  values: Values;
  length = 0;
  readonly #make: (length: number) => Values;

  constructor(make: (length: number) => Values) {
    this.#make = make;
    this.values = make(64);
  }

  next(): number {
    if (this.length === this.values.length) {
      const grown = this.#make(2 * this.length);
      grown.set(this.values as never);
      this.values = grown;
    }
    return this.length++;
  }
}

/** The bytes of 32-bit numbers, all lowest ones first. */
function writePlanes(out: ByteWriter, values: Uint32Array, length: number): void {
  out.reserve(4 * length);
  const { bytes } = out;
  let [a, b, c, d] = [out.length, out.length + length, out.length + 2 * length, out.length + 3 * length];
  for (let i = 0; i < length; i++) {
    const value = values[i] as number;
    bytes[a++] = value;
    bytes[b++] = value >>> 8;
    bytes[c++] = value >>> 16;
    bytes[d++] = value >>> 24;
  }
  out.length += 4 * length;
}

function planesOf(bytes: Uint8Array, at: number, length: number): Uint32Array<ArrayBuffer> {
  const values = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const low = (bytes[at + i] as number) | ((bytes[at + length + i] as number) << 8);
    values[i] = low | ((bytes[at + 2 * length + i] as number) << 16) | ((bytes[at + 3 * length + i] as number) << 24);
  }
  return values;
}

/** Values that are made when the first of them is asked for: readers look at few columns. */
class Lazy<Values extends Uint32Array | BigInt64Array> {
  readonly length: number;
  #make: (() => Values) | null;
  #values: Values | undefined;

  constructor(length: number, make: () => Values) {
    this.length = length;
    this.#make = make;
  }

  get values(): Values {
    if (this.#make !== null) this.#values = this.#make();
    this.#make = null;
    return this.#values as Values;
  }

  get(index: number): Values[number] {
    return this.values[index] as Values[number];
  }
}

/** Whole numbers from 0 to 2^32 − 1. */
export const number: ColumnType<number, Lazy<Uint32Array>> = {
  writer() {
    const grown = new Grown((length) => new Uint32Array(length));
    const push = (value: number) => {
      if (value >>> 0 !== value) throw new RangeError(`${value} is not a whole number of 32 bits`);
      // First: growing puts other values in the place of these.
      const at = grown.next();
      grown.values[at] = value;
    };
    return {
      push,
      take: (from, index) => push(from.get(index)),
      write: (out) => writePlanes(out, grown.values, grown.length),
      get values() {
        const { length } = grown;
        return new Lazy(length, () => grown.values.subarray(0, length));
      },
    };
  },
  read(from, length) {
    const at = from.skip(4 * length);
    return new Lazy(length, () => planesOf(from.bytes, at, length));
  },
};

/** Whole numbers of 64 bits, each kept as its difference to the one before. */
export const long: ColumnType<bigint, Lazy<BigInt64Array>> = {
  writer() {
    const grown = new Grown((length) => new BigInt64Array(length));
    const push = (value: bigint) => {
      const at = grown.next();
      grown.values[at] = value;
      if (grown.values[at] !== value) throw new RangeError(`${value} does not fit 64 bits`);
    };
    return {
      push,
      take: (from, index) => push(from.get(index)),
      get values() {
        const { length } = grown;
        return new Lazy(length, () => grown.values.subarray(0, length));
      },
      write(out) {
        const words = new Uint32Array(grown.values.buffer, 0, 2 * grown.length);
        const lows = new Uint32Array(grown.length);
        const highs = new Uint32Array(grown.length);
        let [lastLow, lastHigh] = [0, 0];
        for (let i = 0; i < grown.length; i++) {
          const [low, high] = [words[2 * i] as number, words[2 * i + 1] as number];
          const byLow = (low - lastLow) >>> 0;
          const byHigh = (high - lastHigh - (low < lastLow ? 1 : 0)) | 0;
          // Small numbers of either sign have small words.
          const sign = byHigh >> 31;
          lows[i] = (byLow << 1) ^ sign;
          highs[i] = ((byHigh << 1) | (byLow >>> 31)) ^ sign;
          [lastLow, lastHigh] = [low, high];
        }
        writePlanes(out, lows, grown.length);
        writePlanes(out, highs, grown.length);
      },
    };
  },
  read(from, length) {
    const at = from.skip(8 * length);
    return new Lazy(length, () => longsOf(from.bytes, at, length));
  },
};

function longsOf(bytes: Uint8Array, at: number, length: number): BigInt64Array {
  const lows = planesOf(bytes, at, length);
  const highs = planesOf(bytes, at + 4 * length, length);
  const values = new BigInt64Array(length);
  const words = new Uint32Array(values.buffer);
  let [low, high] = [0, 0];
  for (let i = 0; i < length; i++) {
    const [zigLow, zigHigh] = [lows[i] as number, highs[i] as number];
    const sign = -(zigLow & 1);
    const byLow = (((zigLow >>> 1) | (zigHigh << 31)) ^ sign) >>> 0;
    const sum = (low + byLow) >>> 0;
    high = (high + ((zigHigh >>> 1) ^ sign) + (sum < byLow ? 1 : 0)) | 0;
    low = sum;
    words[2 * i] = low;
    words[2 * i + 1] = high;
  }
  return values;
}

/** Values by their place in a list of those that differ. Both are made when they are first asked for. */
export class Dictionary<Value> implements ColumnReader<Value> {
  readonly length: number;
  readonly #places: Lazy<Uint32Array>;
  #makeValues: (() => readonly Value[]) | null;
  #values: readonly Value[] = [];

  constructor(places: Lazy<Uint32Array>, makeValues: () => readonly Value[]) {
    this.length = places.length;
    this.#places = places;
    this.#makeValues = makeValues;
  }

  /** Throws DamagedBytes. */
  get places(): Uint32Array {
    return this.#places.values;
  }

  get values(): readonly Value[] {
    if (this.#makeValues !== null) this.#values = this.#makeValues();
    this.#makeValues = null;
    return this.#values;
  }

  /** Throws DamagedBytes. */
  get(index: number): Value {
    return this.values[this.#places.get(index)] as Value;
  }
}

function placesBelow(count: number, places: Uint32Array): Uint32Array {
  for (const place of places) if (place >= count) throw new DamagedBytes("a place is out of range");
  return places;
}

function dictionary<Value>(
  keyOf: (value: Value) => string | null,
  list: ColumnType<Value>,
): ColumnType<Value, Dictionary<Value>> {
  return {
    writer() {
      const places = new Grown((length) => new Uint32Array(length));
      const known = new Map<string | null, number>();
      const values = list.writer();
      const distinct: Value[] = [];
      let last: Value | undefined;
      let lastPlace = 0;
      let source: Dictionary<Value> | undefined;
      let placesOfSource = new Map<number, number>();
      const placeOf = (value: Value): number => {
        if (value === last && known.size > 0) return lastPlace;
        const key = keyOf(value);
        let place = known.get(key);
        if (place === undefined) {
          place = known.size;
          values.push(value);
          distinct.push(value);
          known.set(key, place);
        }
        last = value;
        lastPlace = place;
        return place;
      };
      return {
        push: (value) => {
          const place = placeOf(value);
          const at = places.next();
          places.values[at] = place;
        },
        get values() {
          const { length } = places;
          return new Dictionary(new Lazy(length, () => places.values.subarray(0, length)), () => distinct);
        },
        take(from, index) {
          if (from !== source) {
            source = from;
            placesOfSource = new Map();
          }
          const there = from.places[index] as number;
          let place = placesOfSource.get(there);
          if (place === undefined) {
            place = placeOf(from.get(index));
            placesOfSource.set(there, place);
          }
          const at = places.next();
          places.values[at] = place;
        },
        write(out) {
          out.varint(known.size);
          values.write(out);
          writePlanes(out, places.values, places.length);
        },
      };
    },
    read(from, length) {
      const count = from.varint();
      if (count > length) throw new DamagedBytes("a dictionary is too long");
      const values = list.read(from, count);
      const at = from.skip(4 * length);
      return new Dictionary(new Lazy(length, () => placesBelow(count, planesOf(from.bytes, at, length))), () =>
        Array.from({ length: count }, (_, index) => values.get(index)),
      );
    },
  };
}

interface TextReader extends ColumnReader<string> {
  /** The bytes of a value, in UTF-8. */
  bytesOf(index: number): Buffer;
  /** Whether one of the texts may match: false when there is no match in all of them together. */
  mayMatch(pattern: RegExp): boolean;
  /** 1 for each text that may have one of the parts in it. Of the others none has. */
  mayHave(parts: readonly string[]): Uint8Array;
}

class Texts implements TextReader {
  readonly length: number;
  readonly #ends: Lazy<Uint32Array>;
  readonly #bytes: Buffer;
  readonly #isAscii: boolean;

  constructor(ends: Lazy<Uint32Array>, bytes: Buffer, isAscii: boolean) {
    this.#ends = ends;
    this.#bytes = bytes;
    this.#isAscii = isAscii;
    this.length = ends.length;
  }

  /** Throws DamagedBytes. */
  get(index: number): string {
    return this.#text(this.#start(index), this.#ends.get(index));
  }

  bytesOf(index: number): Buffer {
    return this.#bytes.subarray(this.#start(index), this.#ends.get(index));
  }

  mayMatch(pattern: RegExp): boolean {
    return pattern.test(this.#text(0, this.#bytes.length));
  }

  mayHave(parts: readonly string[]): Uint8Array {
    const isNear = new Uint8Array(this.length);
    if (parts.includes("")) return isNear.fill(1);
    const ends = this.#ends.values;
    for (const part of parts)
      for (let index = 0, at = this.#bytes.indexOf(part); at >= 0; at = this.#bytes.indexOf(part, ends[index])) {
        while ((ends[index] ?? at + 1) <= at) index++;
        if (index >= this.length) break;
        isNear[index] = 1;
      }
    return isNear;
  }

  #start(index: number): number {
    return index === 0 ? 0 : this.#ends.get(index - 1);
  }

  #text(start: number, end: number): string {
    return this.#isAscii ? this.#bytes.toString("latin1", start, end) : this.#bytes.toString("utf8", start, end);
  }
}

function endsOf(lengths: Uint32Array, size: number): Uint32Array {
  for (let i = 1; i < lengths.length; i++) lengths[i] = (lengths[i] as number) + (lengths[i - 1] as number);
  if ((lengths.at(-1) ?? 0) !== size) throw new DamagedBytes("texts are cut off");
  return lengths;
}

/** Texts without NUL characters; a lone surrogate becomes U+FFFD. */
export const text: ColumnType<string, TextReader> = {
  writer() {
    const texts: string[] = [];
    return {
      push: (value) => void texts.push(value),
      get values() {
        const get = (index: number) => texts[index] as string;
        const { length } = texts;
        return {
          length,
          get,
          bytesOf: (index: number) => Buffer.from(get(index)),
          mayMatch: () => true,
          mayHave: () => new Uint8Array(length).fill(1),
        };
      },
      take: (from, index) => void texts.push(from.get(index)),
      write(out) {
        const joined = texts.join("");
        const isAscii = Buffer.byteLength(joined) === joined.length;
        const lengths = new Uint32Array(texts.length);
        let size = 0;
        for (let at = 0; at < texts.length; at++) {
          const value = texts[at] as string;
          const length = isAscii ? value.length : Buffer.byteLength(value);
          lengths[at] = length;
          size += length;
        }
        out.byte(isAscii ? 1 : 0);
        out.varint(size);
        writePlanes(out, lengths, texts.length);
        out.reserve(size);
        const from = out.length;
        // Two halves of a surrogate pair at the end of one text and the beginning of the next would become one character.
        if (Buffer.byteLength(joined) === size) out.length += out.bytes.write(joined, from);
        else for (const value of texts) out.length += out.bytes.write(value, out.length);
        // The column's readers could hold them. Nothing else that the API answers with could.
        if (out.bytes.subarray(from, out.length).includes(0)) throw new RangeError("A text holds a NUL character");
      },
    };
  },
  read(from, length) {
    const isAscii = from.byte() === 1;
    const size = from.varint();
    const at = from.skip(4 * length);
    const ends = new Lazy(length, () => endsOf(planesOf(from.bytes, at, length), size));
    return new Texts(ends, from.take(size), isAscii);
  },
};

/** The same for texts of which few differ. */
export const name: ColumnType<string, Dictionary<string>> = dictionary(keyOfText, text);

class Ids implements ColumnReader<Buffer | null> {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #size: number;
  readonly #given: Buffer;

  constructor(bytes: Buffer, size: number, given: Buffer) {
    this.#bytes = bytes;
    this.#size = size;
    this.#given = given;
    this.length = given.length;
  }

  get(index: number): Buffer | null {
    return this.#given[index] === 0 ? null : this.#bytes.subarray(index * this.#size, (index + 1) * this.#size);
  }
}

/** Ids of so many bytes; null is a value as well. */
export function id(size: number): ColumnType<Uint8Array | null, Ids> {
  return {
    writer() {
      const ids: (Uint8Array | null)[] = [];
      const push = (value: Uint8Array | null) => {
        if (value !== null && value.length !== size) throw new RangeError(`An id has ${value.length} bytes`);
        ids.push(value);
      };
      return {
        push,
        take: (from, index) => push(from.get(index)),
        get values() {
          const bytes = Buffer.concat(ids.map((value) => value ?? noBytes.subarray(0, size)));
          return new Ids(bytes, size, Buffer.from(ids.map((value) => (value === null ? 0 : 1))));
        },
        write(out) {
          out.reserve((size + 1) * ids.length);
          for (const value of ids) out.byte(value === null ? 0 : 1);
          for (const value of ids) out.append(value ?? noBytes.subarray(0, size));
        },
      };
    },
    read: (from, length) => {
      const given = from.take(length);
      return new Ids(from.take(size * length), size, given);
    },
  };
}

const noBytes = new Uint8Array(16);

/** The same for ids of which many are equal to one before. */
export function repeatedId(size: number): ColumnType<Uint8Array | null, Dictionary<Uint8Array | null>> {
  return dictionary((value) => value && latin1(value), id(size));
}

function latin1(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}
