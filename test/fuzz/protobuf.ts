/** Protobuf messages without their schema, changed field by field (encoding.md of protobuf: tags and wire types). */
import type { Random } from "./random.ts";

interface ProtobufField {
  number: number;
  type: 0 | 1 | 2 | 5;
  /** Varint and fixed fields: their value; those with a length: bytes, or the message that they seem to be. */
  value: bigint | Buffer | ProtobufField[];
}

/** The message with a few fields set, doubled, swapped, left out, of another type or number, or nested deeply. */
export function changedMessage(bytes: Buffer, random: Random): Buffer {
  const message = parse(bytes, 0) ?? [];
  for (let count = 1 + random.below(5); count > 0; count--) {
    const list = someMessage(message, random);
    if (list.length > 0) change(list, random);
  }
  return encode(message).subarray(0, 64 * 1024);
}

function change(list: ProtobufField[], random: Random): void {
  const at = random.below(list.length);
  const field = list[at] as ProtobufField;
  switch (random.below(9)) {
    case 0:
      list.splice(at, 1);
      break;
    case 1:
      list.splice(random.below(list.length + 1), 0, ...Array.from({ length: 1 + random.below(8) }, () => field));
      break;
    case 2:
      field.number = 1 + random.below(random.chance(0.8) ? 18 : 2 ** 20);
      break;
    case 3: {
      const other = random.below(list.length);
      [list[at], list[other]] = [list[other] as ProtobufField, field];
      break;
    }
    case 4:
      Object.assign(field, {
        type: 2,
        value: random.pick([Buffer.alloc(random.below(300), 0xff), Buffer.from("é\0\ud83d")]),
      });
      break;
    case 5:
      Object.assign(field, { type: random.pick([0, 1, 5] as const), value: random.number() });
      break;
    case 6: {
      let { value } = field;
      for (let depth = random.below(random.chance(0.1) ? 200 : 5); depth > 0; depth--)
        value = [{ number: field.number, type: 2, value }];
      if (Array.isArray(value)) Object.assign(field, { type: 2, value });
      break;
    }
    default:
      if (typeof field.value === "bigint") field.value = random.number();
      else if (Buffer.isBuffer(field.value)) {
        const size = random.pick([0, 7, 8, 15, 16, 17, random.below(64)]);
        field.value = Buffer.concat([field.value, Buffer.alloc(size, random.below(256))]).subarray(0, size);
      }
  }
}

function someMessage(message: ProtobufField[], random: Random): ProtobufField[] {
  let list = message;
  while (random.chance(0.75)) {
    const inner = list.flatMap(({ value }) => (Array.isArray(value) ? [value] : []));
    if (inner.length === 0) break;
    list = random.pick(inner);
  }
  return list;
}

/** Null where the bytes are no message. */
function parse(bytes: Buffer, depth: number): ProtobufField[] | null {
  const fields: ProtobufField[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = varint(bytes, at);
    if (tag === null) return null;
    at = tag.end;
    const number = Number(tag.value >> 3n);
    const type = Number(tag.value & 7n);
    if (number === 0 || number > 2 ** 29) return null;
    if (type === 0) {
      const found = varint(bytes, at);
      if (found === null) return null;
      fields.push({ number, type, value: found.value });
      at = found.end;
    } else if (type === 1 || type === 5) {
      const size = type === 1 ? 8 : 4;
      if (at + size > bytes.length) return null;
      fields.push({ number, type, value: type === 1 ? bytes.readBigUInt64LE(at) : BigInt(bytes.readUInt32LE(at)) });
      at += size;
    } else if (type === 2) {
      const length = varint(bytes, at);
      if (length === null || BigInt(length.end) + length.value > BigInt(bytes.length)) return null;
      at = length.end + Number(length.value);
      const piece = bytes.subarray(length.end, at);
      const inner = piece.length > 1 && depth < 12 ? parse(piece, depth + 1) : null;
      fields.push({ number, type, value: inner ?? Buffer.from(piece) });
    } else return null;
  }
  return fields;
}

function varint(bytes: Buffer, start: number): { readonly value: bigint; readonly end: number } | null {
  let value = 0n;
  for (let at = start; at < bytes.length && at < start + 10; at++) {
    const byte = bytes[at] as number;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return null;
}

function encode(fields: readonly ProtobufField[]): Buffer {
  return Buffer.concat(
    fields.map(({ number, type, value }) => {
      const tag = writtenVarint(BigInt(number * 8 + type));
      if (type === 2) {
        const content = Array.isArray(value) ? encode(value) : Buffer.isBuffer(value) ? value : Buffer.alloc(0);
        return Buffer.concat([tag, writtenVarint(BigInt(content.length)), content]);
      }
      const number_ = typeof value === "bigint" ? value : 0n;
      if (type === 0) return Buffer.concat([tag, writtenVarint(number_)]);
      const fixed = Buffer.alloc(8);
      fixed.writeBigUInt64LE(BigInt.asUintN(64, number_));
      return Buffer.concat([tag, fixed.subarray(0, type === 1 ? 8 : 4)]);
    }),
  );
}

function writtenVarint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  bytes.push(Number(left));
  return Buffer.from(bytes);
}
