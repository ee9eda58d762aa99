/** Refuses new requests while the event loop is late: what is under way ends sooner, and probes are answered in time. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "#src/http/problem.ts";
import { refuse } from "./unreadable-requests.ts";

/** How often the delay is measured (ms). */
const sampleMs = 100;
/** How much of the average the newest sample is: what lasts is noticed, a single pause is not. */
const weight = 0.25;
const retrySeconds = 1;

const late = new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) } });

export interface LoadSheddingOptions {
  /** Requests are refused while the event loop is later than this, on average (ms). */
  readonly mostDelayMs: number;
  /** Paths that are always answered. */
  readonly except: readonly string[];
  readonly onShed: () => void;
}

export class LoadShedding {
  readonly #options: LoadSheddingOptions;
  readonly #except: ReadonlySet<string>;
  readonly #sampling: NodeJS.Timeout;
  #sampledAt = performance.now();
  #delayMs = 0;

  constructor(options: LoadSheddingOptions) {
    this.#options = options;
    this.#except = new Set(options.except);
    this.#sampling = setInterval(() => this.#sample(performance.now()), sampleMs).unref();
  }

  /** How late the event loop has been of late, in ms. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Refuses a request while the event loop is late. Returns whether it did. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#delayMs <= this.#options.mostDelayMs || this.#except.has(request.url ?? "")) return false;
    this.#options.onShed();
    refuse(request, response, late);
    return true;
  }

  stop(): void {
    clearInterval(this.#sampling);
  }

  #sample(now: number): void {
    // One pause, however long, is not enough.
    const delay = Math.min(Math.max(0, now - this.#sampledAt - sampleMs), 2 * this.#options.mostDelayMs);
    this.#sampledAt = now;
    this.#delayMs += (delay - this.#delayMs) * weight;
  }
}
