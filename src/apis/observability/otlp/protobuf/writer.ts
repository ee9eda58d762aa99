/** Writes small protobuf messages: answers, and what is kept as remote write would have sent it. */
import { ByteWriter } from "../../metrics/codec/bytes.ts";

const double = new DataView(new ArrayBuffer(8));

export class ProtobufWriter extends ByteWriter {
  constructor() {
    super(64);
  }

  uint64(field: number, value: number): void {
    this.varint(field * 8);
    this.varint(value);
  }

  sint64(field: number, value: number): void {
    this.varint(field * 8);
    this.signed(value);
  }

  double(field: number, value: number): void {
    double.setFloat64(0, value, true);
    this.bits(field, double.getUint32(0, true), double.getUint32(4, true));
  }

  /** A double as its lower and upper 32 bits. */
  bits(field: number, low: number, high: number): void {
    this.varint(field * 8 + 1);
    this.words(low, high);
  }

  delimited(field: number, content: Uint8Array): void {
    this.varint(field * 8 + 2);
    this.varint(content.length);
    this.append(content);
  }

  packedSint64(field: number, values: readonly number[]): void {
    const packed = new ByteWriter(64);
    for (const value of values) packed.signed(value);
    this.delimited(field, packed.written);
  }
}
