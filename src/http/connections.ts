/**
 * Bounds the connections of a server: how many there are, and how slow. A client that sends too slowly, or does not
 * read its answers, is cut off. When there are too many, one that waits for its client is closed: the longest waiting
 * of the network that has most of those.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./forwarded.ts";
import { answerUnderWay, unreadBytes } from "./socket-state.ts";

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

/** The state of a connection at the last sweep. A sweep costs small requests nothing, a check at the start of each would. */
interface Connection {
  readonly socket: Socket;
  /** The client's network (`networkOf`), by its address. */
  readonly network: string;
  /** Of the request that was under way; null while the connection waits for one. */
  answer: ServerResponse | null;
  /** When the request was first seen, and the bytes that the connection had received before it. */
  requestAt: number;
  bytesBefore: number;
  /** Bytes received, bytes that the client has not read yet, and when either last changed. */
  received: number;
  unread: number;
  movedAt: number;
}

const sweepMs = 500;

export interface ConnectionEvents {
  /** Told of each connection that is ended. */
  readonly onCutOff: (why: CutOff) => void;
  /** Answers a request whose body comes too slowly; its connection ends then. */
  readonly refuseSlow: (answer: ServerResponse) => void;
}

/** Watches all connections of a server until it closes. */
export function watchConnections(server: Server, limits: ConnectionLimits, events: ConnectionEvents): Connections {
  const connections = new Connections(limits, events);
  server.on("connection", (socket: Socket) => connections.opened(socket));
  const sweeping = setInterval(() => connections.sweep(performance.now()), sweepMs).unref();
  server.on("close", () => clearInterval(sweeping));
  return connections;
}

class Connections {
  readonly #limits: ConnectionLimits;
  readonly #events: ConnectionEvents;
  /** In the order in which they came or were last seen to send something. */
  readonly #open = new Map<Socket, Connection>();

  constructor(limits: ConnectionLimits, events: ConnectionEvents) {
    this.#limits = limits;
    this.#events = events;
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
      network: networkOf(socket.remoteAddress ?? ""),
      answer: null,
      requestAt: now,
      bytesBefore: 0,
      received: 0,
      unread: 0,
      movedAt: now,
    });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** The connection that makes room: one that waits for a request, or else for the rest of one. */
  #leastBusy(): Socket | null {
    const idle = new Waiting();
    const unfinished = new Waiting();
    for (const connection of this.#open.values()) {
      const answer = answerUnderWay(connection.socket);
      if (answer === null) idle.add(connection);
      else if (!answer.req.complete) unfinished.add(connection);
    }
    return idle.longestOfMost() ?? unfinished.longestOfMost();
  }

  sweep(now: number): void {
    for (const connection of [...this.#open.values()]) {
      this.#look(connection, now);
      const why = this.#faultOf(connection, now);
      if (why === null) continue;
      const { answer, socket } = connection;
      if (why === "slow_request" && answer !== null) this.#events.refuseSlow(answer);
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
    this.#events.onCutOff(why);
    this.#open.delete(socket);
    // Bytes that were just written are still sent.
    if (why === "slow_request") socket.destroySoon();
    else socket.destroy();
  }
}

/** Connections that wait for their clients, given in the order in which they began to. */
class Waiting {
  readonly #networks = new Map<string, { count: number; readonly longest: Socket }>();

  add({ network, socket }: Connection): void {
    const own = this.#networks.get(network);
    if (own === undefined) this.#networks.set(network, { count: 1, longest: socket });
    else own.count++;
  }

  /** Of the network with most of them, the one that has waited longest. */
  longestOfMost(): Socket | null {
    let most: { readonly count: number; readonly longest: Socket } | null = null;
    for (const own of this.#networks.values()) if (own.count > (most?.count ?? 0)) most = own;
    return most?.longest ?? null;
  }
}
