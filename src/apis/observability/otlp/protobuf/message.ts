/**
 * Reads protobuf messages as the objects that their JSON form would be, so that one reader serves both encodings. For
 * messages that are few or small; spans and logs have readers of their own (docs/decisions/otlp-readers.md).
 */
import { isUtf8 } from "node:buffer";
import { RecordFault, reasons } from "../faults.ts";
import { limits } from "../limits.ts";
import type { ProtobufReader } from "./reader.ts";

type Scalar =
  | "string"
  | "bool"
  | "uint32"
  | "int64"
  | "uint64"
  | "sint32"
  | "fixed64"
  | "sfixed64"
  | "double"
  | "id"
  | "bytes";

/** The type of a field, and whether there is a list of them. */
export interface Field {
  readonly name: string;
  readonly type: Scalar | MessageType;
  readonly repeated?: true;
}

export interface MessageType {
  readonly name: string;
  readonly fields: Readonly<Record<number, Field>>;
}

type ReadMessage = { [name: string]: unknown };

const wireTypes: Readonly<Record<Scalar, number>> = {
  string: 2,
  bool: 0,
  uint32: 0,
  int64: 0,
  uint64: 0,
  sint32: 0,
  fixed64: 1,
  sfixed64: 1,
  double: 1,
  id: 2,
  bytes: 2,
};

/** The upper 32 bits of the first integer that is not exact as a number. */
const exactHigh = 2 ** 21;

export class MessageReader {
  readonly #reader: ProtobufReader;
  #messages = 0;
  #numbers = 0;

  constructor(reader: ProtobufReader) {
    this.#reader = reader;
  }

  /**
   * Reads from the cursor to the limit. Throws RecordFault when there are too many messages or numbers in it, or they are too deep. Of a
   * list of numbers no more is read than it takes to refuse it.
   */
  read(type: MessageType): ReadMessage {
    this.#messages = 0;
    this.#numbers = 0;
    return this.#message(type, 0);
  }

  #message(type: MessageType, depth: number): ReadMessage {
    if (++this.#messages > limits.recordValues) throw new RecordFault(reasons.values);
    if (depth > 4 * limits.depth) throw new RecordFault(reasons.depth);
    const reader = this.#reader;
    const { fields } = type;
    const message: ReadMessage = {};
    while (reader.pos < reader.limit) {
      const tag = reader.tag();
      const field = fields[tag >>> 3];
      const expected = field === undefined ? -1 : typeof field.type === "string" ? wireTypes[field.type] : 2;
      const packed = field?.repeated === true && expected !== 2 && (tag & 7) === 2;
      if (field === undefined || ((tag & 7) !== expected && !packed)) {
        reader.skip(type);
      } else if (field.repeated === true) {
        const list = (message[field.name] ?? []) as unknown[];
        message[field.name] = list;
        if (packed) this.#packed(field, list);
        else if (typeof field.type === "string") this.#number(field, list);
        else list.push(this.#value(field, depth));
      } else {
        message[field.name] = this.#value(field, depth);
      }
    }
    return message;
  }

  #packed(field: Field, list: unknown[]): void {
    const reader = this.#reader;
    const outer = reader.enter();
    while (reader.pos < reader.limit && list.length <= limits.buckets) this.#number(field, list);
    reader.pos = reader.limit;
    reader.limit = outer;
  }

  #number(field: Field, list: unknown[]): void {
    const value = this.#value(field, 0);
    if (list.length > limits.buckets) return;
    if (++this.#numbers > limits.recordNumbers) throw new RecordFault(reasons.numbers);
    list.push(value);
  }

  #value({ type }: Field, depth: number): unknown {
    const reader = this.#reader;
    if (typeof type !== "string") {
      const outer = reader.enter();
      const message = this.#message(type, depth + 1);
      reader.limit = outer;
      return message;
    }
    switch (type) {
      case "string":
        return this.#text();
      case "bool":
        return (reader.varint() | reader.high) !== 0;
      case "uint32":
        return reader.varint();
      case "int64":
        return BigInt.asIntN(64, BigInt(this.#unsigned(reader.varint())));
      case "uint64":
        return this.#unsigned(reader.varint());
      case "sint32": {
        const value = reader.varint();
        return (value >>> 1) ^ -(value & 1);
      }
      case "fixed64":
        return this.#unsigned(reader.words());
      case "sfixed64":
        return BigInt.asIntN(64, reader.fixed64());
      case "double": {
        const value = reader.double();
        return Number.isFinite(value) ? value : String(value);
      }
      case "id":
        return reader.take().toString("hex");
      case "bytes":
        return reader.take().toString("base64");
    }
  }

  /** A whole number, of which `low` was just read: a number where that is exact, because each bigint is an object. */
  #unsigned(low: number): bigint | number {
    const { high } = this.#reader;
    return high < exactHigh ? high * 2 ** 32 + low : (BigInt(high) << 32n) | BigInt(low);
  }

  /** Text that is not UTF-8 is given as a lone surrogate, which is refused where the text is read. */
  #text(): string {
    const bytes = this.#reader.take();
    return isUtf8(bytes) ? bytes.toString("utf8") : "\uD800";
  }
}
