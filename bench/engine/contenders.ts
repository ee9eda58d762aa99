/** The servers that the engine is measured against: one document, one handler, each in a process of its own. */
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { compileFunction } from "node:vm";
import type { FastifyInstance } from "fastify";
import Koa from "koa";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { Validator } from "#src/contract/findings.ts";
import type { Validators } from "#src/contract/operation.ts";
import { document, type Order, priceOrder } from "./document.ts";

export const contenders = {
  "node-http": nodeHttp,
  "bare-koa": bareKoa,
  accord,
  "fastify-openapi-glue": fastifyGlue,
  "fastify-openapi-glue, equal work": fastifyGlueWithLog,
  "express-openapi-validator": expressValidator,
  "koa-openapi-backend": koaOpenApiBackend,
};

export type Contender = keyof typeof contenders;

/** The limit: reads, parses, answers. */
async function nodeHttp(): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = JSON.stringify(priceOrder(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Order));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) });
      response.end(answer);
    });
  });
  return await listen(server);
}

async function bareKoa(): Promise<number> {
  const app = new Koa();
  app.use(async (context) => {
    const chunks: Buffer[] = [];
    for await (const chunk of context.req) chunks.push(chunk as Buffer);
    context.body = priceOrder(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Order);
  });
  return await listen(createServer(app.callback()));
}

/** As src/server runs it: Koa in front, request ids, access log, metrics, one answer in a hundred checked. */
async function accord(): Promise<number> {
  const { bindApi } = await import("#src/contract/api.ts");
  const { noProxies } = await import("#src/http/forwarded.ts");
  const { createMetrics } = await import("#src/http/metrics.ts");
  const { startHttpServer } = await import("#src/server/http-server.ts");
  const { pino } = await import("pino");
  const { logOutput } = await import("#src/http/log-output.ts");
  const log = pino({}, logOutput("/dev/null"));
  const api = bindApi({
    name: "orders",
    document,
    validators: await generatedValidators(),
    handlers: {
      createOrder: (request: { body: Order }) => ({ status: 200, body: priceOrder(request.body) }),
    } as never,
    authenticators: {} as never,
  });
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    apis: [{ api, title: "Orders", mount: "" }],
    log,
    metrics: createMetrics(),
    responseChecks: "sampled",
    proxies: noProxies,
    checks: [],
    mostDelayMs: 500,
  });
  return server.port;
}

/** What `npm run generate` writes, which is what an API is bound to, compiled without a file. */
async function generatedValidators(): Promise<Validators> {
  const { generateValidators } = await import("../../scripts/generate/validators.ts");
  const validators: Record<string, Validator> = {};
  compileFunction(generateValidators(document), ["require", "exports"])(createRequire(import.meta.url), validators);
  return validators;
}

async function fastifyGlue(): Promise<number> {
  const { fastify } = await import("fastify");
  return await serveGlue(fastify());
}

/**
 * What Accord does besides: a request id in and out, headers that guard the answer, a log line with the same fields, a
 * histogram, all that is wrong with a request instead of the first, values taken as they are, clients that stall cut off.
 */
async function fastifyGlueWithLog(): Promise<number> {
  const { fastify } = await import("fastify");
  const { pino } = await import("pino");
  const { Histogram, Registry } = await import("prom-client");
  const { guardingHeaders } = await import("#src/http/answer-headers.ts");
  const { logOutput } = await import("#src/http/log-output.ts");
  const { requestIdOf } = await import("#src/http/request-id.ts");
  const log = pino({}, logOutput("/dev/null"));
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's headers to the answer, by operation and status.",
    labelNames: ["operation", "status"],
    registers: [new Registry()],
  });
  const app = fastify({
    genReqId: requestIdOf,
    requestTimeout: 1_800_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 10_000,
    ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(guardingHeaders).header("X-Request-Id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const operationId = "createOrder";
    const ms = Math.round(elapsedTime * 100) / 100;
    const { id: requestId, method, routeOptions, ip: remote } = request;
    log.info({ requestId, operationId, method, route: routeOptions.url, status, ms, remote }, "answered");
    duration.observe({ operation: operationId, status }, elapsedTime / 1000);
    done();
  });
  return await serveGlue(app);
}

async function serveGlue(app: FastifyInstance): Promise<number> {
  const glue = (await import("fastify-openapi-glue")).default;
  await app.register(glue, {
    specification: copy(),
    serviceHandlers: { createOrder: async (request: { body: Order }) => priceOrder(request.body) },
  } as never);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

async function expressValidator(): Promise<number> {
  const { default: express } = await import("express");
  const OpenApiValidator = await import("express-openapi-validator");
  const app = express();
  app.use(express.json());
  app.use(OpenApiValidator.middleware({ apiSpec: copy() as never, validateRequests: true, validateResponses: false }));
  app.post("/orders", (request, response) => {
    response.json(priceOrder(request.body as Order));
  });
  return await listen(createServer(app));
}

async function koaOpenApiBackend(): Promise<number> {
  const { OpenAPIBackend } = await import("openapi-backend");
  const { koaBody } = await import("koa-body");
  // Its own document check is for OpenAPI 3.0; the document it serves here says the same in 3.0's words.
  const backend = new OpenAPIBackend({ definition: { ...copy(), openapi: "3.0.3" } as never, quick: true });
  backend.register("createOrder", (_, context: Koa.Context) => {
    context.body = priceOrder(context.request.body as unknown as Order);
  });
  backend.register("validationFail", (operation, context: Koa.Context) => {
    context.status = 400;
    context.body = operation.validation.errors;
  });
  await backend.init();
  const app = new Koa();
  app.use(koaBody());
  app.use((context) =>
    backend.handleRequest(
      {
        method: context.method,
        path: context.path,
        query: context.query as never,
        body: context.request.body,
        headers: context.headers as never,
      },
      context,
    ),
  );
  return await listen(createServer(app.callback()));
}

function copy(): OpenApiDocument {
  return structuredClone(document);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
