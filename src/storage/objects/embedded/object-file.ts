/**
 * One object is one file: the bytes, then their metadata as JSON, the JSON's length and a marker. Bytes and metadata
 * therefore change together in a single rename, and an open file keeps showing the object that it was opened on.
 */
import type { FileHandle } from "node:fs/promises";

const MARKER = Buffer.from("ACCOBJ01");
const FOOTER_BYTES = 4 + MARKER.length;
const MOST_METADATA_BYTES = 64 * 1024;

export interface ObjectMetadata {
  /** Bytes of the object. */
  readonly size: number;
  /** Hex, also the entity tag. */
  readonly md5: string;
  /** Hex. */
  readonly sha256: string;
  /** Base64 of the big-endian value, as the `x-amz-checksum-crc32` header writes it. */
  readonly crc32: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** Headers of the PUT that a GET gives back: content type, `x-amz-meta-…` and the like. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The bytes that follow the object's own. */
export function encodeTail(metadata: ObjectMetadata): Buffer {
  const json = Buffer.from(JSON.stringify(metadata));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MARKER]);
}

/** Reads the metadata of an object's file. Throws when the file is not a whole object. */
export async function readMetadata(file: FileHandle): Promise<ObjectMetadata> {
  const { size } = await file.stat();
  const footer = await readAt(file, size - FOOTER_BYTES, FOOTER_BYTES);
  const length = footer.readUInt32BE(0);
  if (!footer.subarray(4).equals(MARKER) || length > MOST_METADATA_BYTES) throw new Error("not an object file");
  const json = await readAt(file, size - FOOTER_BYTES - length, length);
  const metadata = JSON.parse(json.toString()) as ObjectMetadata;
  if (metadata.size !== size - FOOTER_BYTES - length) throw new Error("object file of a wrong length");
  return metadata;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new Error("object file cut short");
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error("object file cut short");
  return buffer;
}
