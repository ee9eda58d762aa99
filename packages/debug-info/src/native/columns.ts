/** Columns of numbers. A column stores each number's distance from its minimum in a fixed width, so that a number is read without decoding others. */
import { firstPlace } from "../binary-search.ts";
import { MalformedObjectError } from "./byte-source.ts";

/** The width in bytes, then the least number. */
const headerSize = 5;

function widthOf(range: number): number {
  let width = 0;
  for (let rest = range; rest > 0; rest = Math.floor(rest / 256)) width += 1;
  return width;
}

/** Numbers of at most 32 bits. Their count is not written. */
export function encodeColumn(values: Uint32Array | Uint16Array): Buffer {
  let least = values[0] ?? 0;
  let most = least;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const width = widthOf(most - least);
  const bytes = Buffer.alloc(headerSize + width * values.length);
  bytes[0] = width;
  bytes.writeUInt32LE(least, 1);
  if (width === 0) return bytes;
  let at = headerSize;
  for (const value of values) at = bytes.writeUIntLE(value - least, at, width);
  return bytes;
}

/** How many rows the columns of one or more tables have. */
export function encodeCounts(...counts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * counts.length);
  for (const [index, count] of counts.entries()) bytes.writeUInt32LE(count, 4 * index);
  return bytes;
}

export class Column {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #width: number;
  readonly #least: number;

  constructor(bytes: Uint8Array, start: number, length: number) {
    this.length = length;
    this.#bytes = bytes;
    this.#start = start + headerSize;
    this.#width = start < bytes.length ? (bytes[start] as number) : 0;
    if (this.end > bytes.length) throw new MalformedObjectError("The symbol index ended early");
    this.#least = u32(bytes, start + 1);
  }

  /** Where the next column begins. */
  get end(): number {
    return this.#start + this.#width * this.length;
  }

  /** `row` must be below the length. */
  at(row: number): number {
    const start = this.#start + row * this.#width;
    let above = 0;
    for (let at = start + this.#width - 1; at >= start; at--) above = above * 256 + (this.#bytes[at] as number);
    return this.#least + above;
  }

  /** The last row of ascending ones that is not above the value; -1 when all are. */
  lastAtOrBelow(value: number): number {
    return firstPlace(this.length, (row) => this.at(row) > value) - 1;
  }
}

/** Reads counts and columns, one after the other. Throws MalformedObjectError past the end. */
export class ColumnsReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    if (this.#position + 4 > this.#bytes.length) throw new MalformedObjectError("The symbol index ended early");
    const count = u32(this.#bytes, this.#position);
    this.#position += 4;
    return count;
  }

  column(length: number): Column {
    const column = new Column(this.#bytes, this.#position, length);
    this.#position = column.end;
    return column;
  }
}

/** Of bytes that are there. */
function u32(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  return (low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0;
}
