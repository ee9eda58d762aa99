import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The answer to a request: a test gives it, or a stand-in for another system. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An HTTP server on a free port of this machine, which ends with its connections. */
export class LocalServer {
  readonly #server;

  constructor(answer: Answering) {
    this.#server = createServer((request, response) => void answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }
}
