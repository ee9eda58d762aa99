/** Joins the chunks of a body, however small they are. */

const empty = Buffer.alloc(0);
/** Chunks below this are copied together: a chunk of one byte would take hundreds. */
const smallChunk = 4 * 1024;
const roomBytes = 32 * 1024;

export class CollectedBytes {
  size = 0;
  #first: Buffer | null = null;
  #whole: Buffer[] = [];
  /** Where small chunks are copied to, and how much of it is used. */
  #room = empty;
  #used = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#first === null) {
      // Most bodies are one chunk, which is not copied at all.
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

  /** The filled part of the buffer becomes a chunk; the rest stays in use. */
  #close(): void {
    if (this.#used === 0) return;
    this.#whole.push(this.#room.subarray(0, this.#used));
    this.#room = this.#room.subarray(this.#used);
    this.#used = 0;
  }

  /** All bytes in one piece. */
  joined(): Buffer {
    if (this.#first === null) return empty;
    if (this.#whole.length === 0 && this.#used === 0) return this.#first;
    this.#close();
    return this.#whole.length === 1 ? (this.#whole[0] ?? empty) : Buffer.concat(this.#whole, this.size);
  }
}
