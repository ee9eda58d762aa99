/** Rising ids, for records that are listed in the order of their creation. */
import { randomUUID } from "node:crypto";

/** A UUIDv7 as text: 48 bits of time, the version, a counter of 12 bits, and random bits. */
const head = /([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const mostCounted = 0xfff;

/**
 * Makes UUIDv7s, each greater than all before: within a millisecond too, and when the clock stands still or goes back. The 12 bits after
 * the time are a counter. It begins at a random value in its lower half with each millisecond; when it overflows, the time moves ahead of
 * the clock (RFC 9562, 6.2, method 1). The other 62 bits are random.
 */
export class RisingIds {
  readonly #now: () => number;
  /** Time and counter of the last id. */
  #ms = 0;
  #count = 0;

  /** @param now returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Makes an id.
   *
   * @param after an id, with or without a prefix, that the new one must follow. Another process may have made it, whose clock is ahead of
   * ours. Ignored when it is not a UUIDv7.
   */
  next(after?: string | null): string {
    if (after != null) this.#follow(after);
    const random = randomUUID();
    const now = this.#now();
    if (now > this.#ms) {
      this.#ms = now;
      this.#count = Number.parseInt(random.slice(15, 18), 16) >> 1;
    } else if (this.#count < mostCounted) this.#count++;
    else {
      this.#ms++;
      this.#count = 0;
    }
    const time = this.#ms.toString(16).padStart(12, "0");
    const count = this.#count.toString(16).padStart(3, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random.slice(19)}`;
  }

  #follow(after: string): void {
    const [, high = "", low = "", counted = ""] = head.exec(after) ?? [];
    if (high === "") return;
    const ms = Number.parseInt(high + low, 16);
    const count = Number.parseInt(counted, 16);
    if (ms < this.#ms || (ms === this.#ms && count <= this.#count)) return;
    this.#ms = ms;
    this.#count = count;
  }
}

const ids = new RisingIds(() => Date.now());

/** A new id, greater than every other of this process, and than `after` (`RisingIds`). */
export function risingId(after?: string | null): string {
  return ids.next(after);
}
