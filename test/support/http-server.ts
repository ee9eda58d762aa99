import type { Api } from "#src/contract/api.ts";
import { noProxies } from "#src/http/forwarded.ts";
import { createMetrics } from "#src/http/metrics.ts";
import { type HttpServerOptions, type RunningServer, startHttpServer } from "#src/server/http-server.ts";
import { silent } from "./postgres.ts";

/** A server of one API, with all its pages, on a free port. It says nothing, and believes no proxy. */
export function serveApi(api: Api, mount: string, options: Partial<HttpServerOptions> = {}): Promise<RunningServer> {
  return startHttpServer({
    host: "127.0.0.1",
    port: 0,
    apis: [{ api, title: "Small", mount }],
    log: silent,
    metrics: createMetrics(),
    responseChecks: "always",
    proxies: noProxies,
    checks: [],
    ...options,
  });
}
