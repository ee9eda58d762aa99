/** How connections end: so that no client loses an answer, or a request that is on its way, to a reset. */
import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { answerUnderWay } from "./socket-state.ts";

/** How long a connection that we have ended is read on, for the client to end it too (ms). */
const lingerMs = 2_000;
/** How often a stopping server looks for connections that nobody uses (ms). */
const idleCheckMs = 50;

/**
 * Ends connections as RFC 9112, 9.6, asks: what we send ends at once, the connection when the client has ended it too, or a moment
 * later. A socket that is closed while bytes come in is reset, and the last answer may be lost with it.
 */
export function closeSlowly(server: Server): void {
  server.on("connection", (socket: Socket) => {
    // node:http calls this after an answer with "Connection: close".
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
  /** How long requests in flight may take before their connections are ended (ms). */
  readonly patienceMs: number;
  /** How long a connection is unused before it is ended (ms): a busy client sends another request, which is answered with "Connection: close". */
  readonly idleMs: number;
}

export interface OpenConnections {
  sockets(): Iterable<Socket>;
  /** Whether another request waits behind the one that is under way on this connection. */
  hasNext(socket: Socket): boolean;
}

/** Stops accepting, and resolves when all connections have ended. */
export async function drain(
  server: Server,
  { sockets, hasNext }: OpenConnections,
  { patienceMs, idleMs }: Patience,
): Promise<void> {
  const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs);
  // Pending connections are accepted in this turn of the event loop; closing at once would reset them.
  await nextTurn();
  const closed = new Promise<void>((resolve) => {
    // Not that of node:http, which also destroys what is idle.
    NetServer.prototype.close.call(server, () => resolve());
  });
  for (const socket of sockets()) {
    const answer = answerUnderWay(socket);
    if (answer?.headersSent === false && !hasNext(socket)) answer.shouldKeepAlive = false;
  }
  const idle = new IdleConnections(idleMs);
  // After the turn's reading, so that a request that has arrived is seen.
  const idleCheck = setInterval(() => setImmediate(() => idle.end(sockets())), idleCheckMs);
  idle.end(sockets());
  await closed;
  clearTimeout(giveUp);
  clearInterval(idleCheck);
  // Ends what node:http does for open connections.
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

  /** Whether nothing has come and nothing been answered for long enough. */
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
