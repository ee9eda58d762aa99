/**
 * Pipelining: requests that a client sends before it has read the answers to earlier ones (RFC 9112, 9.3.2). The requests of a connection
 * run one after the other. Each starts when the previous answer has been handed to the operating system; until then, the connection is
 * not read.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerUnderWay } from "./socket-state.ts";

/** Most waiting requests on all connections together: about 60 MB. */
const mostWaiting = 20_000;

/** Runs a request. */
export type Begin = (request: IncomingMessage, response: ServerResponse) => void;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: Begin;
}

/** The waiting requests of one connection: at most as many as fit in 64 KiB, which node:http reads at once. */
interface Line {
  readonly waiting: WaitingRequest[];
  /** Pauses reading the connection. */
  readonly hold: () => void;
  readonly gone: () => void;
}

export interface PipelinesOptions {
  /** Called with the connection that has most waiting requests, to end it, when too many requests wait. */
  readonly cutOff: (socket: Socket) => void;
  /** Most requests that wait; 20,000 when left out. */
  readonly mostWaiting?: number;
}

/** The pipelines of a server's connections. */
export class Pipelines {
  readonly #options: PipelinesOptions;
  readonly #lines = new Map<Socket, Line>();
  #waiting = 0;

  constructor(options: PipelinesOptions) {
    this.#options = options;
  }

  /** Runs a request, now or when the earlier ones of its connection have been answered. */
  admit(request: IncomingMessage, response: ServerResponse, begin: Begin): void {
    const current = answerUnderWay(request.socket);
    if (current === response || current === null) begin(request, response);
    else this.#wait({ request, response, begin }, current);
  }

  /** Whether another request waits on this connection after the one under way. */
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
    // node:http resumes the connection when the body of the request under way is read, and after its answer.
    socket.on("resume", line.hold);
    socket.once("close", line.gone);
    this.#advanceAfter(current, socket);
    return line;
  }

  /** Runs the next request after the answer, in another iteration of the event loop, so that requests of other clients come in between. */
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
