/**
 * The end of a symbol index: the directory (compressed), then a footer of fixed length that says where it is. The directory
 * has the place of each segment, the address ranges of blocks and of runs of symbols, and the segments of the pages of texts.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { MalformedObjectError } from "./byte-source.ts";
import type { Span } from "./spans.ts";

/** `ASI3`. */
const magic = 0x41_53_49_33;
const footerSize = 24;

/** Reads a part of an index, wherever it is kept. */
export interface IndexSource {
  /** In bytes. */
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

export interface Directory {
  /** What addresses of the file count from. */
  readonly imageBase: number;
  /** Offset and length of each. */
  readonly segments: Float64Array;
  /** Rows of start, end and segment, ascending. */
  readonly units: Uint32Array;
  readonly symbols: Uint32Array;
  /** The segment of each page of texts. */
  readonly pages: Uint32Array;
}

export interface WrittenDirectory {
  readonly imageBase: number;
  readonly segments: readonly { readonly offset: number; readonly length: number }[];
  readonly units: readonly Span[];
  readonly symbols: readonly Span[];
  readonly pages: readonly number[];
}

/** Directory and footer; `position` is where they begin. */
export function encodeDirectory(directory: WrittenDirectory, position: number): Buffer {
  const { segments, units, symbols, pages } = directory;
  const counts = [segments, units, symbols, pages].map(({ length }) => length);
  const bytes = Buffer.alloc(
    4 * counts.length + 12 * (segments.length + units.length + symbols.length) + 4 * pages.length,
  );
  let at = 0;
  const u32 = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  counts.forEach(u32);
  for (const { offset, length } of segments) {
    u32(offset % 2 ** 32);
    u32(Math.floor(offset / 2 ** 32));
    u32(length);
  }
  for (const spans of [units, symbols]) {
    for (const { start, end, segment } of spans) {
      u32(start);
      u32(end);
      u32(segment);
    }
  }
  pages.forEach(u32);
  const compressed = zstdCompressSync(bytes);
  const footer = Buffer.alloc(footerSize);
  footer.writeUInt32LE(magic, 0);
  footer.writeUInt32LE(compressed.length, 4);
  footer.writeBigUInt64LE(BigInt(position), 8);
  footer.writeBigUInt64LE(BigInt(directory.imageBase), 16);
  return Buffer.concat([compressed, footer]);
}

/** Throws MalformedObjectError for anything but an index. */
export async function readDirectory(source: IndexSource): Promise<Directory> {
  if (source.size < footerSize) throw new MalformedObjectError("Not a symbol index");
  const footer = await source.read(source.size - footerSize, footerSize);
  if (footer.readUInt32LE(0) !== magic) throw new MalformedObjectError("Not a symbol index");
  const length = footer.readUInt32LE(4);
  const offset = Number(footer.readBigUInt64LE(8));
  const bytes = zstdDecompressSync(await source.read(offset, length));
  let at = 0;
  const u32 = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const [segmentCount, unitCount, symbolCount, pageCount] = [u32(), u32(), u32(), u32()];
  const segments = new Float64Array(segmentCount * 2);
  for (let index = 0; index < segments.length; index += 2) {
    segments[index] = u32() + u32() * 2 ** 32;
    segments[index + 1] = u32();
  }
  const numbers = (count: number) => Uint32Array.from({ length: count }, u32);
  const imageBase = Number(footer.readBigUInt64LE(16));
  const [units, symbols, pages] = [numbers(unitCount * 3), numbers(symbolCount * 3), numbers(pageCount)];
  return { imageBase, segments, units, symbols, pages };
}
