/**
 * The connections of a server: how many there may be, and how slow. A client that sends too slowly, or does not read what
 * it asked for, is cut off; when there are too many, the one that has waited longest for its client makes room.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "#src/http/problem.ts";
import { answerUnderWay, unreadBytes } from "./socket-state.ts";
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
export type CutOff = "crowded" | "pipelined" | "slow_request" | "unread_answer";

/** What the last sweep saw: looking then, and not whenever a request begins, costs small requests nothing. */
interface Connection {
  readonly socket: Socket;
  /** Of the request that was under way; null while the connection waits for one. */
  answer: ServerResponse | null;
  /** When that was first seen, and how many bytes had come on the connection before. */
  requestAt: number;
  bytesBefore: number;
  /** How many bytes had come, and waited to be read by the client, when that changed last, and when that was. */
  received: number;
  unread: number;
  movedAt: number;
}

const sweepMs = 500;
const tooSlow = new Problem("BAD_REQUEST", { status: 408, detail: "The body came too slowly, or stopped coming." });

/** Watches all connections of a server until it closes. `onCutOff` is told of each that is ended. */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  onCutOff: (why: CutOff) => void,
): Connections {
  const connections = new Connections(limits, onCutOff);
  server.on("connection", (socket: Socket) => connections.opened(socket));
  const sweeping = setInterval(() => connections.sweep(performance.now()), sweepMs).unref();
  server.on("close", () => clearInterval(sweeping));
  return connections;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #onCutOff: (why: CutOff) => void;
  /** In the order in which they came or were last seen to send something. */
  readonly #open = new Map<Socket, Connection>();

  constructor(limits: ConnectionLimits, onCutOff: (why: CutOff) => void) {
    this.#limits = limits;
    this.#onCutOff = onCutOff;
  }

  /** All that are open. */
  sockets(): Iterable<Socket> {
    return this.#open.keys();
  }

  opened(socket: Socket): void {
    if (this.#open.size >= this.#limits.most) this.cutOff(this.#leastBusy() ?? socket, "crowded");
    if (socket.destroyed) return;
    const now = performance.now();
    this.#open.set(socket, {
      socket,
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
    for (const socket of this.#open.keys()) {
      const answer = answerUnderWay(socket);
      if (answer === null) return socket;
      if (!answer.req.complete) unfinished ??= socket;
    }
    return unfinished;
  }

  sweep(now: number): void {
    for (const connection of [...this.#open.values()]) {
      this.#look(connection, now);
      const why = this.#faultOf(connection, now);
      if (why === null) continue;
      const { answer, socket } = connection;
      if (why === "slow_request" && answer !== null) refuse(answer.req, answer, tooSlow);
      this.cutOff(socket, why);
    }
  }

  #look(connection: Connection, now: number): void {
    const { socket, received } = connection;
    const answer = answerUnderWay(socket);
    if (answer !== connection.answer) {
      connection.answer = answer;
      connection.requestAt = connection.movedAt = now;
      connection.bytesBefore = received;
    }
    const unread = unreadBytes(socket);
    if (socket.bytesRead !== received || unread !== connection.unread) connection.movedAt = now;
    connection.unread = unread;
    if (socket.bytesRead === received) return;
    connection.received = socket.bytesRead;
    this.#open.delete(socket);
    this.#open.set(socket, connection);
  }

  #faultOf(connection: Connection, now: number): CutOff | null {
    const { answer, unread } = connection;
    // Before and between requests node:http watches the time.
    if (answer === null) return null;
    const isStalled = now - connection.movedAt > this.#limits.stallMs;
    if (unread > 0) return isStalled ? "unread_answer" : null;
    if (answer.req.complete || answer.headersSent) return null;
    return isStalled || this.#isTooSlow(connection, now) ? "slow_request" : null;
  }

  #isTooSlow({ requestAt, bytesBefore, received }: Connection, now: number): boolean {
    const lateMs = now - requestAt - this.#limits.bodyGraceMs;
    return lateMs > 0 && received - bytesBefore < (lateMs / 1000) * this.#limits.bytesPerSecond;
  }

  /** Ends a connection. */
  cutOff(socket: Socket, why: CutOff): void {
    this.#onCutOff(why);
    this.#open.delete(socket);
    // What was written just now is still sent.
    if (why === "slow_request") socket.destroySoon();
    else socket.destroy();
  }
}
