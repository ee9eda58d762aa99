/** A TCP proxy in front of PostgreSQL that comes between a client and the answer to its COMMIT. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { throughPort } from "./ports.ts";

/**
 * - `reset after`: the commit takes place, and the connection breaks in place of the answer.
 * - `reset before`: the connection breaks, and PostgreSQL never hears of the COMMIT.
 * - `hold after`, `hold before`: the same, but the client waits until PostgreSQL ends the connection.
 */
export type CommitFault = `${"reset" | "hold"} ${"after" | "before"}`;

/** The end of a simple query message (PostgreSQL, "Message Formats"): its text and a zero byte. */
const commit = Buffer.from("COMMIT\0");

export class CommitProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: URL;
  #fault: CommitFault | undefined;
  #caught = Promise.withResolvers<void>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => {
      this.#serve(client, connect(Number(this.#target.port), this.#target.hostname));
    });
  }

  /** In front of the server that `url` names. */
  static async open(url: string): Promise<{ proxy: CommitProxy; url: string }> {
    const proxy = new CommitProxy(new URL(url));
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return { proxy, url: throughPort(url, (proxy.#server.address() as AddressInfo).port) };
  }

  /** Has the fault happen to the next COMMIT. Resolves when it has: when PostgreSQL has answered, unless it is left out. */
  arm(fault: CommitFault): Promise<void> {
    this.#fault = fault;
    this.#caught = Promise.withResolvers();
    return this.#caught.promise;
  }

  /** New connections go to another server, and those that are open break. */
  retarget(url: string): void {
    this.#target = new URL(url);
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket, upstream: Socket): void {
    let fault: CommitFault | undefined;
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("data", (chunk: Buffer) => {
      if (this.#fault !== undefined && chunk.subarray(-commit.length).equals(commit)) {
        fault = this.#fault;
        this.#fault = undefined;
        if (fault.endsWith("before")) {
          if (fault === "reset before") client.resetAndDestroy();
          this.#caught.resolve();
          return;
        }
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (fault === undefined) {
        client.write(chunk);
        return;
      }
      if (fault === "reset after") client.resetAndDestroy();
      this.#caught.resolve();
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.resetAndDestroy());
  }
}
