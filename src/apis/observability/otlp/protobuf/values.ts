import { isUtf8 } from "node:buffer";
import { OtlpDecodeError, RecordFault, reasons } from "../faults.ts";
import { limits } from "../limits.ts";
import { type JsonText, type Literal, literal } from "./json-text.ts";
import type { MessageShape, ProtobufReader } from "./reader.ts";

const keyValueShape: MessageShape = { name: "KeyValue", fields: { 1: "key", 2: "value" } };
const arrayShape: MessageShape = { name: "ArrayValue", fields: { 1: "values" } };
const keyValueListShape: MessageShape = { name: "KeyValueList", fields: { 1: "values" } };
const anyValueShape: MessageShape = {
  name: "AnyValue",
  fields: {
    1: "string_value",
    2: "bool_value",
    3: "int_value",
    4: "double_value",
    5: "array_value",
    6: "kvlist_value",
    7: "bytes_value",
  },
};

const keyOpen = literal('{"key":');
const valueOpen = literal(',"value":');
const empty = literal("{}");
const stringOpen = literal('{"stringValue":');
const boolTrue = literal('{"boolValue":true}');
const boolFalse = literal('{"boolValue":false}');
const intOpen = literal('{"intValue":"');
const doubleOpen = literal('{"doubleValue":');
const arrayOpen = literal('{"arrayValue":{"values":[');
const keyValueListOpen = literal('{"kvlistValue":{"values":[');
const listClose = literal("]}}");
const bytesOpen = literal('{"bytesValue":"');
const textClose = literal('"}');
const comma = 0x2c;
const closeBrace = 0x7d;

/** Reads a protobuf string. Throws RecordFault when it holds U+0000 or is not UTF-8. */
export function readText(reader: ProtobufReader): string {
  const end = reader.delimited();
  const start = reader.pos;
  reader.pos = end;
  const bytes = reader.bytes;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === 0) throw new RecordFault(reasons.nul);
    if (byte >= 0x80) return readUnicode(bytes, start, end);
  }
  return bytes.toString("latin1", start, end);
}

function readUnicode(bytes: Buffer, start: number, end: number): string {
  const range = bytes.subarray(start, end);
  if (!isUtf8(range)) throw new RecordFault(reasons.notUnicode);
  if (range.includes(0)) throw new RecordFault(reasons.nul);
  return bytes.toString("utf8", start, end);
}

/** An absent bytes field. */
export const noBytes: Uint8Array = Buffer.alloc(0);

/** Where in the body a string or bytes field stands, for fields that are written after others were read. */
export class TextRange {
  start = 0;
  end = 0;

  /** Takes the field at the cursor. */
  read(reader: ProtobufReader): void {
    this.end = reader.delimited();
    this.start = reader.pos;
    reader.pos = this.end;
  }

  /** Makes it the empty range, which is what an absent field is. */
  clear(): this {
    this.start = 0;
    this.end = 0;
    return this;
  }
}

/**
 * Writes OTLP's values as their JSON form (opentelemetry.proto.common.v1), without objects in between. Where a message
 * sets several members of a oneof, or one twice, the last one counts (protobuf would merge two of the same list).
 * One instance serves a whole request: it counts values against the request's limit.
 */
export class ValueWriter {
  private readonly reader: ProtobufReader;
  private values = 0;
  /** Values of the record so far. */
  inRecord = 0;

  constructor(reader: ProtobufReader) {
    this.reader = reader;
  }

  /** Begins a record, resource or scope. */
  begin(): void {
    this.inRecord = 0;
  }

  /** Writes the attribute at the cursor into the list that began at `listStart` of `out`. */
  attribute(out: JsonText, listStart: number): void {
    this.listElement(out, listStart);
    this.keyValue(out, 1);
  }

  /**
   * Begins an element of the list that began at `listStart`: counts it, or the `count` values that it and its own elements are, and
   * separates it from the one before. Throws RecordFault when there are too many in one record.
   */
  listElement(out: JsonText, listStart: number, count = 1): void {
    this.inRecord += count;
    this.values += count;
    if (this.inRecord > limits.recordValues) throw new RecordFault(reasons.values);
    if (this.values > limits.values) {
      throw new OtlpDecodeError(`a request may hold at most ${limits.values} attributes, values, events and links`);
    }
    if (out.length > listStart) out.byte(comma);
  }

  private keyValue(out: JsonText, depth: number): void {
    const reader = this.reader;
    const outer = reader.enter();
    let keyStart = 0;
    let keyEnd = 0;
    let valueStart = -1;
    let valueEnd = 0;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x0a:
          keyEnd = reader.delimited();
          keyStart = reader.pos;
          reader.pos = keyEnd;
          break;
        case 0x12:
          valueStart = reader.pos;
          valueEnd = reader.delimited();
          reader.pos = valueEnd;
          break;
        default:
          reader.skip(keyValueShape);
      }
    }
    out.raw(keyOpen);
    out.string(reader.view, keyStart, keyEnd);
    out.raw(valueOpen);
    if (valueStart < 0) {
      out.raw(empty);
    } else {
      const end = reader.pos;
      reader.pos = valueStart;
      this.anyValue(out, depth);
      reader.pos = end;
    }
    out.byte(closeBrace);
    reader.limit = outer;
  }

  /** Writes the AnyValue at the cursor. Throws RecordFault when it is nested too deep or holds unstorable text. */
  anyValue(out: JsonText, depth: number): void {
    if (depth > limits.depth) throw new RecordFault(reasons.depth);
    const reader = this.reader;
    const outer = reader.enter();
    const start = out.length;
    while (reader.pos < reader.limit) {
      const tag = reader.tag();
      if (tag >= 0x08 && tag <= 0x3f) out.length = start;
      switch (tag) {
        case 0x0a:
          this.stringValue(out);
          break;
        case 0x10:
          out.raw((reader.varint() | reader.high) === 0 ? boolFalse : boolTrue);
          break;
        case 0x18:
          this.intValue(out);
          break;
        case 0x21:
          out.raw(doubleOpen);
          out.rawText(doubleText(reader.double()));
          out.byte(closeBrace);
          break;
        case 0x2a:
          this.list(out, arrayOpen, arrayShape, depth);
          break;
        case 0x32:
          this.list(out, keyValueListOpen, keyValueListShape, depth);
          break;
        case 0x3a:
          this.bytesValue(out);
          break;
        default:
          reader.skip(anyValueShape);
      }
    }
    if (out.length === start) out.raw(empty);
    reader.limit = outer;
  }

  private stringValue(out: JsonText): void {
    const reader = this.reader;
    const end = reader.delimited();
    out.raw(stringOpen);
    out.string(reader.view, reader.pos, end);
    out.byte(closeBrace);
    reader.pos = end;
  }

  private intValue(out: JsonText): void {
    const low = this.reader.varint();
    const high = this.reader.high;
    out.raw(intOpen);
    // Up to 2^53 the number is exact; beyond it, and below zero, a bigint is.
    if (high < 0x200000) out.rawText(String(high * 0x1_0000_0000 + low));
    else out.rawText(String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))));
    out.raw(textClose);
  }

  private bytesValue(out: JsonText): void {
    const reader = this.reader;
    const end = reader.delimited();
    out.raw(bytesOpen);
    out.rawText(reader.bytes.toString("base64", reader.pos, end));
    out.raw(textClose);
    reader.pos = end;
  }

  private list(out: JsonText, open: Literal, shape: MessageShape, depth: number): void {
    const reader = this.reader;
    const outer = reader.enter();
    out.raw(open);
    const listStart = out.length;
    while (reader.pos < reader.limit) {
      if (reader.tag() !== 0x0a) {
        reader.skip(shape);
        continue;
      }
      this.listElement(out, listStart);
      if (shape === arrayShape) this.anyValue(out, depth + 1);
      else this.keyValue(out, depth + 1);
    }
    out.raw(listClose);
    reader.limit = outer;
  }
}

/** A double as proto3 JSON writes it: NaN and the infinities as text. jsonb has no negative zero: it becomes 0. */
function doubleText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}
