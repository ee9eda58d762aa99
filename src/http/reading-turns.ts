/**
 * Long bodies are read in turns. Otherwise the bodies of a thousand clients that send at once would be received, joined and dropped
 * in one iteration of the event loop.
 */
import type { IncomingMessage } from "node:http";

/** Bytes of long bodies that are read in one iteration of the event loop. */
const bytesAtOnce = 512 * 1024;
/** Node's sockets are read in pieces of this size at most. */
const pieceBytes = 64 * 1024;

export class ReadingTurns {
  /** Waiting requests by owner. The owner that had a turn last is last. */
  readonly #waiting = new Map<string, Set<IncomingMessage>>();
  #left = bytesAtOnce;
  #isUnderway = false;

  /** Called with each piece of a long body. Pauses the request until its next turn when enough was read for now. */
  took(owner: string, request: IncomingMessage, bytes: number): void {
    this.#left -= bytes;
    this.#begin();
    if (this.#left > 0) return;
    request.pause();
    const requests = this.#waiting.get(owner);
    if (requests === undefined) this.#waiting.set(owner, new Set([request]));
    else requests.add(request);
  }

  #begin(): void {
    if (this.#isUnderway) return;
    this.#isUnderway = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isUnderway = false;
    this.#left = bytesAtOnce;
    for (let bytes = 0; bytes < bytesAtOnce; bytes += pieceBytes) {
      const [turn] = this.#waiting;
      if (turn === undefined) return;
      const [owner, requests] = turn;
      this.#waiting.delete(owner);
      const [request] = requests;
      if (request === undefined) continue;
      requests.delete(request);
      if (requests.size > 0) this.#waiting.set(owner, requests);
      request.resume();
    }
    if (this.#waiting.size > 0) this.#begin();
  }
}
