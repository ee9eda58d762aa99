/** Ids that rise: whatever is listed in the order in which it came into being has one. */
import { randomUUID } from "node:crypto";

/** The head of a UUIDv7 as text: 48 bits of time, the version, 12 bits that count. */
const head = /([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const mostCounted = 0xfff;

/**
 * UUIDv7, each greater than those before it: within a millisecond too, and while the clock stands still or goes back. The
 * 12 bits after the time are a counter, which begins anywhere in its lower half with each millisecond and moves the time
 * ahead of the clock when it is full (RFC 9562, 6.2, method 1). The other 62 bits are random.
 */
export class RisingIds {
  readonly #now: () => number;
  /** Time and counter of the last id. */
  #ms = 0;
  #count = 0;

  /** @param now milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * @param after an id, with or without a prefix, that the new one follows: what another process made, whose clock may be
   * ahead of ours. One that is not a UUIDv7 says nothing.
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
