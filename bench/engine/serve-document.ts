/**
 * `node bench/engine/serve-document.ts <document>`: serves `<document>.json` with the validators in `<document>.cjs`, as
 * src/server serves an API, and prints its port and how long it took from the loaded code to listening.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pino } from "pino";
import { bindApi } from "#src/contract/api.ts";
import { type OpenApiDocument, operationsOf } from "#src/contract/document.ts";
import type { Validators } from "#src/contract/operation.ts";
import { noProxies } from "#src/http/forwarded.ts";
import { logOutput } from "#src/http/log-output.ts";
import { createMetrics } from "#src/http/metrics.ts";
import { startHttpServer } from "#src/server/http-server.ts";

const [, , path = ""] = process.argv;
const started = performance.now();
const document = JSON.parse(readFileSync(`${path}.json`, "utf8")) as OpenApiDocument;
const validators = createRequire(import.meta.url)(`${path}.cjs`) as Validators;
const answer = () => ({ status: 200, body: { id: "ord_1", totalMinor: 1999, currency: "NGN" } });
const handlers = Object.fromEntries(
  [...operationsOf(document)].map(({ operation }) => [operation.operationId, answer]),
);
const api = bindApi({ name: "orders", document, validators, handlers, authenticators: {} } as never);
const server = await startHttpServer({
  host: "127.0.0.1",
  port: 0,
  apis: [{ api, title: "Orders", mount: "" }],
  log: pino({}, logOutput("/dev/null")),
  metrics: createMetrics(),
  responseChecks: "sampled",
  proxies: noProxies,
  checks: [],
});
console.log(JSON.stringify({ port: server.port, bootMs: performance.now() - started }));
process.once("SIGINT", () => process.exit(0));
