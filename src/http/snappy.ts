/**
 * Decompresses Snappy's block format (format_description.txt of google/snappy). This decompressor pauses for the event loop, and uses
 * ordinary buffers. Native ones run in threads whose allocator keeps freed memory.
 */
import type { Sliceable } from "./event-loop.ts";

/** The bytes are not a valid Snappy block. */
export class SnappyError extends Error {
  constructor(what: string, at: number) {
    super(`${what} at byte ${at}`);
    this.name = "SnappyError";
  }
}

/** The length of the content from the varint at the start of a block, and the end of the varint; null when it is not a 32-bit varint. */
export function snappyLength(bytes: Uint8Array): { readonly length: number; readonly end: number } | null {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return length < 2 ** 32 ? { length, end: at + 1 } : null;
  }
  return null;
}

/** Bytes of content between two pauses: at most a third of a millisecond. */
const sliceBytes = 128 * 1024;
/** Longer literals (bytes) are copied with `copy`. */
const shortLiteral = 24;
/** Short pieces are copied four bytes at a time, so up to three surplus bytes are written. The next piece overwrites them. */
const surplus = 3;

/** Decompresses a block into one buffer of the declared length. Throws SnappyError. */
export function* unpackSnappy(bytes: Uint8Array): Sliceable<Buffer> {
  const declared = snappyLength(bytes);
  if (declared === null) throw new SnappyError("no length", 0);
  const { length } = declared;
  const content = Buffer.allocUnsafeSlow(length);
  const target = new DataView(content.buffer);
  const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = declared.end;
  let filled = 0;
  for (let pauseAt = sliceBytes; at < bytes.length; ) {
    if (filled >= pauseAt) {
      pauseAt = filled + sliceBytes;
      yield;
    }
    const tag = bytes[at++] as number;
    const kind = tag & 3;
    if (kind === 0) {
      // A literal. Its length is in the tag, or in one to four bytes after the tag.
      let size = (tag >>> 2) + 1;
      if (size > 60) {
        const width = size - 60;
        if (width > bytes.length - at) throw new SnappyError("a literal's length ends early", at);
        size = 1;
        for (let i = 0; i < width; i++) size += (bytes[at++] as number) * 2 ** (8 * i);
      }
      if (size > bytes.length - at) throw new SnappyError("a literal ends early", at);
      if (size > length - filled) throw new SnappyError("more content than declared", at);
      if (size >= shortLiteral || size + surplus > Math.min(bytes.length - at, length - filled)) {
        content.set(bytes.subarray(at, at + size), filled);
      } else {
        for (let i = 0; i < size; i += 4) target.setUint32(filled + i, source.getUint32(at + i));
      }
      at += size;
      filled += size;
      continue;
    }
    // A copy of earlier output, from `offset` bytes back. It may overlap its own output.
    const width = kind === 3 ? 4 : kind;
    if (width > bytes.length - at) throw new SnappyError("a copy ends early", at);
    let size = (tag >>> 2) + 1;
    let offset = bytes[at] as number;
    if (kind === 1) {
      size = ((tag >>> 2) & 7) + 4;
      offset += (tag >>> 5) << 8;
    } else {
      offset += (bytes[at + 1] as number) << 8;
      if (kind === 3) offset += (bytes[at + 2] as number) * 2 ** 16 + (bytes[at + 3] as number) * 2 ** 24;
    }
    at += width;
    if (offset === 0 || offset > filled) throw new SnappyError("a copy from before the content", at);
    if (size > length - filled) throw new SnappyError("more content than declared", at);
    const end = filled + size;
    if (offset >= 4 && end + surplus <= length) {
      for (; filled < end; filled += 4) target.setUint32(filled, target.getUint32(filled - offset));
      filled = end;
    } else {
      for (; filled < end; filled++) content[filled] = content[filled - offset] as number;
    }
  }
  if (filled < length) throw new SnappyError("less content than declared", at);
  return content;
}
