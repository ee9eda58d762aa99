/** Limits how many documents a process holds in memory at the same time. */
import type { ServerResponse } from "node:http";
import { Problem } from "#src/http/problem.ts";

/** A large document takes some 50 MiB while it is decoded. */
const mostAtOnce = 16;
/** Documents of one insurer, which may be slow, or for one business, which may read slowly: the rest is for others. */
const mostAlike = 8;
/** A caller that takes no byte for so long has left (ms); no insurer takes as long. */
const defaultStallMs = 60_000;

export interface Download {
  readonly providerId: string;
  readonly businessId: string;
}

export class DownloadLimiter {
  readonly #stallMs: number;
  /** By insurer and by business. */
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor({ stallMs = defaultStallMs }: { readonly stallMs?: number } = {}) {
    this.#stallMs = stallMs;
  }

  /**
   * Counts a document until its answer has left, down to the last byte, or its caller has. Throws Problem OVERLOADED when
   * there are too many.
   */
  acquire({ providerId, businessId }: Download, outgoing: ServerResponse): void {
    const names = [`insurer ${providerId}`, `business ${businessId}`];
    if (this.#total >= mostAtOnce || names.some((name) => (this.#held.get(name) ?? 0) >= mostAlike))
      throw new Problem("OVERLOADED", {
        detail: "Too many documents are being downloaded.",
        headers: { "Retry-After": "1" },
      });
    if (outgoing.closed) return;
    this.#count(names, 1);
    outgoing.once("close", () => this.#count(names, -1));
    // For this answer: with the next request node:http sets the connection's time-out anew.
    outgoing.setTimeout(this.#stallMs, () => outgoing.destroy());
  }

  #count(names: readonly string[], change: 1 | -1): void {
    this.#total += change;
    for (const name of names) {
      const held = (this.#held.get(name) ?? 0) + change;
      if (held === 0) this.#held.delete(name);
      else this.#held.set(name, held);
    }
  }
}
