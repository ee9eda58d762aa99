/** Ends connections so that no client loses an answer, or a request under way, to a TCP reset. */
import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { answerUnderWay } from "./socket-state.ts";

/** How long a connection is still read after the server has ended its side, until the client ends its own (ms). */
const lingerMs = 2_000;
/** How often a stopping server looks for idle connections (ms). */
const idleCheckMs = 50;

/**
 * Makes the server close connections in two steps (RFC 9112, 9.6): it ends its own side at once, and closes the connection when the
 * client has ended its side, or after `lingerMs`. Closing a socket while bytes arrive resets it, and the last answer may be lost.
 */
export function closeSlowly(server: Server): void {
  server.on("connection", (socket: Socket) => {
    // node:http calls `destroySoon` after an answer with "Connection: close".
    socket.destroySoon = endThenDestroy;
  });
}

function endThenDestroy(this: Socket): void {
  if (!this.writable) return;
  this.end();
  const lingering = setTimeout(() => this.destroy(), lingerMs).unref();
  this.once("close", () => clearTimeout(lingering));
}

export interface Patience {
  /** How long requests under way may take before their connections are ended (ms). */
  readonly patienceMs: number;
  /**
   * How long a connection must be idle before it is ended (ms). A busy client sends another request within that time, which is answered
   * with "Connection: close".
   */
  readonly idleMs: number;
}

export interface OpenConnections {
  sockets(): Iterable<Socket>;
  /** Whether another request waits on this connection after the one under way. */
  hasNext(socket: Socket): boolean;
}

/** Stops accepting connections. Resolves when all connections have ended. */
export async function drain(
  server: Server,
  { sockets, hasNext }: OpenConnections,
  { patienceMs, idleMs }: Patience,
): Promise<void> {
  const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs);
  // Pending connections are accepted in this turn of the event loop; closing at once would reset them.
  await nextTurn();
  const closed = new Promise<void>((resolve) => {
    // Not the `close` of node:http, which also destroys idle connections.
    NetServer.prototype.close.call(server, () => resolve());
  });
  for (const socket of sockets()) {
    const answer = answerUnderWay(socket);
    if (answer?.headersSent === false && !hasNext(socket)) answer.shouldKeepAlive = false;
  }
  const idle = new IdleConnections(idleMs);
  // After the poll phase of the event loop, so that requests that have arrived are seen.
  const idleCheck = setInterval(() => setImmediate(() => idle.end(sockets())), idleCheckMs);
  idle.end(sockets());
  await closed;
  clearTimeout(giveUp);
  clearInterval(idleCheck);
  // Stops node:http's own checks of open connections.
  server.close();
}

class IdleConnections {
  readonly #idleMs: number;
  readonly #since = new WeakMap<Socket, { readonly bytesRead: number; readonly at: number }>();

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  end(sockets: Iterable<Socket>): void {
    const now = performance.now();
    for (const socket of [...sockets]) if (this.#isIdle(socket, now)) socket.destroySoon();
  }

  /** Whether nothing has been received or answered for `idleMs`. */
  #isIdle(socket: Socket, now: number): boolean {
    if (answerUnderWay(socket) !== null) {
      this.#since.delete(socket);
      return false;
    }
    const { bytesRead } = socket;
    const seen = this.#since.get(socket);
    const at = seen?.bytesRead === bytesRead ? seen.at : now;
    this.#since.set(socket, { bytesRead, at });
    return now - at >= this.#idleMs;
  }
}
