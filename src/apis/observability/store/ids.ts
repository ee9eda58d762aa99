/** Ids as bytes. */

/** A view of the same memory, for what only Buffer can do. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function hexOf(bytes: Uint8Array): string {
  return asBuffer(bytes).toString("hex");
}
