/** The state of one request and its answer in the engine, from routing to the last byte. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "koa";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { ClientGone } from "#src/http/body.ts";
import { networkOf, remoteAddressOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { type Intake, RequestIntake } from "#src/http/intake.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import type { Operation } from "./operation.ts";
import type { CallBase } from "./types.ts";

/** A request and its answer. */
export class Exchange implements CallBase {
  /** The Koa context, for code that reads bodies with Koa middleware. The engine writes the answer. */
  readonly context: Context;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestId: string;
  /** The address of the client. It is kept when the connection has been closed. */
  readonly remoteAddress: string;
  readonly startedAt: number;
  /** The path below the API's mount and the query string, both still percent-encoded. */
  readonly path: string;
  readonly queryText: string;
  readonly answerHeaders: Record<string, string> = { ...guardingHeaders };
  operation: Operation | null = null;
  /** When the address has no operation for the request's method: an operation of another method there. */
  neighbour: Operation | null = null;
  operationId = "";
  accepts = "";
  /** The media type of the request's body, as written in the document. */
  mediaType: string | null = null;
  scheme: string | null = null;
  identity: unknown = null;
  /** The problem code or error that the request ended with, for the log. */
  failure: unknown = null;
  /** Whether the API has admitted the request (`Admission.arrive`). */
  hasArrived = false;
  /** The owner to whom the request's memory and turns are charged; null until the caller is known, when the network is charged. */
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

  /** The path template of the document, such as `/pets/{petId}`; null when no operation is at the address. */
  get route(): string | null {
    return (this.operation ?? this.neighbour)?.path ?? null;
  }

  get intake(): RequestIntake {
    this.#intake ??= new RequestIntake(this.#allIntake, this.owner ?? networkOf(this.remoteAddress));
    return this.#intake;
  }

  /** Releases the memory of the request's body. */
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
