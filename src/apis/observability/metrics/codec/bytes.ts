/** Bytes written one after the other into memory that grows, and read back. Integers are LEB128 varints. */

/** The bytes are damaged, or of an unknown version. */
export class DamagedBytes extends Error {
  constructor(what: string) {
    super(`Stored bytes are damaged: ${what}`);
    this.name = "DamagedBytes";
  }
}

const two32 = 2 ** 32;

export class ByteWriter {
  bytes: Buffer;
  length = 0;

  constructor(initialBytes = 4096) {
    this.bytes = Buffer.allocUnsafe(initialBytes);
  }

  reset(): void {
    this.length = 0;
  }

  /** Valid until the next write. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.bytes.length) return;
    // Something more than a long text takes, so that what is written after it does not copy all of it again.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed + (needed >>> 3), 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^64; of those beyond 2^53 the double. */
  varint(value: number): void {
    this.reserve(10);
    const { bytes } = this;
    let at = this.length;
    let rest = value;
    while (rest >= two32) {
      bytes[at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    rest >>>= 0;
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.length = at;
  }

  /** A whole number of either sign, at most 2^52 in size: small numbers take few bytes whatever their sign. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Two words of 32 bits, the lower one first. */
  words(low: number, high: number): void {
    this.reserve(8);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = low;
    bytes[at++] = low >>> 8;
    bytes[at++] = low >>> 16;
    bytes[at++] = low >>> 24;
    bytes[at++] = high;
    bytes[at++] = high >>> 8;
    bytes[at++] = high >>> 16;
    bytes[at++] = high >>> 24;
    this.length = at;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A text with its length in front of it, in bytes of UTF-8. */
  text(text: string): void {
    const bytes = Buffer.from(text);
    this.varint(bytes.length);
    this.append(bytes);
  }
}

/** Reads what a ByteWriter wrote. Throws DamagedBytes past the end. */
export class ByteReader {
  readonly bytes: Buffer;
  at: number;
  end: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Goes on elsewhere in the same bytes. */
  goTo(at: number, end: number): void {
    this.at = at;
    this.end = end;
  }

  byte(): number {
    if (this.at >= this.end) throw new DamagedBytes("a byte is missing");
    return this.bytes[this.at++] as number;
  }

  varint(): number {
    const { bytes, end } = this;
    let at = this.at;
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (at >= end) throw new DamagedBytes("a number is cut off");
      const byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.at = at;
        return value;
      }
    }
    for (let scale = 2 ** 28; scale < 2 ** 56; scale *= 128) {
      if (at >= end) throw new DamagedBytes("a number is cut off");
      const byte = bytes[at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        this.at = at;
        return value;
      }
    }
    throw new DamagedBytes("a number is too long");
  }

  signed(): number {
    // Most differences are small: a byte, and no division.
    const first = this.at < this.end ? (this.bytes[this.at] as number) : 0x80;
    if (first < 0x80) {
      this.at++;
      return (first & 1) === 0 ? first >> 1 : -((first + 1) >> 1);
    }
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Steps over so many integers. */
  skipVarints(count: number): void {
    const { bytes, end } = this;
    let { at } = this;
    for (let left = count; left > 0; at++) {
      if (at >= end) throw new DamagedBytes("a number is cut off");
      if ((bytes[at] as number) < 0x80) left--;
    }
    this.at = at;
  }

  /** Steps over `length` bytes and returns where they begin. */
  skip(length: number): number {
    const from = this.at;
    if (length > this.end - from) throw new DamagedBytes("bytes are missing");
    this.at = from + length;
    return from;
  }

  /** A text that has its length in front of it. */
  text(): string {
    const length = this.varint();
    const from = this.skip(length);
    return this.bytes.toString("utf8", from, from + length);
  }

  /** A view of the next `length` bytes. */
  take(length: number): Buffer {
    const from = this.skip(length);
    return this.bytes.subarray(from, from + length);
  }
}
