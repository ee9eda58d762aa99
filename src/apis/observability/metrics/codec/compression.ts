/** Zstandard around what is stored (RFC 8878), with the length that it will have in front of it. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { ByteReader, DamagedBytes } from "./bytes.ts";

/** The longest payload that is stored, in bytes. */
const longest = 256 * 1024 * 1024;

/** Fast for what is rewritten soon, small for what stays. */
export type Effort = "fast" | "small";

const levels: Readonly<Record<Effort, number>> = { fast: 1, small: 5 };

export function compressed(bytes: Buffer, version: number, effort: Effort): Buffer {
  return framed(version, bytes.length, zstdCompressSync(bytes, options(bytes, effort)));
}

const compressing = promisify(zstdCompress);

/** The same in a thread of libuv's. The bytes must stay as they are until it resolves. */
export async function compressedBeside(bytes: Buffer, version: number, effort: Effort): Promise<Buffer> {
  return framed(version, bytes.length, await compressing(bytes, options(bytes, effort)));
}

function options(bytes: Buffer, effort: Effort) {
  return {
    chunkSize: chunkOf(bytes.length >>> 3),
    // Without it as much is set up for a hundred bytes as for a megabyte.
    pledgedSrcSize: bytes.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: levels[effort],
      // PostgreSQL's data checksums and the reader's own bounds find damage.
      [constants.ZSTD_c_checksumFlag]: 0,
    },
  };
}

const longestPiece = 4 * 1024 * 1024;

/** The size of the pieces that the result comes in, by that which is expected: each piece costs a call. */
function chunkOf(length: number): number {
  return Math.min(Math.max(length, 4 * 1024), longestPiece);
}

function framed(version: number, length: number, body: Buffer): Buffer {
  const head = Buffer.allocUnsafe(5);
  head[0] = version;
  head.writeUInt32LE(length, 1);
  return Buffer.concat([head, body]);
}

/** The same bytes, copied where they are a part of a pool: a reader that is kept would keep all of the pool. */
export function unpooled(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength < 2 * bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The length of what was compressed. */
export function decompressedLength(bytes: Buffer): number {
  return bytes.length < 5 ? 0 : bytes.readUInt32LE(1);
}

/** A reader of what was compressed. Throws DamagedBytes. */
export function decompressed(bytes: Buffer, version: number): ByteReader {
  if (bytes.length < 5 || bytes[0] !== version) throw new DamagedBytes(`version ${bytes[0]} is not known`);
  const length = bytes.readUInt32LE(1);
  if (length > longest) throw new DamagedBytes("a length is out of range");
  const body = zstdDecompressSync(bytes.subarray(5), {
    // One byte more than the result needs: when a piece is full, zlib allocates another one.
    chunkSize: Math.min(Math.max(length + 1, 64), longestPiece),
    maxOutputLength: Math.max(length, 1),
  });
  if (body.length !== length) throw new DamagedBytes("a length is wrong");
  return new ByteReader(unpooled(body));
}
