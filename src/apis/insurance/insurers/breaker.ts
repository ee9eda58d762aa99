/**
 * A circuit breaker: after a row of failures it spares an insurer that is down, and its callers the wait. Its state is
 * three numbers, whatever happens.
 */
export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly threshold?: number;
  /** How long it stays open before one request may try (ms). */
  readonly openMs?: number;
  /** A clock that never goes back (ms). */
  readonly now?: () => number;
}

export type BreakerState = "closed" | "open" | "half-open";

export class Breaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #openedAt = 0;
  /** When the request that tries began; null while none does. */
  #probeAt: number | null = null;

  constructor({ threshold = 5, openMs = 30_000, now = () => performance.now() }: BreakerOptions = {}) {
    this.#threshold = threshold;
    this.#openMs = openMs;
    this.#now = now;
  }

  get state(): BreakerState {
    if (this.#failures < this.#threshold) return "closed";
    return this.#now() - this.#openedAt < this.#openMs ? "open" : "half-open";
  }

  /** Whether a request may be sent now. Half open, one may; another only when that one has been lost for as long. */
  admit(): boolean {
    switch (this.state) {
      case "closed":
        return true;
      case "open":
        return false;
      case "half-open": {
        const now = this.#now();
        if (this.#probeAt !== null && now - this.#probeAt < this.#openMs) return false;
        this.#probeAt = now;
        return true;
      }
    }
  }

  succeeded(): void {
    this.#failures = 0;
    this.#probeAt = null;
  }

  /** The request ended without telling anything about the insurer. */
  abandoned(): void {
    this.#probeAt = null;
  }

  failed(): void {
    this.#failures = Math.min(this.#failures + 1, this.#threshold);
    this.#probeAt = null;
    if (this.#failures === this.#threshold) this.#openedAt = this.#now();
  }
}
