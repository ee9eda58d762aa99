/**
 * The connections of a server: how many there may be, and how slow. A client that sends too slowly, or does not read what
 * it asked for, is cut off; when there are too many, the one that has waited longest for its client makes room.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "#src/http/problem.ts";
import { refuse } from "./unreadable-requests.ts";

export interface ConnectionLimits {
  /** Most connections at once. */
  readonly most: number;
  /** A body may take this long to come (ms) … */
  readonly bodyGraceMs: number;
  /** … and then as long as it has come with at least so many bytes a second, from the beginning on. */
  readonly bytesPerSecond: number;
  /** How long nothing of a body may come, and nothing of an answer be read (ms). */
  readonly stallMs: number;
}

export const usualConnectionLimits: ConnectionLimits = {
  most: 5_000,
  bodyGraceMs: 15_000,
  bytesPerSecond: 16 * 1024,
  stallMs: 10_000,
};

/** Why a connection was ended; for metrics. */
export type CutOff = "crowded" | "slow_request" | "unread_answer";

interface Connection {
  readonly socket: Socket;
  /** The exchange that is under way; null while the connection waits for a request. */
  request: IncomingMessage | null;
  answer: ServerResponse | null;
  /** When the request began, and how many bytes had come on the connection by then. */
  requestAt: number;
  bytesBefore: number;
  /** How many bytes had come, and waited to be read by the client, when that changed last, and when that was. */
  received: number;
  unread: number;
  movedAt: number;
}

const sweepMs = 500;
const tooSlow = new Problem("BAD_REQUEST", { status: 408, detail: "The body came too slowly, or stopped coming." });

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #onCutOff: (why: CutOff) => void;
  /** In the order in which they came or had their last request. */
  readonly #open = new Map<Socket, Connection>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(server: Server, limits: ConnectionLimits, onCutOff: (why: CutOff) => void) {
    this.#limits = limits;
    this.#onCutOff = onCutOff;
    server.on("connection", (socket: Socket) => this.#opened(socket));
    this.#sweeping = setInterval(() => this.#sweep(performance.now()), sweepMs).unref();
    server.on("close", () => clearInterval(this.#sweeping));
  }

  /** How many there are. */
  get count(): number {
    return this.#open.size;
  }

  /** Tells that a request has begun. */
  begin(request: IncomingMessage, answer: ServerResponse): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    this.#open.delete(socket);
    this.#open.set(socket, connection);
    connection.request = request;
    connection.answer = answer;
    connection.requestAt = connection.movedAt = performance.now();
    connection.bytesBefore = connection.received = socket.bytesRead;
    connection.unread = 0;
  }

  #opened(socket: Socket): void {
    if (this.#open.size >= this.#limits.most) this.#cutOff(this.#leastBusy() ?? socket, "crowded");
    if (socket.destroyed) return;
    const now = performance.now();
    this.#open.set(socket, {
      socket,
      request: null,
      answer: null,
      requestAt: now,
      bytesBefore: 0,
      received: 0,
      unread: 0,
      movedAt: now,
    });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** The connection that has waited longest for its client: for a request, or else for the rest of one. */
  #leastBusy(): Socket | null {
    let unfinished: Socket | null = null;
    for (const { socket, request, answer } of this.#open.values()) {
      if (request === null || answer?.writableFinished) return socket;
      if (!request.complete) unfinished ??= socket;
    }
    return unfinished;
  }

  #sweep(now: number): void {
    for (const connection of this.#open.values()) {
      const why = this.#faultOf(connection, now);
      if (why === null) continue;
      const { request, answer, socket } = connection;
      if (why === "slow_request" && request !== null && answer !== null) refuse(request, answer, tooSlow);
      this.#cutOff(socket, why);
    }
  }

  #faultOf(connection: Connection, now: number): CutOff | null {
    const { socket, request, answer } = connection;
    // Before and between requests node:http watches the time.
    if (request === null || answer === null || answer.writableFinished) return null;
    const unread = unreadBytes(socket);
    if (socket.bytesRead !== connection.received || unread !== connection.unread) connection.movedAt = now;
    connection.received = socket.bytesRead;
    connection.unread = unread;
    const isStalled = now - connection.movedAt > this.#limits.stallMs;
    if (unread > 0) return isStalled ? "unread_answer" : null;
    if (request.complete || answer.headersSent) return null;
    return isStalled || this.#isTooSlow(connection, now) ? "slow_request" : null;
  }

  #isTooSlow({ requestAt, bytesBefore, received }: Connection, now: number): boolean {
    const lateMs = now - requestAt - this.#limits.bodyGraceMs;
    return lateMs > 0 && received - bytesBefore < (lateMs / 1000) * this.#limits.bytesPerSecond;
  }

  #cutOff(socket: Socket, why: CutOff): void {
    this.#onCutOff(why);
    this.#open.delete(socket);
    // What was written just now is still sent.
    if (why === "slow_request") socket.destroySoon();
    else socket.destroy();
  }
}

/** Of what was written to a connection, the bytes that the kernel has not taken, because the client does not read. */
function unreadBytes(socket: Socket): number {
  // Node's own time-out of sockets looks at the same number; what is written in one piece counts down only there.
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
