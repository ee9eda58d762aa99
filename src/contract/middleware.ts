/** An API as Koa middleware, for our own server and for other Koa applications (docs/handbook/mounting-in-koa.md). */
import Router from "@koa/router";
import type { Context, Middleware } from "koa";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { noProxies } from "#src/http/forwarded.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import { originForm } from "#src/http/request-target.ts";
import type { Api } from "./api.ts";
import { Engine, type EngineOptions } from "./engine.ts";
import { type Provider, Publisher } from "./publish.ts";
import { type PageFrame, scripts } from "./reference-page.ts";

export interface AccordOptions extends Partial<Omit<EngineOptions, "publisher">> {
  /** Path prefix of the API, such as `/shop`. Empty, the default, for the whole application. */
  readonly mount?: string;
  /** Paths below the mount that are left to the next middleware. */
  readonly except?: readonly string[];
  /** The frame around the reference page; none when left out. */
  readonly frame?: PageFrame;
  /** The operator of the API, for its published document. */
  readonly provider?: Provider;
}

/**
 * Creates middleware that answers every request below the mount: operations, the API's document (`openapi.json`, `openapi.yaml`, and
 * `openapi.clients.json` for client generators) and its reference page (`docs`). Other requests go to `next()`. Throws an error when the
 * mount is not a path prefix.
 */
export function accord(
  api: Api,
  { mount = "", except = [], frame, provider = {}, ...options }: AccordOptions = {},
): Middleware {
  if (mount !== "" && !/^(?:\/[\w.~-]+)+$/.test(mount))
    throw new Error(`${mount}: a mount is empty or like /shop or /shop/v1`);
  const proxies = options.proxies ?? noProxies;
  const publisher = new Publisher({ api, mount, proxies, provider, ...(frame === undefined ? {} : { frame }) });
  const engine = new Engine(api, { responseChecks: "always", ...options, publisher });
  const pages = pagesOf(publisher, mount);
  const isPage = (below: string) => publisher.beside.has(below) || below === "" || below === "/";
  const passed = new Set(except);
  return (context, next) => {
    const target = originForm(context.req.url ?? "/");
    if (!target.startsWith(mount)) return next();
    const question = target.indexOf("?");
    const path = question === -1 ? target : target.slice(0, question);
    const below = path.slice(mount.length);
    if ((below !== "" && !below.startsWith("/")) || passed.has(path)) return next();
    if (isPage(below)) return pages(context, next);
    return engine.serve(context, below, question === -1 ? "" : target.slice(question + 1));
  };
}

/** Routes the pages of an API. @koa/router also answers other methods at their addresses. */
function pagesOf(publisher: Publisher, mount: string): Middleware {
  const router = new Router({ strict: true, sensitive: true });
  const toReference = (context: Context) => context.redirect(`${mount}/docs`);
  if (mount !== "") router.get(mount, toReference);
  router.get(`${mount}/`, toReference);
  for (const [path, kind] of publisher.beside) {
    router.get(mount + path, async (context) => {
      if (kind === "reference.js" || kind === "start.js") return await scripts[kind].serve(context);
      const { status, type, payload, headers } = publisher.answer(kind, path, context.req);
      context.status = status;
      context.set(headers);
      if (type !== null) context.type = type;
      context.body = payload;
    });
  }
  const routes = router.routes() as Middleware;
  const otherMethods = router.allowedMethods() as Middleware;
  return (context) => {
    context.set(guardingHeaders);
    context.set("X-Request-Id", requestIdOf(context.req));
    return otherMethods(context, () => routes(context, async () => undefined));
  };
}
