/** Writes the few protobuf messages that are kept as they would have come over remote write. */
import { ByteWriter } from "../codec/bytes.ts";

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

  message(field: number, { written }: ByteWriter): void {
    this.varint(field * 8 + 2);
    this.varint(written.length);
    this.append(written);
  }

  packedSint64(field: number, values: readonly number[]): void {
    const packed = new ByteWriter(64);
    for (const value of values) packed.signed(value);
    this.message(field, packed);
  }
}
