/**
 * Reads long bodies in turns. Otherwise the bodies of a thousand clients that send at the same time would be received, joined and
 * dropped in a single iteration of the event loop.
 */
import type { IncomingMessage } from "node:http";

/** Most bytes of long bodies that are read in one iteration of the event loop. */
const bytesAtOnce = 512 * 1024;
/** Node reads sockets in pieces of at most this many bytes. */
const pieceBytes = 64 * 1024;

/** Pauses and resumes requests with long bodies. */
export class ReadingTurns {
  /** Waiting requests by owner. The owner that had the last turn is last. */
  readonly #waiting = new Map<string, Set<IncomingMessage>>();
  #left = bytesAtOnce;
  #isUnderway = false;

  /** Called with the size of each piece of a long body. Pauses the request until its next turn when enough has been read for now. */
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
