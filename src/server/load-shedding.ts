/** Refuses new requests while the event loop is late, so that requests under way end sooner and probes are answered in time. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "#src/http/problem.ts";
import { refuse } from "./unreadable-requests.ts";

/** How often the delay is measured (ms). */
const sampleMs = 100;
/** Weight of the newest sample in the moving average. A lasting delay counts; a single pause does not. */
const weight = 0.25;
const retrySeconds = 1;

const late = new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) } });

export interface LoadSheddingOptions {
  /** Requests are refused while the event loop is later than this, on average (ms). */
  readonly mostDelayMs: number;
  /** Paths that are never refused. */
  readonly except: readonly string[];
  readonly onShed: () => void;
}

/** Measures the delay of the event loop and refuses requests. */
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

  /** The moving average of the event loop's delay, in ms. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Refuses a request while the event loop is late, and returns whether it did. */
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
    // Capped, so that a single pause, however long, is not enough.
    const delay = Math.min(Math.max(0, now - this.#sampledAt - sampleMs), 2 * this.#options.mostDelayMs);
    this.#sampledAt = now;
    this.#delayMs += (delay - this.#delayMs) * weight;
  }
}
