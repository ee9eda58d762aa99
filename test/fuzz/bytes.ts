/** Bytes, changed in ways that programs which read them do not expect. */
import type { Random } from "./random.ts";

/** What a changed input may have grown to. */
const mostBytes = 64 * 1024;

/** A number inside of a sample, little-endian unless it says so. */
export interface Field {
  readonly at: number;
  readonly size: 1 | 2 | 4 | 8;
  readonly bigEndian?: boolean;
}

/** A few changes anywhere; `others` are samples that parts may come from. */
export function changedBytes(bytes: Buffer, random: Random, others: readonly Buffer[] = [bytes]): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let count = 1 + random.below(6); count > 0; count--) changed = random.pick(changes)(changed, random, others);
  return changed.subarray(0, mostBytes);
}

/** Other numbers in some fields: edges, numbers near to what was there, and those of other fields. */
export function changedFields(bytes: Buffer, fields: readonly Field[], random: Random): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = 1 + random.below(3); count > 0; count--) {
    const field = random.pick(fields);
    if (field.at + field.size > changed.length) continue;
    const before = read(changed, field);
    const other = random.pick(fields);
    const value = random.pick([
      random.number(),
      before + BigInt(random.below(9) - 4),
      before << 1n,
      BigInt(random.below(changed.length + 16)),
      other.at + other.size > changed.length ? 0n : read(changed, other),
    ]);
    write(changed, field, value);
  }
  return changed;
}

type Change = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const changes: readonly Change[] = [
  flipBit,
  flipBit,
  setByte,
  setByte,
  setNumber,
  setNumber,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => without(bytes, random),
  (bytes, random) => withMore(bytes, part(bytes, random), random),
  (bytes, random, others) => withMore(bytes, part(random.pick(others), random), random),
  (bytes, random) => withMore(bytes, Buffer.alloc(1 + random.below(64), random.below(256)), random),
  (bytes, random) => over(bytes, part(bytes, random), random),
];

function flipBit(bytes: Buffer, random: Random): Buffer {
  const at = random.below(Math.max(1, bytes.length));
  if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
  return bytes;
}

function setByte(bytes: Buffer, random: Random): Buffer {
  const value = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
  if (bytes.length > 0) bytes[random.below(bytes.length)] = value;
  return bytes;
}

function setNumber(bytes: Buffer, random: Random): Buffer {
  const size = random.pick([2, 4, 8] as const);
  if (bytes.length < size) return bytes;
  write(bytes, { at: random.below(bytes.length - size + 1), size, bigEndian: random.chance(0.2) }, random.number());
  return bytes;
}

function part(bytes: Buffer, random: Random): Buffer {
  const start = random.below(bytes.length + 1);
  return bytes.subarray(start, start + 1 + random.below(random.pick([4, 64, 1024])));
}

function without(bytes: Buffer, random: Random): Buffer {
  const start = random.below(bytes.length + 1);
  return Buffer.concat([
    bytes.subarray(0, start),
    bytes.subarray(start + 1 + random.below(random.pick([4, 64, 1024]))),
  ]);
}

function withMore(bytes: Buffer, more: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

function over(bytes: Buffer, piece: Buffer, random: Random): Buffer {
  bytes.set(piece.subarray(0, bytes.length), random.below(Math.max(1, bytes.length - piece.length + 1)));
  return bytes;
}

function read(bytes: Buffer, { at, size, bigEndian }: Field): bigint {
  const number = Buffer.from(bytes.subarray(at, at + size));
  return BigInt(`0x${(bigEndian ? number : number.reverse()).toString("hex")}`);
}

function write(bytes: Buffer, { at, size, bigEndian }: Field, value: bigint): void {
  const hex = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, "0");
  const number = Buffer.from(hex, "hex");
  bytes.set(bigEndian ? number : number.reverse(), at);
}
