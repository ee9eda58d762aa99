/** One HTTP server for any number of APIs, each under its mount, and what operators and newcomers look for first. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Koa, { type Context } from "koa";
import type { Logger } from "pino";
import type { Api } from "#src/contract/api.ts";
import { Engine, type ResponseChecks } from "#src/contract/engine.ts";
import { Publisher } from "#src/contract/publish.ts";
import { accessLog } from "#src/http/access-log.ts";
import type { TrustedProxies } from "#src/http/forwarded.ts";
import type { Metrics } from "#src/http/metrics.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { type Listing, landingPage } from "./landing.ts";
import { type ReadinessCheck, readiness } from "./readiness.ts";
import { UnreadableRequests } from "./unreadable-requests.ts";

export interface Mounted {
  readonly api: Api;
  readonly title: string;
  /** `/observability`, or empty when the API is served at the root. */
  readonly mount: string;
  /** The document's bytes as generated. */
  readonly document: Buffer;
}

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly apis: readonly Mounted[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly responseChecks: ResponseChecks;
  readonly proxies: TrustedProxies;
  readonly checks: readonly ReadinessCheck[];
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests in flight finish for at most `patienceMs`, then ends their connections. */
  close(patienceMs?: number): Promise<void>;
}

/** A client that takes longer than this to send its request is cut off (milliseconds). */
const requestTimeoutMs = 120_000;
const headersTimeoutMs = 20_000;
/** Longer than the idle time-outs of usual load balancers (60 s), so that they close idle connections and not we. */
const keepAliveTimeoutMs = 65_000;
/** How often a stopping server looks for connections that have become idle (milliseconds). */
const drainSweepMs = 50;

/** Resolves when the server listens. Throws StartupError when the address is taken. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const dispatch = dispatcher(options);
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      requireHostHeader: false,
    },
    (request, response) => {
      if (unreadable.refuses(request, response)) return;
      // A stopping server answers with "Connection: close", so that busy clients move on.
      if (!server.listening) response.shouldKeepAlive = false;
      dispatch(request, response);
    },
  );
  const unreadable = new UnreadableRequests(server);
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    port,
    close: (patienceMs = 20_000) => drain(server, patienceMs),
  };
}

interface Entry {
  readonly mount: string;
  readonly engine: Engine;
  readonly publisher: Publisher;
}

/**
 * Operations go to their engine straight from node:http; everything else (pages, documents, health) is Koa's. The
 * detour through a Koa context would cost every operation a fifth of its time: docs/decisions/koa-beside-the-engine.md.
 */
function dispatcher(options: HttpServerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const entries = entriesOf(options);
  const root = entries.get("") ?? null;
  const pages = pagesApp(options, entries).callback();
  return (request, response) => {
    const url = originForm(request.url ?? "/");
    request.url = url;
    const question = url.indexOf("?");
    const path = question === -1 ? url : url.slice(0, question);
    const slash = path.indexOf("/", 1);
    const mount = slash === -1 ? path : path.slice(0, slash);
    const entry = entries.get(mount) ?? root;
    if (entry === null || isPage(entry, path)) return void pages(request, response);
    void entry.engine.serve(
      { req: request, res: response },
      path.slice(entry.mount.length),
      question === -1 ? "" : url.slice(question + 1),
    );
  };
}

/** A request may name its whole address, as proxies do (RFC 9112, 3.2.2); what counts here is what follows the host. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const below = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return below === "" || below.startsWith("?") ? `/${below}` : below;
}

function isPage(entry: Entry, path: string): boolean {
  const below = path.slice(entry.mount.length);
  return below === "" || below === "/" || entry.publisher.serves(below) || (entry.mount === "" && isProbe(path));
}

function isProbe(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
}

function entriesOf({ apis, log, metrics, responseChecks, proxies }: HttpServerOptions): Map<string, Entry> {
  const writeLog = accessLog(log);
  const entries = new Map<string, Entry>();
  for (const { api, mount, document } of apis) {
    const publisher = new Publisher({ api, bytes: document, mount, proxies });
    const engine = new Engine(api, {
      responseChecks,
      proxies,
      publisher,
      onAnswer: (exchange, status) => {
        writeLog(exchange, status);
        metrics.observe(exchange, status);
      },
      onBreach: (breach) => {
        metrics.breaches.inc({ operation: breach.operationId });
        log.warn({ err: breach }, "an answer does not match its document");
      },
    });
    entries.set(mount, { mount, engine, publisher });
  }
  return entries;
}

/** What people and probes look at: health, the landing page, and each API's document and reference. */
function pagesApp(options: HttpServerOptions, entries: ReadonlyMap<string, Entry>): Koa {
  const app = new Koa();
  app.silent = true;
  app.on("error", (error: unknown) => options.log.error({ err: error }, "a page failed"));
  const ready = readiness(options.checks);
  const listing: Listing[] = options.apis.map(({ title, mount, api }) => ({
    title,
    mount,
    summary: api.document.info.summary ?? "",
  }));
  app.use(async (context) => {
    const { path } = context;
    context.set("X-Request-Id", requestIdOf(context.req));
    if (path === "/healthz") return sendJson(context, 200, { status: "alive" });
    if (path === "/readyz") return sendJson(context, ...(await ready()));
    for (const { mount, publisher } of entries.values()) {
      if (path !== mount && !path.startsWith(`${mount}/`)) continue;
      const below = path.slice(mount.length);
      if (below === "" || below === "/") return context.redirect(`${mount}/docs`);
      if (publisher.serves(below)) return await publisher.serve(context, below);
    }
    if (path === "/") return landingPage(context, listing);
    return sendJson(context, 404, { error: "There is nothing here. GET / lists the APIs of this server." });
  });
  return app;
}

function sendJson(context: Context, status: number, body: unknown): void {
  context.status = status;
  context.set("Cache-Control", "no-store");
  context.body = body;
}

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, { host, port, variable: "ACCORD_PORT" })));
    server.listen(port, host, () => resolve());
  });
}

/** Why a server cannot listen, as advice to whoever chose the address; `variable` is where the port was set. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port, variable }: { readonly host: string; readonly port: number; readonly variable: string },
): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupError(
        `Port ${port} on ${host} is in use. Stop what uses it, or choose another with ${variable}.`,
        error,
      );
    case "EACCES":
      return new StartupError(
        `Port ${port} may not be used by this user. Choose one above 1023 with ${variable}.`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartupError(`${host} is not an address of this machine. Correct ACCORD_HOST.`, error);
    default:
      return error;
  }
}

function drain(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs);
    // Clients keep their connection after the last answer, so it is looked for again and again.
    const sweep = setInterval(() => server.closeIdleConnections(), drainSweepMs);
    server.close(() => {
      clearTimeout(giveUp);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
