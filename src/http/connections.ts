/**
 * Limits the connections of a server: how many there are, and how slow they may be. A client that sends too slowly or does not read its
 * answers is disconnected. When there are too many connections, one that waits for its client is closed. It is chosen from the network
 * with most waiting connections: the one of those that has waited longest.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./forwarded.ts";
import { answerUnderWay, unreadBytes } from "./socket-state.ts";

export interface ConnectionLimits {
  /** Most connections at once. */
  readonly most: number;
  /** A body may take this long to arrive (ms) … */
  readonly bodyGraceMs: number;
  /** … and longer as long as its average rate since the beginning is at least this (bytes per second). */
  readonly bytesPerSecond: number;
  /** Longest time without any byte of a body received, or without any byte of an answer read by the client (ms). */
  readonly stallMs: number;
}

/** The default limits. */
export const usualConnectionLimits: ConnectionLimits = {
  most: 5_000,
  bodyGraceMs: 15_000,
  bytesPerSecond: 16 * 1024,
  stallMs: 10_000,
};

/** Why a connection was ended, for metrics. */
export type CutOff = "crowded" | "pipelined" | "slow_request" | "unread_answer";

/** The state of a connection at the last sweep. Sweeps cost small requests nothing; a check at the start of each request would. */
interface Connection {
  readonly socket: Socket;
  /** The network of the client's address (`networkOf`). */
  readonly network: string;
  /** The answer to the request that was under way; null while the connection waits for a request. */
  answer: ServerResponse | null;
  /** When a sweep first saw the request, and how many bytes the connection had received before it. */
  requestAt: number;
  bytesBefore: number;
  /** Bytes received, bytes that the client has not read yet, and when one of them last changed. */
  received: number;
  unread: number;
  movedAt: number;
}

const sweepMs = 500;

export interface ConnectionEvents {
  /** Called for each connection that is ended. */
  readonly onCutOff: (why: CutOff) => void;
  /** Answers a request whose body arrives too slowly, before its connection is ended. */
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
  /** Open connections, in the order in which they were opened or last seen to send something. */
  readonly #open = new Map<Socket, Connection>();

  constructor(limits: ConnectionLimits, events: ConnectionEvents) {
    this.#limits = limits;
    this.#events = events;
  }

  /** All open connections. */
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

  /** The connection to close for a new one: one that waits for a request, or else for the rest of a request. */
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
    // Before and between requests, node:http's own time-outs apply.
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
    // The answer that was just written is still sent.
    if (why === "slow_request") socket.destroySoon();
    else socket.destroy();
  }
}

/** Connections that wait for their clients. They must be added in the order in which they began to wait. */
class Waiting {
  readonly #networks = new Map<string, { count: number; readonly longest: Socket }>();

  add({ network, socket }: Connection): void {
    const own = this.#networks.get(network);
    if (own === undefined) this.#networks.set(network, { count: 1, longest: socket });
    else own.count++;
  }

  /** The connection that has waited longest, of the network with most waiting connections. */
  longestOfMost(): Socket | null {
    let most: { readonly count: number; readonly longest: Socket } | null = null;
    for (const own of this.#networks.values()) if (own.count > (most?.count ?? 0)) most = own;
    return most?.longest ?? null;
  }
}
