/** Writes the few protobuf messages that are kept as they would have come over remote write. */

const double = new DataView(new ArrayBuffer(8));

export class ProtobufWriter {
  readonly #bytes: number[] = [];

  uint64(field: number, value: number): void {
    this.#tag(field, 0);
    this.#varint(BigInt(value));
  }

  sint64(field: number, value: number): void {
    this.#tag(field, 0);
    this.#varint(zigZag(value));
  }

  double(field: number, value: number): void {
    double.setFloat64(0, value, true);
    this.bits(field, double.getUint32(0, true), double.getUint32(4, true));
  }

  /** A double as its lower and upper 32 bits. */
  bits(field: number, low: number, high: number): void {
    this.#tag(field, 1);
    for (const word of [low, high])
      for (let shift = 0; shift < 32; shift += 8) this.#bytes.push((word >>> shift) & 0xff);
  }

  text(field: number, value: string): void {
    this.#delimited(field, Buffer.from(value));
  }

  message(field: number, message: ProtobufWriter): void {
    this.#delimited(field, message.#bytes);
  }

  packedSint64(field: number, values: readonly number[]): void {
    const packed = new ProtobufWriter();
    for (const value of values) packed.#varint(zigZag(value));
    this.message(field, packed);
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes);
  }

  #delimited(field: number, content: Iterable<number> & { readonly length: number }): void {
    this.#tag(field, 2);
    this.#varint(BigInt(content.length));
    for (const byte of content) this.#bytes.push(byte);
  }

  #tag(field: number, wireType: number): void {
    this.#varint(BigInt(field * 8 + wireType));
  }

  #varint(value: bigint): void {
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) this.#bytes.push(Number(rest & 0x7fn) | 0x80);
    this.#bytes.push(Number(rest));
  }
}

function zigZag(value: number): bigint {
  return value >= 0 ? 2n * BigInt(value) : -2n * BigInt(value) - 1n;
}
