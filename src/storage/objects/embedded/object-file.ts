/**
 * The file of an object: its bytes, the metadata as JSON, the length of the JSON, and a marker. So bytes and metadata are replaced together
 * by one rename, and an open file never changes.
 */
import type { FileHandle } from "node:fs/promises";

const MARKER = Buffer.from("ACCOBJ01");
const FOOTER_BYTES = 4 + MARKER.length;
const MOST_METADATA_BYTES = 64 * 1024;

export interface ObjectMetadata {
  /** Size of the object in bytes. */
  readonly size: number;
  /** In hex; also the entity tag. */
  readonly md5: string;
  /** In hex. */
  readonly sha256: string;
  /** Base64 of the big-endian value, as the `x-amz-checksum-crc32` header writes it. */
  readonly crc32: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** Headers of the PUT that a GET gives back: the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The bytes after those of the object: metadata, length and marker. */
export function encodeTail(metadata: ObjectMetadata): Buffer {
  const json = Buffer.from(JSON.stringify(metadata));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MARKER]);
}

/** Reads the metadata of an object's file. Throws an error when the file is not complete. */
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
