/** Reads little-endian numbers, LEB128 and text from bytes, one after the other. */
import { MalformedObjectError } from "./byte-source.ts";

/** Every read throws MalformedObjectError past the end. 64-bit numbers above 2^53 lose their low bits. */
export class DataReader {
  readonly bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  get remaining(): number {
    return this.bytes.length - this.position;
  }

  skip(length: number): void {
    this.seek(this.position + length);
  }

  seek(position: number): void {
    if (!(position >= 0 && position <= this.bytes.length)) {
      throw new MalformedObjectError(`Position ${position} is beyond the end at ${this.bytes.length}`);
    }
    this.position = position;
  }

  u8(): number {
    const value = this.bytes[this.position];
    if (value === undefined) throw new MalformedObjectError("The data ended early");
    this.position += 1;
    return value;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    const at = this.position;
    this.skip(2);
    return (this.bytes[at] as number) | ((this.bytes[at + 1] as number) << 8);
  }

  u24(): number {
    return this.u16() | (this.u8() << 16);
  }

  u32(): number {
    const at = this.position;
    this.skip(4);
    const { bytes } = this;
    return (
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24)) >>>
      0
    );
  }

  u64(): number {
    const low = this.u32();
    return low + this.u32() * 0x1_0000_0000;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  unsigned(size: number): number {
    switch (size) {
      case 1:
        return this.u8();
      case 2:
        return this.u16();
      case 4:
        return this.u32();
      case 8:
        return this.u64();
      default:
        throw new MalformedObjectError(`Numbers of ${size} bytes are not read`);
    }
  }

  /** Unsigned LEB128 (DWARF 5, section 7.6), at most ten bytes. */
  uleb(): number {
    let byte = this.u8();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 128, length = 1; byte >= 0x80; scale *= 128, length++) {
      if (length > 10) throw new MalformedObjectError("A number of more than ten bytes");
      byte = this.u8();
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  /** Signed LEB128, at most ten bytes. */
  sleb(): number {
    let byte = 0x80;
    let value = 0;
    let scale = 1;
    for (let length = 0; byte >= 0x80; length++) {
      if (length > 10) throw new MalformedObjectError("A number of more than ten bytes");
      byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
    }
    return (byte & 0x40) === 0 ? value : value - scale;
  }

  /** Passes over a LEB128 number of either kind. */
  skipLeb(): void {
    while (this.u8() >= 0x80);
  }

  /** Passes over a zero byte; false, without a step, where there is another one. */
  skipZero(): boolean {
    if (this.bytes[this.position] !== 0) return false;
    this.position += 1;
    return true;
  }

  /** The offset of a section: 4 bytes, or 8 in the 64-bit DWARF format. */
  offset(is64: boolean): number {
    return is64 ? this.u64() : this.u32();
  }

  /** Text up to the next NUL. */
  text(): string {
    const start = this.position;
    this.skipText();
    return this.bytes.toString("utf8", start, this.position - 1);
  }

  skipText(): void {
    const end = this.bytes.indexOf(0, this.position);
    if (end < 0) throw new MalformedObjectError("A text without an end");
    this.position = end + 1;
  }

  take(length: number): Buffer {
    const start = this.position;
    this.skip(length);
    return this.bytes.subarray(start, start + length);
  }
}
