/** One request and its answer, as the engine carries them from the first look at the address to the last byte. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "koa";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { ClientGone } from "#src/http/body.ts";
import { remoteAddressOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { type Intake, RequestIntake } from "#src/http/intake.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import type { Operation } from "./operation.ts";
import type { CallBase } from "./types.ts";

export class Exchange implements CallBase {
  /** Koa's, for what reads bodies by it; the answer is the engine's. */
  readonly context: Context;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** Of the client, also when its connection is gone. */
  readonly remoteAddress: string;
  readonly startedAt: number;
  /** The raw path below the API's mount, and the raw query string. */
  readonly path: string;
  readonly queryText: string;
  readonly answerHeaders: Record<string, string> = { ...guardingHeaders };
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
  /** Whether the API has let the request in. */
  hasArrived = false;
  /** The owner of the request's share of memory and turns; its address until the caller is known. */
  owner: string | null = null;
  readonly #allIntake: Intake;
  #intake: RequestIntake | null = null;
  #abort: AbortController | null = null;

  constructor(context: Context, path: string, queryText: string, proxies: TrustedProxies, intake: Intake) {
    this.context = context;
    this.incoming = context.req;
    this.outgoing = context.res;
    this.path = path;
    this.queryText = queryText;
    this.startedAt = performance.now();
    this.#allIntake = intake;
    this.requestId = requestIdOf(this.incoming);
    this.remoteAddress = remoteAddressOf(this.incoming, proxies);
  }

  /** The document's path, with the names of its parameters in the place of their values; null where there is none. */
  get route(): string | null {
    return (this.operation ?? this.neighbour)?.path ?? null;
  }

  get intake(): RequestIntake {
    this.#intake ??= new RequestIntake(this.#allIntake, this.owner ?? this.remoteAddress);
    return this.#intake;
  }

  /** Gives back what was taken in for the request. */
  end(): void {
    this.#intake?.end();
  }

  get signal(): AbortSignal {
    if (this.#abort === null) {
      const controller = new AbortController();
      this.#abort = controller;
      const abortUnlessSent = () => {
        if (!this.outgoing.writableFinished) controller.abort(new ClientGone());
      };
      if (this.outgoing.destroyed) abortUnlessSent();
      else this.outgoing.once("close", abortUnlessSent);
    }
    return this.#abort.signal;
  }
}
