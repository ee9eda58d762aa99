import { OtlpDecodeError } from "../faults.ts";
import { limits } from "../limits.ts";

/** A message's name and its fields by field number, for errors and to tell known fields from unknown ones. */
export interface MessageShape {
  readonly name: string;
  readonly fields: Readonly<Record<number, string | { readonly name: string }>>;
}

const maxGroupDepth = 32;

/**
 * A cursor over protobuf wire data (protobuf.dev, "Encoding"). `limit` is the end of the message being read: every
 * read is checked against it. Messages are read by the pattern
 *
 *     const outer = reader.enter();
 *     while (reader.pos < reader.limit) switch (reader.tag()) { case …: …; default: reader.skip(shape); }
 *     reader.limit = outer;
 *
 * Methods throw OtlpDecodeError with the byte offset when the data is malformed.
 */
export class ProtobufReader {
  readonly bytes: Buffer;
  readonly view: DataView;
  pos = 0;
  limit: number;
  /** Upper 32 bits of the varint, or of the words, that were read last. */
  high = 0;
  private lastTag = 0;
  private skipped = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.limit = bytes.length;
  }

  /** The number of the field whose tag was read last. */
  get lastField(): number {
    return this.lastTag >>> 3;
  }

  /** Field number × 8 + wire type. Call only while `pos < limit`. */
  tag(): number {
    const first = this.view.getUint8(this.pos);
    if (first >= 0x80) {
      const tag = this.varint();
      if (this.high !== 0) this.malformed("a field number is too large");
      this.lastTag = tag;
    } else {
      this.pos++;
      this.lastTag = first;
    }
    if (this.lastTag < 8) this.malformed("field number 0");
    return this.lastTag;
  }

  /** The lower 32 bits of a varint, unsigned; the upper 32 are left in `high`. */
  varint(): number {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.pos >= this.limit) this.malformed("a varint runs past the end of its message");
      const byte = this.view.getUint8(this.pos++);
      if (shift < 32) low |= (byte & 0x7f) << shift;
      if (shift === 28) high = (byte & 0x7f) >>> 4;
      else if (shift > 28) high |= (byte & 0x7f) << (shift - 32);
      if (byte < 0x80) {
        this.high = high >>> 0;
        return low >>> 0;
      }
    }
    return this.malformed("a varint is longer than 10 bytes");
  }

  fixed32(): number {
    const at = this.advance(4);
    return this.view.getUint32(at, true);
  }

  fixed64(): bigint {
    const at = this.advance(8);
    return this.view.getBigUint64(at, true);
  }

  /** The lower 32 bits of a fixed64, unsigned; the upper 32 are left in `high`. */
  words(): number {
    const at = this.advance(8);
    this.high = this.view.getUint32(at + 4, true);
    return this.view.getUint32(at, true);
  }

  double(): number {
    const at = this.advance(8);
    return this.view.getFloat64(at, true);
  }

  /** Reads a length and returns where that field ends; `pos` is left at its first byte. */
  delimited(): number {
    let length: number;
    if (this.pos < this.limit && this.view.getUint8(this.pos) < 0x80) {
      length = this.view.getUint8(this.pos++);
    } else {
      length = this.varint();
      if (this.high !== 0) this.malformed("a length is too large");
    }
    if (length > this.limit - this.pos) this.malformed("a length runs past the end of its message");
    return this.pos + length;
  }

  /** The bytes field at the cursor, as a view. */
  take(): Buffer {
    const end = this.delimited();
    const start = this.pos;
    this.pos = end;
    return this.bytes.subarray(start, end);
  }

  /** Enters the message that starts here; returns the enclosing limit, to be put back at its end. */
  enter(): number {
    const outer = this.limit;
    this.limit = this.delimited();
    return outer;
  }

  /** Skips the field of the last tag if the message does not know it; a known field here has the wrong wire type. */
  skip(shape: MessageShape): void {
    const known = shape.fields[this.lastTag >>> 3];
    if (known !== undefined) {
      const name = typeof known === "string" ? known : known.name;
      this.malformed(`${shape.name}.${name} has wire type ${this.lastTag & 7}`);
    }
    this.skipField();
  }

  /** Skips the field of the last tag, whatever it is. */
  skipField(): void {
    this.countSkipped();
    if ((this.lastTag & 7) === 3) this.skipGroup();
    else this.skipPlain();
  }

  /** Steps over the field of the last tag, which is one that its message knows: it does not count as unknown. */
  stepOver(): void {
    if ((this.lastTag & 7) === 3) this.skipField();
    else this.skipPlain();
  }

  private countSkipped(): void {
    if (++this.skipped <= limits.unknownFields) return;
    throw new OtlpDecodeError(`a request may hold at most ${limits.unknownFields} unknown fields`);
  }

  malformed(what: string): never {
    throw new OtlpDecodeError(`malformed protobuf at byte ${this.pos}: ${what}`);
  }

  private skipPlain(): void {
    switch (this.lastTag & 7) {
      case 0:
        this.varint();
        return;
      case 1:
        this.advance(8);
        return;
      case 2:
        this.pos = this.delimited();
        return;
      case 5:
        this.advance(4);
        return;
      default:
        this.malformed(`unexpected wire type ${this.lastTag & 7}`);
    }
  }

  /** Groups are long deprecated, but a parser must still be able to step over an unknown one. */
  private skipGroup(): void {
    const open = [this.lastTag >>> 3];
    while (open.length > 0) {
      if (this.pos >= this.limit) this.malformed("a group is not closed");
      this.countSkipped();
      const tag = this.tag();
      if ((tag & 7) === 3) {
        if (open.length >= maxGroupDepth) this.malformed("groups are nested too deep");
        open.push(tag >>> 3);
      } else if ((tag & 7) === 4) {
        if (open.pop() !== tag >>> 3) this.malformed("a group is closed by another field's number");
      } else {
        this.skipPlain();
      }
    }
  }

  private advance(size: number): number {
    const at = this.pos;
    if (size > this.limit - at) this.malformed("a number runs past the end of its message");
    this.pos = at + size;
    return at;
  }
}
