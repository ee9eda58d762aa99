/** A server for one small document, just as an API's generated code would be served: standalone validators included. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { compileFunction } from "node:vm";
import Koa from "koa";
import type { ContractBreach, HandlerAnswer } from "#src/contract/answer.ts";
import { type Api, bindApi, type CorsPolicy, type ProblemPresenter } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Engine, type ResponseChecks } from "#src/contract/engine.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import type { Validators } from "#src/contract/operation.ts";
import type { DecodedRequest } from "#src/contract/request.ts";
import type { Authenticator } from "#src/contract/types.ts";
import { generateValidators } from "../../../scripts/generate/validators.ts";

export type LooseHandler = (request: DecodedRequest, call: Exchange) => HandlerAnswer | Promise<HandlerAnswer>;

export interface Parts {
  readonly handlers?: Readonly<Record<string, LooseHandler>>;
  readonly authenticators?: Readonly<Record<string, Authenticator<never> | Authenticator<unknown>>>;
  readonly presenters?: Readonly<Record<string, ProblemPresenter>>;
  readonly cors?: Readonly<Record<string, CorsPolicy>>;
  readonly sources?: readonly string[];
}

export interface Served {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** What the engine told of each answer, in the order of their ends. */
  readonly answered: { readonly exchange: Exchange; readonly status: number }[];
  readonly breaches: ContractBreach[];
  close(): Promise<void>;
}

/** The validators that `npm run generate` would write. Throws UnenforceableSchema. */
export function validatorsOf(document: OpenApiDocument): Validators {
  const exported: Record<string, never> = {};
  const require = createRequire(import.meta.url);
  compileFunction(generateValidators(document), ["exports", "require", "module"])(exported, require, {});
  return exported;
}

/** Binds a document without its types. Throws BindingError. */
export function bindLoosely(document: OpenApiDocument, parts: Parts = {}): Api {
  return bindApi({
    name: "small",
    document,
    validators: validatorsOf(document),
    handlers: (parts.handlers ?? {}) as never,
    authenticators: (parts.authenticators ?? {}) as never,
    ...(parts.presenters === undefined ? {} : { presenters: parts.presenters }),
    ...(parts.cors === undefined ? {} : { cors: parts.cors }),
    ...(parts.sources === undefined ? {} : { sources: parts.sources }),
  });
}

export async function serve(
  document: OpenApiDocument,
  parts: Parts & { readonly responseChecks?: ResponseChecks },
): Promise<Served> {
  const answered: Served["answered"] = [];
  const breaches: ContractBreach[] = [];
  const engine = new Engine(bindLoosely(document, parts), {
    responseChecks: parts.responseChecks ?? "always",
    onAnswer: (exchange, status) => answered.push({ exchange, status }),
    onBreach: (breach) => breaches.push(breach),
  });
  const app = new Koa();
  app.silent = true;
  app.use((context) => {
    const { url = "/" } = context.req;
    const question = url.indexOf("?");
    return question === -1
      ? engine.serve(context, url, "")
      : engine.serve(context, url.slice(0, question), url.slice(question + 1));
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    answered,
    breaches,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers what the handler was given. */
export const echo: LooseHandler = ({ path, query, headers, body, mediaType }) => ({
  status: 200,
  body: { path, query, headers, body: body ?? null, mediaType },
});

/** Posts JSON; a string or bytes are sent as they are. */
export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "Content-Type": "application/json" },
): Promise<Response> {
  const payload = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  return fetch(url, { method: "POST", headers, body: payload as NonNullable<RequestInit["body"]> });
}

export interface ProblemBody {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly correlationId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fieldErrors: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

export async function problemOf(response: Response): Promise<ProblemBody> {
  return (await response.json()) as ProblemBody;
}
