/** Decompresses bodies up to a limit. Decompression stops at the first byte over the limit, so memory never exceeds it. */
import zlib from "node:zlib";
import { atOnce, inSlices } from "./event-loop.ts";
import type { RequestIntake } from "./intake.ts";
import { Problem } from "./problem.ts";
import { SnappyError, snappyLength, unpackSnappy } from "./snappy.ts";

/** Below this size (bytes, compressed and decompressed), decompressing in the main thread is cheaper than in the thread pool. */
const packedAtOnce = 64 * 1024;
const unpackedAtOnce = 512 * 1024;
/** Bytes that one call to the thread pool produces. */
const chunkSize = 256 * 1024;
/** Bytes that one call in the main thread produces, at least. */
const smallestChunk = 16 * 1024;

const formats = {
  gzip: { atOnce: zlib.gunzipSync, stream: zlib.createGunzip },
  zlib: { atOnce: zlib.inflateSync, stream: zlib.createInflate },
  raw: { atOnce: zlib.inflateRawSync, stream: zlib.createInflateRaw },
} as const;

/**
 * Decompresses gzip (RFC 1952) or `deflate`: zlib (RFC 1950), or the raw stream (RFC 1951) that some clients send under that name. The
 * output is charged to the request's share of memory, and the input is given back. Throws Problem PAYLOAD_TOO_LARGE, MALFORMED_BODY, or
 * OVERLOADED when there is no memory.
 */
export async function inflate(
  bytes: Buffer,
  encoding: "gzip" | "deflate",
  limit: number,
  intake: RequestIntake,
): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const format = formats[encoding === "gzip" ? "gzip" : ((bytes[0] ?? 0) & 0x0f) === 8 ? "zlib" : "raw"];
  try {
    const promised = promisedSize(bytes, encoding);
    if (bytes.length <= packedAtOnce && Math.min(limit, promised) <= unpackedAtOnce) {
      const unpacked = inflateAtOnce(bytes, format, limit, promised);
      if (unpacked !== null) {
        intake.take(unpacked.length - bytes.length);
        return unpacked;
      }
    }
    const unpacked = await intake.inflate(() => inflateInThreads(bytes, format, limit, intake));
    intake.giveBack(bytes.length);
    return unpacked;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("MALFORMED_BODY", { detail: `The body is not valid ${encoding} data.`, cause: error });
  }
}

/** The size of the content from gzip's trailer (RFC 1952, 2.3.1): only a hint, which may be wrong. */
function promisedSize(bytes: Buffer, encoding: "gzip" | "deflate"): number {
  return encoding === "gzip" && bytes.length >= 18 ? bytes.readUInt32LE(bytes.length - 4) : 0;
}

/** Decompresses in the main thread; null when the output is too large for that. `promised`: the size that it probably has. */
function inflateAtOnce(
  bytes: Buffer,
  { atOnce }: (typeof formats)["gzip" | "zlib" | "raw"],
  limit: number,
  promised: number,
) {
  const maxOutputLength = Math.min(limit, unpackedAtOnce);
  try {
    // With room for a byte more than there is, the output is one piece.
    const chunkSize = Math.max(Math.min(promised + 1, maxOutputLength), smallestChunk);
    return atOnce(bytes, { maxOutputLength, chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") throw error;
    if (limit <= unpackedAtOnce) throw tooLargeDecoded(limit);
    return null;
  }
}

async function inflateInThreads(
  bytes: Buffer,
  { stream }: (typeof formats)["gzip" | "zlib" | "raw"],
  limit: number,
  intake: RequestIntake,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const inflating = stream({ chunkSize });
  inflating.end(bytes);
  for await (const chunk of inflating as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLargeDecoded(limit);
    intake.take(chunk.length);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

/**
 * Decompresses Snappy's block format. The declared length is checked first. Long blocks are decompressed in slices of the event loop.
 * Throws as `inflate` does.
 */
export async function unsnap(bytes: Buffer, limit: number, intake: RequestIntake): Promise<Buffer> {
  const { length } = snappyLength(bytes) ?? { length: 0 };
  if (length > limit) throw tooLargeDecoded(limit);
  intake.take(length);
  try {
    if (length <= unpackedAtOnce) return atOnce(unpackSnappy(bytes));
    return await intake.inflate(() => inSlices(unpackSnappy(bytes)));
  } catch (error) {
    if (!(error instanceof SnappyError)) throw error;
    throw new Problem("MALFORMED_BODY", {
      detail: `The body is not a valid Snappy block: ${error.message}.`,
      cause: error,
    });
  } finally {
    intake.giveBack(bytes.length);
  }
}

function tooLargeDecoded(limit: number): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The body is larger than ${limit} bytes after decompression.`,
    details: { limitBytes: limit },
  });
}
