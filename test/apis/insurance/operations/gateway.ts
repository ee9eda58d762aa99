/** A way to the sandbox insurers that counts what passes, and lets tests make single calls go wrong. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { faultHeader } from "#src/sandbox/insurers/misbehaviour.ts";

/** A call of an insurer, as it came by. */
export interface SeenCall {
  readonly insurerId: string;
  /** For example `POST /purchases`. */
  readonly call: string;
  readonly idempotencyKey: string | undefined;
}

export interface Trouble {
  readonly insurerId: string;
  /** Which calls, for example `/^POST \/purchases$/`. */
  readonly call: RegExp;
  /** A fault of the sandbox by its name, or an answer in its place. */
  readonly with: string | ((request: IncomingMessage, response: ServerResponse) => void);
  /** How many calls; all when left out. */
  readonly times?: number;
}

export class Gateway {
  readonly #target: URL;
  readonly #troubles: (Trouble & { left: number })[] = [];
  readonly seen: SeenCall[] = [];
  readonly #server = createServer((request, response) => this.#pass(request, response));

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns a function that ends the trouble. */
  trouble(trouble: Trouble): () => void {
    const entry = { ...trouble, left: trouble.times ?? Number.POSITIVE_INFINITY };
    this.#troubles.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  /** Calls of an insurer that match, oldest first. */
  calls(insurerId: string, call: RegExp = /./): SeenCall[] {
    return this.seen.filter((seen) => seen.insurerId === insurerId && call.test(seen.call));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const [, insurerId = "", ...rest] = (request.url ?? "/").split("/");
    const call = `${request.method} /${rest.join("/").replace(/\?.*/, "")}`;
    const key = request.headers["idempotency-key"];
    this.seen.push({ insurerId, call, idempotencyKey: typeof key === "string" ? key : undefined });
    const trouble = this.#troubles.find(
      (entry) => entry.left > 0 && entry.insurerId === insurerId && entry.call.test(call),
    );
    if (trouble !== undefined) trouble.left--;
    if (typeof trouble?.with === "function") {
      trouble.with(request, response);
      return;
    }
    const headers = { ...request.headers, ...(trouble !== undefined && { [faultHeader]: trouble.with }) };
    const { hostname, port } = this.#target;
    const onward = send(
      { hostname, port, method: request.method, path: request.url, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}
