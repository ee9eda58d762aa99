/** Object files for tests, as small as they can be and as untrue: ELF (System V ABI, 64 bit) with DWARF 4 in it. */
import { deflateSync, zstdCompressSync } from "node:zlib";

export type Compression = "zlib" | "zstd";

export interface ElfSection {
  readonly name: string;
  readonly bytes: Buffer;
  /** How it is compressed (SHF_COMPRESSED); as it is when left out. */
  readonly compression?: Compression;
  readonly address?: number;
  readonly type?: number;
  readonly flags?: number;
}

const sectionTypes = { bits: 1, strings: 3, note: 7 };

/** Where the code of a file of `elfOf` is. */
export const code = { start: 0x1000, size: 0x100_0000 };

/** An ELF file of x86_64 with these sections, a build id and the range of its code. */
export function elfOf(sections: readonly ElfSection[], buildId = Buffer.alloc(20, 7)): Buffer {
  const note = Buffer.concat([u32(4, buildId.length, 3), Buffer.from("GNU\0"), buildId]);
  const all: ElfSection[] = [
    { name: "", bytes: Buffer.alloc(0), type: 0 },
    { name: ".note.gnu.build-id", bytes: note, type: sectionTypes.note },
    ...sections,
  ];
  const names = ["", ...all.slice(1).map(({ name }) => name), ".text", ".shstrtab"];
  const nameAt = (index: number) => names.slice(0, index).reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0);
  const nameTable = Buffer.from(`${names.join("\0")}\0`);

  const contents: Buffer[] = [];
  const headers: Buffer[] = [];
  let offset = 64;
  const add = (index: number, { bytes, compression, address = 0, type = sectionTypes.bits, flags = 0 }: ElfSection) => {
    const stored = compression === undefined ? bytes : compressed(bytes, compression);
    contents.push(stored);
    const header = Buffer.alloc(64);
    header.writeUInt32LE(nameAt(index), 0);
    header.writeUInt32LE(type, 4);
    header.writeBigUInt64LE(BigInt(flags | (compression === undefined ? 0 : 0x800)), 8);
    header.writeBigUInt64LE(BigInt(address), 16);
    header.writeBigUInt64LE(BigInt(offset), 24);
    header.writeBigUInt64LE(BigInt(stored.length), 32);
    headers.push(header);
    offset += stored.length;
  };
  for (const [index, section] of all.entries()) add(index, section);
  add(all.length, { name: ".text", bytes: Buffer.alloc(0), address: code.start, flags: 6 });
  headers.at(-1)?.writeBigUInt64LE(BigInt(code.size), 32);
  headers.at(-1)?.writeUInt32LE(8, 4);
  add(all.length + 1, { name: ".shstrtab", bytes: nameTable, type: sectionTypes.strings });

  const header = Buffer.alloc(64);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(3, 16);
  header.writeUInt16LE(62, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(offset), 40);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(headers.length, 60);
  header.writeUInt16LE(headers.length - 1, 62);
  return Buffer.concat([header, ...contents, ...headers]);
}

function compressed(bytes: Buffer, compression: Compression): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(compression === "zlib" ? 1 : 2, 0);
  header.writeBigUInt64LE(BigInt(bytes.length), 8);
  return Buffer.concat([header, compression === "zlib" ? deflateSync(bytes) : zstdCompressSync(bytes)]);
}

/** A unit (DW_TAG_compile_unit with DW_AT_stmt_list) of functions, each with the offset of its list in `.debug_ranges`. */
export function unitOf({
  lines = 0,
  ranges = [],
  abbreviationsAt = 0,
}: {
  readonly lines?: number;
  readonly ranges?: readonly number[];
  readonly abbreviationsAt?: number;
}): Buffer {
  const entries = ranges.map((offset) => Buffer.concat([Buffer.from([2]), u32(offset)]));
  const body = Buffer.concat([
    u16(4),
    u32(abbreviationsAt),
    Buffer.from([8]),
    Buffer.from([1]),
    u32(lines),
    ...entries,
    Buffer.from([0]),
  ]);
  return Buffer.concat([u32(body.length), body]);
}

/** What units of `unitOf` are written with: a compile unit (1), and a function without children (2). */
export const abbreviations = Buffer.from([...[1, 0x11, 1, 0x10, 0x17, 0, 0], ...[2, 0x2e, 0, 0x55, 0x17, 0, 0], 0]);

/** A line program (version 4) of these opcodes, after one that sets the address to the start of the code. */
export function lineProgramOf(opcodes: Buffer): Buffer {
  const lengths = Buffer.from([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]);
  const header = Buffer.concat([Buffer.from([1, 1, 1, 0xfb, 14, 13]), lengths, Buffer.from("\0a.c\0\0\0\0\0")]);
  const start = Buffer.alloc(11);
  start.set([0, 9, 2]);
  start.writeBigUInt64LE(BigInt(code.start), 3);
  const body = Buffer.concat([u16(4), u32(header.length), header, start, opcodes, Buffer.from([2, 1, 0, 1, 1])]);
  return Buffer.concat([u32(body.length), body]);
}

/** A list of `.debug_ranges` with as many ranges of so many bytes, one after the other from the start of the code on. */
export function rangeListOf(count: number, bytes = 1): Buffer {
  const list = Buffer.alloc((count + 1) * 16);
  for (let index = 0; index < count; index++) {
    list.writeBigUInt64LE(BigInt(code.start + index * bytes), index * 16);
    list.writeBigUInt64LE(BigInt(code.start + (index + 1) * bytes), index * 16 + 8);
  }
  return list;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
