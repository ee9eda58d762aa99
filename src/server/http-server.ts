/** The HTTP server: any number of APIs, each under its mount, with probes, the documentation and the console. */
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Router from "@koa/router";
import type { Context, default as Koa, Middleware } from "koa";
import type { Logger } from "pino";
import { Application } from "#src/contract/application.ts";
import type { EngineOptions, ResponseChecks } from "#src/contract/engine.ts";
import { type AccordOptions, accord } from "#src/contract/middleware.ts";
import type { Provider } from "#src/contract/publish.ts";
import { accessLog } from "#src/http/access-log.ts";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { type ConnectionLimits, usualConnectionLimits, watchConnections } from "#src/http/connections.ts";
import { closeSlowly, drain, type Patience } from "#src/http/draining.ts";
import { continueWhenRead } from "#src/http/expectations.ts";
import type { TrustedProxies } from "#src/http/forwarded.ts";
import { Intake } from "#src/http/intake.ts";
import type { Metrics } from "#src/http/metrics.ts";
import { type Begin, Pipelines } from "#src/http/pipelines.ts";
import { Problem } from "#src/http/problem.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { AllowedHosts } from "./allowed-hosts.ts";
import { openConsole } from "./console.ts";
import { Documentation } from "./documentation/documentation.ts";
import { LoadShedding } from "./load-shedding.ts";
import type { Mounted } from "./mounted.ts";
import { type ReadinessCheck, readiness } from "./readiness.ts";
import { answerUnreadable, namesNoHost, namesNoTarget, refuse } from "./unreadable-requests.ts";

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly apis: readonly Mounted[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly responseChecks: ResponseChecks;
  readonly proxies: TrustedProxies;
  readonly checks: readonly ReadinessCheck[];
  /** Host names that requests may name (`AllowedHosts`); any when left out or empty. */
  readonly allowedHosts?: readonly string[];
  /** Most bytes of request bodies in memory at once; 128 MiB when left out. */
  readonly bodyMemoryBytes?: number;
  /** Limits of connections: how many, and how slow. `usualConnectionLimits` when left out. */
  readonly connections?: Partial<ConnectionLimits>;
  /** New requests are refused while the event loop is later than this (ms, on average). When left out, none are refused. */
  readonly mostDelayMs?: number;
  /** The operator of the server, as the published documents name it. */
  readonly provider?: Provider;
  /** Koa middleware that runs before every operation and page, in this order. */
  readonly middleware?: readonly Middleware[];
  /** Called with errors before they are answered 500. The access log has them in any case. */
  readonly onFailure?: EngineOptions["onFailure"];
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, answers the requests that are under way or still arrive on open connections, and ends these
   * connections; by default within 20 s.
   */
  close(patience?: Partial<Patience>): Promise<void>;
}

/** Longest time for a request to arrive (ms). `ConnectionLimits` sets the slowest rate, at which 20 MiB take 21 minutes. */
const requestTimeoutMs = 1_800_000;
const headersTimeoutMs = 20_000;
/** Longer than the usual idle time-out of load balancers (60 s), so that they close idle connections before the server does. */
const keepAliveTimeoutMs = 65_000;
const usualPatience: Patience = { patienceMs: 20_000, idleMs: 1_000 };
const tooSlow = new Problem("BAD_REQUEST", { status: 408, detail: "The body came too slowly, or stopped coming." });
const probes = ["/healthz", "/readyz"];

/** Starts the server; resolves when it listens. Throws StartupError when it cannot listen at the address. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const handle = applicationOf(options).callback();
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      requireHostHeader: false,
    },
    (request, response) => admit(request, response),
  );
  const admit: Begin = (request, response) => pipelines.admit(request, response, begin);
  const begin: Begin = (request, response) => {
    if (namesNoHost(request, response) || namesNoTarget(request, response) || hosts.refuses(request, response)) return;
    if (shedding?.refuses(request, response)) return;
    // A stopping server answers with "Connection: close", so that busy clients connect elsewhere.
    if (!server.listening && !pipelines.hasNext(request.socket)) response.shouldKeepAlive = false;
    void handle(request, response);
  };
  continueWhenRead(server, admit);
  answerUnreadable(server);
  const hosts = new AllowedHosts(options.allowedHosts ?? [], probes, options.proxies);
  const { metrics, mostDelayMs } = options;
  const limits = { ...usualConnectionLimits, ...options.connections };
  const connections = watchConnections(server, limits, {
    onCutOff: (reason) => metrics.cutOff.inc({ reason }),
    refuseSlow: (answer) => refuse(answer.req, answer, tooSlow),
  });
  const pipelines = new Pipelines({ cutOff: (socket) => connections.cutOff(socket, "pipelined") });
  const open = { sockets: () => connections.sockets(), hasNext: (socket: Socket) => pipelines.hasNext(socket) };
  closeSlowly(server);
  const onShed = () => metrics.shed.inc({ reason: "event_loop" });
  const shedding = mostDelayMs === undefined ? null : new LoadShedding({ mostDelayMs, except: probes, onShed });
  server.on("close", () => shedding?.stop());
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    port,
    close: (patience) => drain(server, open, { ...usualPatience, ...patience }),
  };
}

/** The Koa application: middleware, then the operations and pages of each API, then the server's own pages. */
function applicationOf(options: HttpServerOptions): Koa {
  const { apis, log, middleware = [] } = options;
  const app = new Application();
  app.on("error", (error: unknown) => log.error({ err: error }, "a page or middleware failed"));
  for (const layer of middleware) app.use(layer);
  const engine = engineOptions(options);
  const documentation = new Documentation(apis);
  const { provider = {} } = options;
  for (const mounted of apis) app.use(accord(mounted.api, { ...apiOptions(mounted, engine, documentation), provider }));
  app.use(nothingElse);
  const router = serverPages(options, documentation);
  app.use(router.routes() as Middleware);
  app.use(router.allowedMethods() as Middleware);
  return app;
}

/** Options of a mounted API. The server's own paths are excepted, so that an API at the root does not answer them. */
function apiOptions(mounted: Mounted, engine: EngineOptions, documentation: Documentation): AccordOptions {
  const { mount } = mounted;
  const pages = [...documentation.contents.keys(), ...documentation.redirects.keys()].filter((path) => path !== "/");
  return { ...engine, mount, except: [...probes, ...pages], frame: documentation.frame(mounted) };
}

function engineOptions({
  log,
  metrics,
  responseChecks,
  proxies,
  onFailure,
  bodyMemoryBytes,
}: HttpServerOptions): EngineOptions {
  const writeLog = accessLog(log);
  return {
    responseChecks,
    proxies,
    intake: new Intake(bodyMemoryBytes, () => metrics.shed.inc({ reason: "memory" })),
    ...(onFailure === undefined ? {} : { onFailure }),
    onAnswer: (exchange, status) => {
      writeLog(exchange, status);
      metrics.observe(exchange, status);
    },
    onBreach: (breach) => {
      metrics.breaches.inc({ operation: breach.operationId });
      log.warn({ err: breach }, "an answer does not match its document");
    },
  };
}

/** Probes and pages of the server itself. */
function serverPages({ apis, checks }: HttpServerOptions, { contents, redirects }: Documentation): Router {
  const router = new Router({ strict: true, sensitive: true });
  const ready = readiness(checks);
  router.get("/healthz", (context) => sendJson(context, 200, { status: "alive" }));
  router.get("/readyz", async (context) => sendJson(context, ...(await ready())));
  for (const [path, content] of contents) router.get(path, (context) => content.serve(context));
  for (const [path, address] of redirects) router.get(path, (context) => moved(context, address));
  router.get("/docs", (context) => context.redirect("docs/guides"));
  const pages = openConsole(apis);
  if (pages !== null) {
    router.get(/^\/console(?:\/(?!assets\/).*)?$/, (context) => pages.page.serve(context));
    router.get("/console/assets/:name", (context) => pages.assets.get(context.params.name ?? "")?.serve(context));
  }
  return router;
}

/** Redirects permanently (301). */
function moved(context: Context, address: string): void {
  context.redirect(address);
  context.status = 301;
}

const nothingElse: Middleware = async (context, next) => {
  context.set(guardingHeaders);
  context.set("X-Request-Id", requestIdOf(context.req));
  await next();
  if (context.status !== 404 || context.body !== undefined) return;
  sendJson(context, 404, { error: "There is nothing here. GET / lists the APIs of this server." });
};

function sendJson(context: Context, status: number, body: unknown): void {
  context.status = status;
  context.body = body;
}

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, { host, port, variable: "ACCORD_PORT" })));
    server.listen(port, host, () => resolve());
  });
}

interface RefusedAddress {
  readonly host: string;
  readonly port: number;
  /** The environment variables that set the port and the host. */
  readonly variable: string;
  readonly hostVariable?: string;
}

/** Turns the error of a server that cannot listen into advice for the operator. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port, variable, hostVariable = "ACCORD_HOST" }: RefusedAddress,
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
      return new StartupError(`${host} is not an address of this machine. Correct ${hostVariable}.`, error);
    default:
      return error;
  }
}
