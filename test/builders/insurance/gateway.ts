/** A way to the sandbox insurers that counts what passes, and lets tests make single calls go wrong. */
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { faultHeader } from "#src/sandbox/insurers/fault-injection.ts";
import { type Answering, LocalServer } from "#test/support/local-server.ts";

/** A call of an insurer, as it came by. */
export interface SeenCall {
  readonly insurerId: string;
  /** For example `POST /purchases`. */
  readonly call: string;
  readonly idempotencyKey: string | undefined;
  /** `test` or `live`; undefined for calls that concern both. */
  readonly environment: string | undefined;
  /** The body, as far as it has come by. */
  sent: string;
}

export interface Trouble {
  readonly insurerId: string;
  /** Which calls, for example `/^POST \/purchases$/`. */
  readonly call: RegExp;
  /** A fault of the sandbox by its name, what happens to its answer on the way, or another answer in its place. */
  readonly with: string | Answering;
  /** How many calls; all when left out. */
  readonly times?: number;
}

/** The insurer has done its work by then. */
const losses: Readonly<Record<string, (response: ServerResponse, gateway: Gateway) => void>> = {
  /** The connection breaks instead. */
  "lose-answer": (response) => response.destroy(),
  /** Nothing comes, as long as anybody waits. */
  "hold-answer": (response, gateway) => {
    gateway.held++;
    response.once("close", () => gateway.held--);
  },
};

export class Gateway extends LocalServer {
  readonly #target: URL;
  readonly #troubles: (Trouble & { left: number })[] = [];
  readonly seen: SeenCall[] = [];
  /** Connections on which an answer is held back and somebody waits for it. */
  held = 0;

  constructor(target: string) {
    super((request, response) => this.#pass(request, response));
    this.#target = new URL(target);
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
    const header = (name: string) => request.headers[name]?.toString();
    const said = { idempotencyKey: header("idempotency-key"), environment: header("accord-environment") };
    const seen: SeenCall = { insurerId, call, ...said, sent: "" };
    this.seen.push(seen);
    request.setEncoding("utf8").on("data", (text: string) => {
      seen.sent += text;
    });
    const trouble = this.#troubles.find(
      (entry) => entry.left > 0 && entry.insurerId === insurerId && entry.call.test(call),
    );
    if (trouble !== undefined) trouble.left--;
    if (typeof trouble?.with === "function") {
      trouble.with(request, response);
      return;
    }
    const lose = losses[trouble?.with ?? ""];
    const fault = lose === undefined ? trouble?.with : undefined;
    const headers = { ...request.headers, ...(fault !== undefined && { [faultHeader]: fault }) };
    const { hostname, port } = this.#target;
    const onward = send(
      { hostname, port, method: request.method, path: request.url, headers, agent: false },
      (answer) => {
        if (lose !== undefined) {
          answer.resume().once("end", () => lose(response, this));
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}
