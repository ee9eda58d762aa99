/** A reader of a tail: server-sent events, in a bounded amount of memory. */
import { Readable } from "node:stream";

/** Why a stream ends: its time is over, the server stops, the key or token is no longer good, or the reader is too slow. */
export type EndReason = "time" | "stopping" | "access" | "slow";

/** How long a client waits before it comes back (ms). */
const comeBackMs = 1_000;
/** What may wait for a reader (bytes). */
const mostWaiting = 1024 * 1024;
/** A reader that does not take the rest of an ended stream is given up (ms). */
const patienceMs = 10_000;

export class EventStream {
  readonly body = new Readable({ read() {} });
  #isOver = false;
  #toldAt = performance.now();

  constructor() {
    this.body.push(`retry: ${comeBackMs}\n\n`);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** When something was last sent, by `performance.now()`. */
  get toldAt(): number {
    return this.#toldAt;
  }

  /** Sends events, or ends the stream where too much waits already. Streams may share the bytes. */
  tell(events: Buffer): void {
    if (this.#isOver) return;
    if (this.body.readableLength > mostWaiting) {
      this.end("slow");
      return;
    }
    this.#toldAt = performance.now();
    this.body.push(events);
  }

  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.body.push(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.body.push(null);
    const givenUp = setTimeout(() => this.body.destroy(), patienceMs).unref();
    this.body.once("close", () => clearTimeout(givenUp));
  }
}
