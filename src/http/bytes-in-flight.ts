/**
 * The memory that request bodies take in this process, from their first byte until the answer, as received and as decompressed.
 * Past a limit no more is taken in.
 */
import { Problem } from "./problem.ts";

/** Bytes that one request may hold without being counted. The limit on connections bounds the number of requests. */
export const freeBytes = 16 * 1024;
/** Most bytes that are held at once when nothing else is set. */
const defaultBytesInFlight = 128 * 1024 * 1024;
/** Retry-After, in seconds. */
const retrySeconds = 2;

export class BytesInFlight {
  readonly #limit: number;
  readonly #onRefusal: () => void;
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  /** `limit` in bytes; `onRefusal` is told whenever there is no room. */
  constructor(limit = defaultBytesInFlight, onRefusal: () => void = () => {}) {
    this.#limit = limit;
    this.#onRefusal = onRefusal;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** Takes bytes for an owner. One owner may have half of the limit, so that the rest stays for others. False when there is no room. */
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

/** The bytes that one request holds. The code that answers the request gives them back. */
export class HeldBytes {
  readonly #all: BytesInFlight;
  readonly #owner: string;
  /** Bytes that the request needs, and the part of them that is counted. */
  #needed = 0;
  #counted = 0;
  #over = false;

  /** Requests of one owner share half of the limit. */
  constructor(all: BytesInFlight, owner: string) {
    this.#all = all;
    this.#owner = owner;
  }

  /** All that the request has needed so far, in bytes, counted or not. */
  get needed(): number {
    return this.#needed;
  }

  /** Takes so many more bytes. Throws Problem OVERLOADED, with Retry-After, when there is no room for them. */
  take(bytes: number): void {
    this.#needed += bytes;
    if (this.#over || this.#needed <= freeBytes) return;
    const more = this.#needed - this.#counted;
    if (!this.#all.take(this.#owner, more)) {
      this.#needed -= bytes;
      throw new Problem("OVERLOADED", {
        detail: "The bodies of the requests that are being served take all the memory there is for them.",
        headers: { "Retry-After": String(retrySeconds) },
      });
    }
    this.#counted = this.#needed;
  }

  /** Gives some of them back. */
  giveBack(bytes: number): void {
    this.#needed -= bytes;
    this.#settle(this.#needed <= freeBytes ? 0 : Math.min(this.#counted, this.#needed));
  }

  /** Gives all back; what is taken from now on is not counted, since nobody would give it back. */
  end(): void {
    this.#over = true;
    this.#settle(0);
  }

  #settle(counted: number): void {
    if (counted < this.#counted) this.#all.giveBack(this.#owner, this.#counted - counted);
    this.#counted = counted;
  }
}
