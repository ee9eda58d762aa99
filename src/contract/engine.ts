/**
 * The engine answers requests: route, security, body, validation, handler, check, answer. It has no code for any one API; everything
 * comes from the bound document.
 */
import { Readable } from "node:stream";
import type { Context } from "koa";
import { ClientGone } from "#src/http/body.ts";
import { noProxies, type TrustedProxies } from "#src/http/forwarded.ts";
import { Intake } from "#src/http/intake.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import { ContractBreach, checkAnswer, encode, type HandlerAnswer, send, type WireAnswer } from "./answer.ts";
import type { Api, Route } from "./api.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { Exchange } from "./exchange.ts";
import { negotiate } from "./media-type.ts";
import type { Operation } from "./operation.ts";
import { presentProblem } from "./problem-json.ts";
import type { Publisher } from "./publish.ts";
import { bodyPlanOf, type DecodedRequest, fail, readParameters, readValue } from "./request.ts";
import { challenged, identify } from "./security.ts";

/** `always`: an answer that breaks its document becomes a 500. `sampled`: one answer in a hundred is checked; breaches are only counted. */
export type ResponseChecks = "always" | "sampled" | "off";

export interface EngineOptions {
  readonly responseChecks: ResponseChecks;
  readonly proxies?: TrustedProxies;
  /** The memory for request bodies, shared by the engines of a process. When left out, the engine has one of its own. */
  readonly intake?: Intake;
  /** Answers the operations that are marked `x-accord-published`. */
  readonly publisher?: Publisher;
  /** Called after every answer has been sent or given up, for access logs and metrics. */
  readonly onAnswer?: (exchange: Exchange, status: number) => void;
  /** Called with an error before it is answered with 500. */
  readonly onFailure?: (error: unknown, exchange: Exchange) => void;
  /** Called with a breach whose answer is sent all the same. */
  readonly onBreach?: (breach: ContractBreach) => void;
}

const sampleEvery = 100;

/** Whether the request cannot be parsed. That is answered 400, also where invalid content is answered 422. */
function isUnreadable({ path, code }: FieldError): boolean {
  return code === "nul" || code === "malformed" || path.startsWith("/header/");
}

/** Answers the requests of one API. */
export class Engine {
  readonly #api: Api;
  readonly #options: EngineOptions;
  readonly #intake: Intake;
  #answers = 0;

  /** Throws an error when the document has `x-accord-published` operations and `options` has no publisher. */
  constructor(api: Api, options: EngineOptions) {
    const published = api.operations.find((operation) => operation.published !== null);
    if (published !== undefined && options.publisher === undefined)
      throw new Error(`${published.id}: x-accord-published needs a publisher`);
    this.#api = api;
    this.#options = options;
    this.#intake = options.intake ?? new Intake();
  }

  /**
   * Answers a request itself, without Koa. `path` is relative to the API's mount. Headers that middleware has set are kept, unless the
   * answer has a header of the same name. Always answers; never throws.
   */
  serve(context: Context, path: string, queryText: string): Promise<void> {
    context.respond = false;
    const exchange = new Exchange(context, path, queryText, this.#options.proxies ?? noProxies, this.#intake);
    return this.#answer(exchange).catch((error: unknown) => this.#fail(exchange, error));
  }

  async #answer(exchange: Exchange): Promise<void> {
    const found = this.#api.router.find(exchange.path);
    if (found === null) throw new Problem("NOT_FOUND", { detail: "There is no such address in this API." });
    const method = exchange.incoming.method ?? "GET";
    const route = found.methods.get(method) ?? (method === "HEAD" ? found.methods.get("GET") : undefined);
    if (route === undefined) return this.#otherMethod(exchange, method, found.methods);
    const { operation } = route;
    exchange.operation = operation;
    exchange.operationId = operation.id;
    if (operation.cors !== null) corsHeaders(exchange, this.#api.cors[operation.cors]);

    const caller = identify(operation.security, this.#api.authenticators, exchange);
    const { scheme, identity } = caller instanceof Promise ? await caller : caller;
    exchange.scheme = scheme;
    exchange.identity = identity;
    if (scheme !== null) exchange.owner = this.#api.authenticators[scheme]?.ownerOf?.(identity) ?? null;
    this.#api.admission?.arrive(exchange);
    exchange.hasArrived = true;

    const reading = this.#read(route, exchange, found.values);
    const request = reading instanceof Promise ? await reading : reading;
    if (route.handler === null) return void this.#send(exchange, this.#published(operation, exchange));
    const handled = route.handler(request, exchange);
    const answer = handled instanceof Promise ? await handled : handled;
    const sending = this.#send(exchange, this.#inWireForm(operation, exchange, answer));
    if (sending !== undefined) await sending;
  }

  #read(route: Route, exchange: Exchange, pathValues: readonly string[]): DecodedRequest | Promise<DecodedRequest> {
    const { operation } = route;
    const plan = bodyPlanOf(operation, exchange);
    exchange.mediaType = plan?.mediaType ?? null;
    exchange.accepts = this.#negotiate(exchange);
    const { path, query, headers, findings } = readParameters(operation, exchange, pathValues);
    const complete = (body: unknown): DecodedRequest => {
      if (findings.length > 0) fail(findings);
      return { path, query, headers, body, mediaType: exchange.mediaType };
    };
    if (plan !== null) {
      return readValue(operation, plan, exchange).then(complete, (error: unknown) => {
        if (error instanceof Problem && error.code === "VALIDATION_FAILED" && findings.length > 0)
          fail([...findings, ...error.fieldErrors]);
        throw error;
      });
    }
    if (operation.body?.required === true) findings.push({ path: "/body", code: "required", message: "is required" });
    return complete(undefined);
  }

  /**
   * Chooses the media type of the answer. Of equally acceptable types, that of the request is preferred. Throws Problem NOT_ACCEPTABLE.
   * When the operation does not document a 406, an Accept that cannot be met is ignored instead (RFC 9110, 12.4.1).
   */
  #negotiate(exchange: Exchange): string {
    const produces = exchange.operation?.produces ?? [];
    const { accept } = exchange.incoming.headers;
    const first = produces[0];
    if (first === undefined) return "";
    const sameAsRequest = produces.length > 1 && exchange.mediaType !== null && produces.includes(exchange.mediaType);
    const offers = sameAsRequest ? [exchange.mediaType as string, ...produces] : produces;
    if (accept === undefined || accept === "*/*") return offers[0] as string;
    const chosen = negotiate(accept, offers);
    if (chosen === null && exchange.operation?.responses.has(406) === false) return offers[0] as string;
    if (chosen === null)
      throw new Problem("NOT_ACCEPTABLE", { detail: `This operation answers ${produces.join(", ")}.` });
    return chosen;
  }

  async #otherMethod(exchange: Exchange, method: string, methods: ReadonlyMap<string, Route>): Promise<void> {
    exchange.neighbour = methods.values().next().value?.operation ?? null;
    const names = [...methods.keys()];
    const allow = [...names, ...(names.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    if (method !== "OPTIONS") throw new Problem("METHOD_NOT_ALLOWED", { headers: { Allow: allow } });
    const headers = preflight(exchange, methods, this.#api.cors) ?? { Allow: allow };
    await this.#send(exchange, { status: 204, type: null, payload: null, headers });
  }

  #published({ published, path }: Operation, { incoming }: Exchange): WireAnswer {
    const { publisher } = this.#options;
    if (published === null || publisher === undefined) throw new Error(`nothing is published at ${path}`);
    return publisher.answer(published, path, incoming);
  }

  /** Encodes and checks an answer. Throws ContractBreach, and closes the stream of an answer that is not sent. */
  #inWireForm(operation: Operation, exchange: Exchange, answer: HandlerAnswer): WireAnswer {
    try {
      const wire = encode(operation, answer);
      if (this.#checksNow()) this.#check(exchange, answer, wire);
      return wire;
    } catch (error) {
      if (answer.body instanceof Readable) answer.body.destroy();
      throw error;
    }
  }

  #checksNow(): boolean {
    const { responseChecks } = this.#options;
    return responseChecks === "always" || (responseChecks === "sampled" && this.#answers++ % sampleEvery === 0);
  }

  #check(exchange: Exchange, answer: HandlerAnswer, wire: WireAnswer): void {
    if (exchange.operation === null) return;
    const headers = { "x-request-id": exchange.requestId, ...exchange.answerHeaders, ...wire.headers };
    try {
      checkAnswer(exchange.operation, answer, wire.type, headers);
    } catch (error) {
      if (this.#options.responseChecks === "always" || !(error instanceof ContractBreach)) throw error;
      this.#options.onBreach?.(error);
    }
  }

  /** Returns a promise only for streams. */
  #send(exchange: Exchange, answer: WireAnswer): Promise<void> | undefined {
    exchange.answerHeaders["X-Request-Id"] = exchange.requestId;
    const sending = send(exchange.outgoing, answer, exchange.answerHeaders, exchange.incoming.method === "HEAD");
    if (sending !== undefined) return sending.then(() => this.#end(exchange, answer.status));
    this.#end(exchange, answer.status);
    return undefined;
  }

  #end(exchange: Exchange, status: number): void {
    exchange.end();
    this.#options.onAnswer?.(exchange, status);
  }

  async #fail(exchange: Exchange, error: unknown): Promise<void> {
    exchange.failure = error;
    if (error instanceof ClientGone || exchange.outgoing.headersSent) {
      // Part of the answer has been sent, or the client has left: the connection is ended, so that the part is not taken for the whole.
      exchange.outgoing.destroy();
      this.#end(exchange, 499);
      return;
    }
    let problem = this.#asProblem(error);
    if (exchange.operation !== null) problem = challenged(exchange.operation.security, problem);
    if (exchange.hasArrived && problem.status < 500)
      await this.#api.admission?.refused(exchange, problem).catch(() => undefined);
    let answer = this.#present(problem, exchange);
    try {
      if (problem.status !== 500 && this.#checksNow())
        this.#check(exchange, { status: answer.status, body: answer.checked }, answer);
    } catch (breach) {
      exchange.failure = breach;
      problem = new Problem("INTERNAL_ERROR", { cause: breach });
      answer = this.#present(problem, exchange);
    }
    if (problem.status === 500) this.#options.onFailure?.(problem.cause ?? problem, exchange);
    await this.#send(exchange, answer);
  }

  #asProblem(error: unknown): Problem {
    if (!(error instanceof Problem))
      return this.#api.asProblem(error) ?? new Problem("INTERNAL_ERROR", { cause: error });
    if (error.code !== "VALIDATION_FAILED" || error.status === this.#api.validationStatus) return error;
    if (error.fieldErrors.some(isUnreadable)) return new Problem("BAD_REQUEST", { fieldErrors: error.fieldErrors });
    return new Problem("VALIDATION_FAILED", { ...error, status: this.#api.validationStatus });
  }

  #present(problem: Problem, exchange: Exchange): WireAnswer & { readonly checked: unknown } {
    const style = (exchange.operation ?? exchange.neighbour)?.errors ?? this.#api.errors;
    return (this.#api.presenters[style] ?? presentProblem)(problem, exchange);
  }
}
