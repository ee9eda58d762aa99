/**
 * Records as columns of bytes, made to be compressed together: whole numbers as planes of their bytes (here), texts one after the other
 * (texts.ts), ids (ids.ts), and what repeats by its place in a dictionary (dictionaries.ts). A column is written from values or from another column, and read
 * value by value.
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { ByteReader, ByteWriter } from "../../metrics/codec/bytes.ts";

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
  /** The same as to push the other column's values from `start` to before `end`; the one at `start` when `end` is left out. */
  take(from: Reader, start: number, end?: number): void;
  /** Throws RangeError when a value cannot be kept. */
  write(out: ByteWriter): Sliceable<void>;
}

/** A kind of column. */
export interface ColumnType<
  Value,
  Reader extends ColumnReader<Value> = ColumnReader<Value>,
  Writer extends ColumnWriter<Value, Reader> = ColumnWriter<Value, Reader>,
> {
  writer(): Writer;
  read(from: ByteReader, length: number): Reader;
}

// biome-ignore lint/suspicious/noExplicitAny: columns of any kind together
export type Schema = Readonly<Record<string, ColumnType<any, any, any>>>;
export type ReaderOf<Type> = Type extends { read(from: ByteReader, length: number): infer Reader } ? Reader : never;
export type Readers<Of extends Schema> = { readonly [Name in keyof Of]: ReaderOf<Of[Name]> };
export type WriterOf<Type> = Type extends { writer(): infer Writer } ? Writer : never;
export type Writers<Of extends Schema> = { readonly [Name in keyof Of]: WriterOf<Of[Name]> };

export function writersOf<Of extends Schema>(schema: Of): Writers<Of> {
  return Object.fromEntries(Object.entries(schema).map(([name, type]) => [name, type.writer()])) as Writers<Of>;
}

/** Values that grow in number. */
export class Grown<Values extends Uint32Array | BigInt64Array> {
  values: Values;
  length = 0;
  readonly #make: (length: number) => Values;

  constructor(make: (length: number) => Values) {
    this.#make = make;
    this.values = make(64);
  }

  next(): number {
    if (this.length === this.values.length) this.#grow(1);
    return this.length++;
  }

  append(values: Values): void {
    if (this.length + values.length > this.values.length) this.#grow(values.length);
    this.values.set(values as never, this.length);
    this.length += values.length;
  }

  #grow(by: number): void {
    const grown = this.#make(Math.max(2 * this.values.length, this.length + by));
    grown.set(this.values as never);
    this.values = grown;
  }
}

/** The bytes of 32-bit numbers, all lowest ones first. */
export function writePlanes(out: ByteWriter, values: Uint32Array, length: number): void {
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

export function planesOf(bytes: Uint8Array, at: number, length: number): Uint32Array<ArrayBuffer> {
  const values = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const low = (bytes[at + i] as number) | ((bytes[at + length + i] as number) << 8);
    values[i] = low | ((bytes[at + 2 * length + i] as number) << 16) | ((bytes[at + 3 * length + i] as number) << 24);
  }
  return values;
}

/** Values that are made when the first of them is asked for: readers look at few columns. */
export class Lazy<Values extends Uint32Array | BigInt64Array> {
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
    const grown = new Grown<Uint32Array>((length) => new Uint32Array(length));
    const push = (value: number) => {
      if (value >>> 0 !== value) throw new RangeError(`${value} is not a whole number of 32 bits`);
      // First: growing puts other values in the place of these.
      const at = grown.next();
      grown.values[at] = value;
    };
    return {
      push,
      take(from, start, end = start + 1) {
        if (end - start === 1) push(from.get(start));
        else grown.append(from.values.subarray(start, end));
      },
      *write(out) {
        writePlanes(out, grown.values, grown.length);
        yield;
      },
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

interface LongWriter extends ColumnWriter<bigint, Lazy<BigInt64Array>> {
  /** Pushes a value by its lower and upper 32 bits. */
  pushWords(low: number, high: number): void;
}

/** Whole numbers of 64 bits, each kept as its difference to the one before. */
export const long: ColumnType<bigint, Lazy<BigInt64Array>, LongWriter> = {
  writer() {
    const grown = new Grown<BigInt64Array>((length) => new BigInt64Array(length));
    let words = new Uint32Array(grown.values.buffer);
    const push = (value: bigint) => {
      const at = grown.next();
      grown.values[at] = value;
      if (grown.values[at] !== value) throw new RangeError(`${value} does not fit 64 bits`);
    };
    return {
      push,
      pushWords(low, high) {
        const at = 2 * grown.next();
        if (words.buffer !== grown.values.buffer) words = new Uint32Array(grown.values.buffer);
        words[at] = low;
        words[at + 1] = high;
      },
      take(from, start, end = start + 1) {
        if (end - start === 1) push(from.get(start));
        else grown.append(from.values.subarray(start, end));
      },
      get values() {
        const { length } = grown;
        return new Lazy(length, () => grown.values.subarray(0, length));
      },
      *write(out) {
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
        yield;
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
