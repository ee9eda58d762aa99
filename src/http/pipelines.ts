/**
 * Requests that a client sends before it has read its answers (RFC 9112, 9.3.2). Those of one connection are carried out one after
 * the other, each once the answer before it has been handed to the system; until then nothing more is read from the connection.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerUnderWay } from "./socket-state.ts";

/** Most requests that wait for the answer before theirs, on all connections together: about 60 MB. */
const mostWaiting = 20_000;

/** Carries out a request. */
export type Begin = (request: IncomingMessage, response: ServerResponse) => void;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: Begin;
}

/** The requests of one connection that wait, at most as many as 64 KiB hold: what node:http reads at once. */
interface Line {
  readonly waiting: WaitingRequest[];
  /** Keeps the connection from being read. */
  readonly hold: () => void;
  readonly gone: () => void;
}

export interface PipelinesOptions {
  /** Ends the connection with the longest line when too many requests wait. */
  readonly cutOff: (socket: Socket) => void;
  /** Most requests that wait; 20,000 when left out. */
  readonly mostWaiting?: number;
}

export class Pipelines {
  readonly #options: PipelinesOptions;
  readonly #lines = new Map<Socket, Line>();
  #waiting = 0;

  constructor(options: PipelinesOptions) {
    this.#options = options;
  }

  /** Begins a request, now or when its turn comes. */
  admit(request: IncomingMessage, response: ServerResponse, begin: Begin): void {
    const current = answerUnderWay(request.socket);
    if (current === response || current === null) begin(request, response);
    else this.#wait({ request, response, begin }, current);
  }

  /** Whether another request waits behind the one that is under way on this connection. */
  hasNext(socket: Socket): boolean {
    return this.#lines.has(socket);
  }

  #wait(waiting: WaitingRequest, current: ServerResponse): void {
    const { socket } = waiting.request;
    if (!socket.writable) return;
    const line = this.#lines.get(socket) ?? this.#open(socket, current);
    line.waiting.push(waiting);
    this.#waiting++;
    if (this.#waiting > (this.#options.mostWaiting ?? mostWaiting)) this.#cutOffLongest();
  }

  #open(socket: Socket, current: ServerResponse): Line {
    const line = { waiting: [], hold: () => void socket.pause(), gone: () => this.#drop(socket) };
    this.#lines.set(socket, line);
    socket.pause();
    // Reading the body of the request under way, or the end of its answer, has node:http read on.
    socket.on("resume", line.hold);
    socket.once("close", line.gone);
    this.#advanceAfter(current, socket);
    return line;
  }

  /** The next one begins in another turn of the event loop, so that the requests of others come in between. */
  #advanceAfter(response: ServerResponse, socket: Socket): void {
    response.once("close", () => setImmediate(() => this.#advance(socket)));
  }

  #advance(socket: Socket): void {
    const line = this.#lines.get(socket);
    const next = line?.waiting.shift();
    if (line === undefined || next === undefined) return;
    this.#waiting--;
    if (!socket.writable) {
      // An answer with "Connection: close" was the last one (RFC 9112, 9.6).
      this.#drop(socket);
      return;
    }
    if (line.waiting.length > 0) this.#advanceAfter(next.response, socket);
    else {
      this.#drop(socket);
      socket.resume();
    }
    next.begin(next.request, next.response);
  }

  #drop(socket: Socket): void {
    const line = this.#lines.get(socket);
    if (line === undefined) return;
    this.#lines.delete(socket);
    this.#waiting -= line.waiting.length;
    socket.off("resume", line.hold).off("close", line.gone);
  }

  #cutOffLongest(): void {
    let longest: readonly [Socket, number] | null = null;
    for (const [socket, { waiting }] of this.#lines)
      if (longest === null || waiting.length > longest[1]) longest = [socket, waiting.length];
    if (longest === null) return;
    this.#drop(longest[0]);
    this.#options.cutOff(longest[0]);
  }
}
