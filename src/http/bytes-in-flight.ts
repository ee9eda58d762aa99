/**
 * Limits the memory that request bodies take in this process, received and decompressed, from their first byte until the answer.
 */
import { Problem } from "./problem.ts";

/** Bytes that a request may hold without being counted. The limit on connections bounds the number of requests. */
export const freeBytes = 16 * 1024;
/** The default limit (bytes). */
const defaultBytesInFlight = 128 * 1024 * 1024;
/** Retry-After, in seconds. */
const retrySeconds = 2;

/** Counts the bytes of all request bodies, and of each owner's. */
export class BytesInFlight {
  readonly #limit: number;
  readonly #onRefusal: () => void;
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  /** @param limit in bytes. @param onRefusal called for each refusal. */
  constructor(limit = defaultBytesInFlight, onRefusal: () => void = () => {}) {
    this.#limit = limit;
    this.#onRefusal = onRefusal;
  }

  /** The bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** Takes bytes for an owner; false when there is no room. One owner may hold at most half of the limit, so that others always have room. */
  take(owner: string, bytes: number): boolean {
    const own = (this.#heldBy.get(owner) ?? 0) + bytes;
    if (this.#held + bytes > this.#limit || own > this.#limit / 2) {
      this.#onRefusal();
      return false;
    }
    this.#held += bytes;
    this.#heldBy.set(owner, own);
    return true;
  }

  giveBack(owner: string, bytes: number): void {
    this.#held -= bytes;
    const left = (this.#heldBy.get(owner) ?? 0) - bytes;
    if (left > 0) this.#heldBy.set(owner, left);
    else this.#heldBy.delete(owner);
  }
}

/** The bytes that one request holds. Whoever answers the request must call `end`. */
export class HeldBytes {
  readonly #all: BytesInFlight;
  readonly #owner: string;
  /** The bytes that the request needs, and how many of them are counted. */
  #needed = 0;
  #counted = 0;
  #over = false;

  /** @param owner the owner whose requests together may hold half of the limit. */
  constructor(all: BytesInFlight, owner: string) {
    this.#all = all;
    this.#owner = owner;
  }

  /** All bytes that the request needs, counted or not. */
  get needed(): number {
    return this.#needed;
  }

  /** Takes more bytes. Throws Problem OVERLOADED, with Retry-After, when there is no room for them. */
  take(bytes: number): void {
    this.#needed += bytes;
    if (this.#over || this.#needed <= freeBytes) return;
    const more = this.#needed - this.#counted;
    if (!this.#all.take(this.#owner, more)) {
      this.#needed -= bytes;
      throw new Problem("OVERLOADED", {
        detail: "The server's memory for request bodies is in use. Repeat the request later.",
        headers: { "Retry-After": String(retrySeconds) },
      });
    }
    this.#counted = this.#needed;
  }

  /** Gives bytes back. */
  giveBack(bytes: number): void {
    this.#needed -= bytes;
    this.#settle(this.#needed <= freeBytes ? 0 : Math.min(this.#counted, this.#needed));
  }

  /** Gives all bytes back. Bytes that are taken later are not counted, because nobody would give them back. */
  end(): void {
    this.#over = true;
    this.#settle(0);
  }

  #settle(counted: number): void {
    if (counted < this.#counted) this.#all.giveBack(this.#owner, this.#counted - counted);
    this.#counted = counted;
  }
}
