/** Joins the chunks of a body with little memory, even when the chunks are very small. */

const empty = Buffer.alloc(0);
/** Chunks smaller than this are copied into a shared buffer (bytes): a Buffer of one byte takes hundreds of bytes. */
const smallChunk = 4 * 1024;
const roomBytes = 32 * 1024;

/** Reads all chunks of a body. Null when they have more than `most` bytes; then the rest is not read, which destroys the stream. */
export async function readAtMost(
  most: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer | null> {
  const collected = new CollectedBytes();
  for await (const { buffer, byteOffset, length } of chunks) {
    if (collected.size + length > most) return null;
    collected.add(Buffer.from(buffer, byteOffset, length));
  }
  return collected.joined();
}

/** Collects chunks. */
export class CollectedBytes {
  size = 0;
  #first: Buffer | null = null;
  #whole: Buffer[] = [];
  /** The buffer for small chunks, and how much of it is used. */
  #room = empty;
  #used = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#first === null) {
      // Most bodies are one chunk, which is not copied.
      this.#first = chunk;
      return;
    }
    if (this.#whole.length === 0 && this.#used === 0) this.#append(this.#first);
    this.#append(chunk);
  }

  #append(chunk: Buffer): void {
    if (chunk.length >= smallChunk) {
      this.#close();
      this.#whole.push(chunk);
      return;
    }
    if (this.#used + chunk.length > this.#room.length) {
      this.#close();
      this.#room = Buffer.allocUnsafeSlow(roomBytes);
    }
    chunk.copy(this.#room, this.#used);
    this.#used += chunk.length;
  }

  /** Turns the filled part of the buffer into a chunk. The rest of the buffer stays in use. */
  #close(): void {
    if (this.#used === 0) return;
    this.#whole.push(this.#room.subarray(0, this.#used));
    this.#room = this.#room.subarray(this.#used);
    this.#used = 0;
  }

  /** All bytes in one buffer. */
  joined(): Buffer {
    if (this.#first === null) return empty;
    if (this.#whole.length === 0 && this.#used === 0) return this.#first;
    this.#close();
    return this.#whole.length === 1 ? (this.#whole[0] ?? empty) : Buffer.concat(this.#whole, this.size);
  }
}
