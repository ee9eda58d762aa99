/** Receives webhooks, and knows which events it has acknowledged. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class Receiver {
  /** Ids of events. */
  readonly received = new Set<string>();
  /** Deliveries beyond the first of an event: they come at least once. */
  repeated = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const id = String(request.headers["webhook-id"]);
      request.resume().once("end", () => {
        if (this.received.has(id)) this.repeated++;
        this.received.add(id);
        response.writeHead(204).end();
      });
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await once(receiver.#server.listen(0, "127.0.0.1"), "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
