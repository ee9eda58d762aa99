/** A TCP proxy in front of PostgreSQL that can stop forwarding, as a network does that swallows packets. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { throughPort } from "./ports.ts";

export class SilentProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#serve(client, connect(Number(target.port), target.hostname)));
  }

  /** In front of the server that `url` names. */
  static async open(url: string): Promise<{ proxy: SilentProxy; url: string }> {
    const proxy = new SilentProxy(new URL(url));
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return { proxy, url: throughPort(url, (proxy.#server.address() as AddressInfo).port) };
  }

  /** Connections stay open, new ones are taken, and nothing passes either way. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was held back passes now. */
  speak(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket, upstream: Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => {});
      from.on("data", (chunk) => to.write(chunk));
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#silent) from.pause();
    }
  }
}
