/** One request and its answer, as the engine carries them from the first look at the address to the last byte. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { remoteAddressOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import type { Operation } from "./operation.ts";
import type { CallBase } from "./types.ts";

/** Where an exchange comes from: node:http alone, or a Koa context, which then leaves the answer to us. */
export interface Host {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Koa's switch for answering by itself. */
  respond?: boolean | undefined;
}

export class Exchange implements CallBase {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  readonly startedAt: number;
  /** The raw path below the API's mount, and the raw query string. */
  readonly path: string;
  readonly queryText: string;
  readonly answerHeaders: Record<string, string> = {};
  operation: Operation | null = null;
  /** An operation at this address that was asked for by another method. */
  neighbour: Operation | null = null;
  operationId = "";
  accepts = "";
  /** The media type of the request's body, as the document names it. */
  mediaType: string | null = null;
  scheme: string | null = null;
  identity: unknown = null;
  /** The problem code or error that the exchange ended with, for the log. */
  failure: unknown = null;
  readonly #proxies: TrustedProxies;
  #abort: AbortController | null = null;

  constructor({ req, res }: Host, path: string, queryText: string, proxies: TrustedProxies) {
    this.incoming = req;
    this.outgoing = res;
    this.path = path;
    this.queryText = queryText;
    this.startedAt = performance.now();
    this.#proxies = proxies;
    this.requestId = requestIdOf(req);
  }

  get remoteAddress(): string {
    return remoteAddressOf(this.incoming, this.#proxies);
  }

  get signal(): AbortSignal {
    if (this.#abort === null) {
      const controller = new AbortController();
      this.#abort = controller;
      const abortUnlessSent = () => {
        if (!this.outgoing.writableFinished) controller.abort();
      };
      if (this.outgoing.destroyed) abortUnlessSent();
      else this.outgoing.once("close", abortUnlessSent);
    }
    return this.#abort.signal;
  }
}
